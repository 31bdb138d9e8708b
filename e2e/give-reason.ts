import type { Frame, Page } from 'playwright-core'

/**
 * Answers the dialog "Why do you hide this review?". Reviews without a shopper as author don't open it. Inside the
 * platform's admin, `toasts` is the page around.
 */
export async function giveReason(page: Page | Frame, toasts: Page | Frame = page): Promise<void> {
  const dialog = page.getByRole('dialog', { name: /^Why do you/ })
  // On a phone the dialog's own box is empty.
  const reason = dialog.getByText('Not about the product')
  const done = toasts.getByText(/\breviews? (?:hidden|published)\b|moved to (?:the )?trash/i).first()
  await Promise.any([reason.waitFor(), done.waitFor()])
  if (!(await reason.isVisible())) return
  await reason.click()
  await dialog.getByRole('button', { name: /^(?:Hide|Move|Delete)/ }).click()
  await dialog.waitFor({ state: 'detached' })
}
