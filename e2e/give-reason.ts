import type { Page } from 'playwright-core'

/** Answers the dialog "Why do you hide this review?". Reviews without a shopper as author don't open it. */
export async function giveReason(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog', { name: /^Why do you/ })
  const done = page.getByText(/\bhidden$|moved to (?:the )?trash/i).first()
  await dialog.or(done).first().waitFor()
  if (!(await dialog.isVisible())) return
  await dialog.getByText('Not about the product').click()
  await dialog.getByRole('button', { name: /^(?:Hide|Move|Delete)/ }).click()
  await dialog.waitFor({ state: 'detached' })
}
