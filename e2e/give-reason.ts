import type { Frame, Page } from 'playwright-core'

/** Time in which the dialog opens. Earlier messages on the page tell nothing about this act. */
const opensWithinMs = 8_000

/** Answers the dialog "Why do you hide this review?". It doesn't open for reviews that no shopper wrote. */
export async function giveReason(page: Page | Frame): Promise<void> {
  const dialog = page.getByRole('dialog', { name: /^Why do you/ })
  // On a phone the dialog's own box is empty.
  const reason = dialog.getByText('Not about the product')
  if (
    !(await reason.waitFor({ timeout: opensWithinMs }).then(
      () => true,
      () => false,
    ))
  )
    return
  await reason.click()
  await dialog.getByRole('button', { name: /^(?:Hide|Move|Delete)/ }).click()
  await dialog.waitFor({ state: 'detached' })
}
