import { expect, test } from '@jest/globals'
import { shifts } from './shifts.ts'
import { demoStage } from './visitor.ts'

const stage = demoStage()

test.each([
  ['desktop', 1280, 860],
  ['phone', 390, 844],
])('a product page with all its widgets does not shift: %s', async (_name, width, height) => {
  // A busy machine can move a page once; a fault moves it at every visit.
  const visits = [await visitOnce(width, height), await visitOnce(width, height)]
  expect(Math.min(...visits)).toBeLessThanOrEqual(0.005)
})

/** Opens the page and returns its layout shift. */
async function visitOnce(width: number, height: number): Promise<number> {
  const page = await stage.merchant.visit('/demo/theme/products/hillside-mug', {
    signedIn: false,
    reducedMotion: 'no-preference',
    viewport: { width, height },
  })
  expect(
    await page
      .locator('[data-candor-widget]')
      .evaluateAll((roots) => roots.map((root) => root.getAttribute('data-candor-widget'))),
  ).toEqual(expect.arrayContaining(['starRating', 'reviewBox', 'submitForm']))
  // Wait for the live modules.
  await page.waitForLoadState('networkidle')
  return shifts(page)
}
