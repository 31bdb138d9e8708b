import type { Page } from 'playwright-core'

/** Ships and delivers a demo order on its page, and advances the clock by a week. */
export async function deliverOrder(page: Page): Promise<void> {
  const steps = page.locator('.steps')
  await steps.getByRole('button', { name: /^Ship order/ }).click()
  await page.locator('.order .state-fulfilled').waitFor()
  await steps.getByRole('button', { name: /^Deliver order/ }).click()
  await page.locator('.order .state-delivered').waitFor()
  await steps.getByRole('button', { name: '+7 days' }).click()
  await page.locator('[data-mails]').waitFor()
}
