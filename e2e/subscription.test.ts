import { expect, jest, test } from '@jest/globals'
import type { Page } from 'playwright-core'
import { demoStage } from './visitor.ts'

jest.setTimeout(180_000)

const stage = demoStage()
const plan = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const setPlan = (id: string) => stage.demo.app.http.inject({ method: 'POST', url: '/demo/plan', payload: { plan: id } })

test('a merchant upgrades with a coupon, is offered to stay, leaves, and reads of an unpaid bill', async () => {
  await setPlan('free')
  const phone = await stage.merchant.visit('/subscription?tier=1', { viewport: { width: 390, height: 844 } })
  await phone.getByText('Has what you need').waitFor()
  await phone.waitForFunction(() => {
    const { top = 0 } = document.querySelector('[data-asked]')?.getBoundingClientRect() ?? {}
    return top > 0 && top < 400
  })

  const page = await stage.merchant.visit('/subscription?tier=0')
  await plan(page, 'Pro').getByText('Has what you need').waitFor()

  await page.getByLabel('Coupon').fill('SAVE99')
  await page.getByRole('button', { name: 'Apply' }).click()
  await page.getByText('Invalid coupon code').waitFor()
  await plan(page, 'Pro').getByRole('button').click()
  await page.locator('input:focus[aria-invalid="true"]').waitFor()
  await page.getByLabel('Coupon').fill('SAVE20')
  await page.getByRole('button', { name: 'Apply' }).click()
  await plan(page, 'Pro').getByText('$15.92').waitFor()
  await plan(page, 'Pro').getByRole('button').click()
  await page.locator('[data-approve]').click()
  await page.getByText('You’re on the Pro plan').waitFor()
  await page.getByText('7 trial days left').waitFor()
  await page.getByText(/^First charge on .*: \$15\.92$/).waitFor()
  await page.getByRole('link', { name: 'Reply to your reviews' }).waitFor()

  await plan(page, 'Free').getByRole('button').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Downgrade to Free' }).click()
  await dialog.getByText('Please select a reason to confirm downgrading.').waitFor()
  await dialog.getByText('It costs too much').click()
  await dialog.getByRole('button', { name: 'Stay with 50% off' }).click()
  await page.locator('[data-decline]').click()
  await page.getByText('You declined Pro on Shopify').waitFor()

  await plan(page, 'Free').getByRole('button').click()
  await dialog.getByText('It costs too much').click()
  await dialog.getByRole('button', { name: 'Downgrade to Free' }).click()
  await page.getByText(/^Pro until .*, then Free$/).waitFor()

  await plan(page, 'Pro').getByRole('button').click()
  await page.locator('[data-approve]').waitFor()
  const charge = new URL(page.url()).pathname
  await page.locator('[data-approve]').click()
  await page.getByText('You’re on the Pro plan').waitFor()
  await stage.demo.app.http.inject({ method: 'POST', url: `${charge}/freeze` })
  await stage.demo.app.drain()
  await page.reload()
  await page.getByText('Your plan is on hold').waitFor()
  await page.getByRole('heading', { name: 'Your plan: Pro' }).waitFor()
  await plan(page, 'Pro').getByRole('button', { name: 'On hold: pay your Shopify bill', disabled: true }).waitFor()
  expect(await page.getByText(/trial days? left|First charge|Start free trial/).count()).toBe(0)
  await page.goto(new URL('/', page.url()).href)
  await page.getByRole('listitem').filter({ hasText: 'Your plan is on hold' }).getByRole('link').click()
  await plan(page, 'Free').getByRole('button').click()
  await dialog.getByText('It costs too much').click()
  await dialog.getByRole('button', { name: 'Downgrade to Free' }).click()
  await page.getByText(/^Pro ended on /).waitFor()
})
