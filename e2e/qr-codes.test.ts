import { expect, test } from '@jest/globals'
import { readFileSync } from 'node:fs'
import jsqr from 'jsqr'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { demoStage } from './visitor.ts'

const stage = demoStage()

/** Its types name a default export that Node's modules don't have. */
const decode = jsqr as unknown as typeof jsqr.default

async function saved(page: Page, button: string): Promise<{ name: string; bytes: Buffer }> {
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: button }).click()])
  return { name: file.suggestedFilename(), bytes: readFileSync(await file.path()) }
}

test('a merchant generates, designs and downloads a code; the downloaded card scans and opens the form', async () => {
  const page = await stage.merchant.visit('/collect-reviews/qr-code')
  await page
    .getByRole('button', { name: /^Generate QR/ })
    .first()
    .click()
  await page.locator('.c-qr-preview img').waitFor()
  const before = await page.locator('.c-qr-preview img').getAttribute('src')
  const title = page.locator('input[maxlength="20"]')
  await title.fill('A title that is far too long')
  expect(await title.inputValue()).toBe('A title that is far ')
  await page.getByRole('radio', { name: 'Modern' }).check({ force: true })
  await page.waitForFunction((old) => document.querySelector('.c-qr-preview img')?.getAttribute('src') !== old, before)

  const { name, bytes } = await saved(page, 'Download PNG')
  expect(name).toMatch(/^[\w-]+-qr\.png$/)
  const { data, info } = await sharp(bytes).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  const url =
    decode(new Uint8ClampedArray(data), info.width, info.height, { inversionAttempts: 'dontInvert' })?.data ?? ''
  expect(await (await fetch(url)).text()).toContain('<form')
  expect((await saved(page, 'Download SVG')).bytes.toString()).toMatch(/^<svg.*@font-face/)

  await page.getByRole('button', { name: 'Discard' }).first().click()
  await page.waitForFunction(
    () => document.querySelector<HTMLInputElement>('input[maxlength="20"]')?.value === 'Scan me to REVIEW',
  )
})

test('prints a sheet of labels as a PDF', async () => {
  const page = await stage.merchant.visit('/collect-reviews/qr-code')
  for (const place of [0, 1]) await page.locator('tbody input[type=checkbox]').nth(place).check({ force: true })
  await page.getByRole('button', { name: 'Print labels' }).first().click()
  await page.getByLabel('Copies of each label').fill('9')
  await page.getByText('18 labels on 2 pages').waitFor()
  const { name, bytes } = await saved(page, 'Download PDF')
  expect([name, bytes.subarray(0, 5).toString()]).toEqual(['qr-labels.pdf', '%PDF-'])
})
