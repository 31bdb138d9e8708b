import { expect, jest, test } from '@jest/globals'
import sharp from 'sharp'
import { deliverOrder } from './demo-order.ts'
import { demoStage } from './visitor.ts'

jest.setTimeout(240_000)

const stage = demoStage()

interface Mail {
  id: string
  to: string
  subject: string
  html: string
}

const mails = async (): Promise<Mail[]> =>
  (await fetch(`${stage.demo.url}/demo/mailbox.json`)).json() as Promise<Mail[]>
const mailsTo = async (address: string): Promise<Mail[]> => (await mails()).filter(({ to }) => to.includes(address))
async function advance(time: string): Promise<void> {
  const { status } = await fetch(`${stage.demo.url}/demo/clock`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ advance: time }),
  })
  expect(status).toBe(200)
}

async function offerDiscount(): Promise<void> {
  const page = await stage.merchant.visit('/collect-reviews/discount')
  await page.getByRole('checkbox', { name: 'Give reviewers a discount code' }).check({ force: true })
  await page.getByRole('radio', { name: 'Both' }).check({ force: true })
  await page.getByRole('button', { name: 'Save', exact: true }).first().click()
  await page.getByText('Saved successfully.').first().waitFor()
  await page.close()
}

/** Buys a teapot, ships and delivers it, and advances a week. */
async function buy(email: string): Promise<void> {
  const page = await stage.merchant.visit('/demo/store/checkout?handle=teapot', { signedIn: false })
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('First name').fill('Ada')
  await page.getByRole('button', { name: 'Place order' }).click()
  await deliverOrder(page)
  await page.close()
}

/** Clicks the fourth star in the email, adds a photo and sends the review. */
async function review(email: string): Promise<void> {
  const [request] = await mailsTo(email)
  const mailbox = await stage.merchant.visit('/demo/mailbox', { signedIn: false })
  await mailbox
    .getByRole('link', { name: new RegExp(email) })
    .first()
    .click()
  const stars = new URL(
    /href="([^"]*[?&](?:amp;)?s=4[^"]*)"/.exec(request?.html ?? '')?.[1]?.replaceAll('&amp;', '&') ?? '',
    stage.demo.url,
  )
  const [form] = await Promise.all([
    mailbox.waitForEvent('popup'),
    mailbox.frameLocator('iframe').locator(`a[href*="${stars.pathname}"][href*="s=4"]`).first().click(),
  ])
  await form.setViewportSize({ width: 390, height: 844 })
  expect(await form.getByRole('radio', { name: '4 stars' }).isChecked()).toBe(true)
  await form
    .getByLabel(/^(Your review|Review)/)
    .first()
    .fill('Pours well and keeps the tea hot for an hour.')
  await form.getByLabel('Photos').setInputFiles({
    name: 'tea.png',
    mimeType: 'image/png',
    buffer: await sharp({ create: { width: 60, height: 40, channels: 3, background: '#1f5b45' } })
      .png()
      .toBuffer(),
  })
  await form.getByRole('button', { name: 'Submit review' }).click()
  await form.getByRole('heading', { name: 'Thank you' }).waitFor()
  await form.close()
  await mailbox.close()
}

test('an order gets a request, a review and a discount code, and the merchant sees it', async () => {
  const email = 'ada@shopper.test'
  await offerDiscount()
  await buy(email)
  await review(email)
  await advance('2h')
  expect((await mails()).some(({ subject }) => /new review/i.test(subject))).toBe(true)

  const requests = await stage.merchant.visit('/collect-reviews/review-request')
  await requests.getByRole('row').filter({ hasText: email }).getByText('Reviewed').first().waitFor()
  const codes = await stage.merchant.visit('/collect-reviews/discount/codes')
  const code =
    (await codes.getByRole('row').filter({ hasText: email }).first().innerText())
      .split(/\s/)
      .find((word) => /^[A-Z0-9-]{8,}$/.test(word)) ?? 'no code'
  expect((await mailsTo(email)).some(({ html }) => html.includes(code))).toBe(true)

  await advance('56d')
  expect((await mailsTo(email)).map(({ subject }) => subject)).toContain('Your discount code expires soon')
})

test('the preview of an email keeps its picture and its place while the merchant types', async () => {
  const page = await stage.merchant.visit('/collect-reviews/emails/review-reminder')
  const picture = page.locator('.c-email-frames iframe:not(.c-email-next)')
  await picture.waitFor()
  await picture.contentFrame().locator('.card').waitFor()
  await page.evaluate(() => {
    const seen: number[] = []
    Object.assign(window, { seen })
    const look = () => {
      const frame = document.querySelector<HTMLIFrameElement>('.c-email-frames iframe:not(.c-email-next)')
      seen.push(frame?.contentDocument?.querySelector('.card')?.getBoundingClientRect().width ?? 0)
      requestAnimationFrame(look)
    }
    look()
  })
  await page.getByRole('textbox', { name: 'Subject' }).fill('A new subject')
  await page.locator('.c-email-subject', { hasText: 'A new subject' }).waitFor()
  await page.waitForFunction(() => !document.querySelector('.c-email-next'))
  const seen = await page.evaluate(() => (window as unknown as { seen: number[] }).seen)
  expect(Math.min(...seen)).toBeGreaterThan(200)
  await page.getByRole('button', { name: 'Move Text', exact: true }).press('Space')
  await page.getByText('Text: place 1 of 6').waitFor({ state: 'attached' })
  await page.keyboard.press('ArrowDown')
  await page.getByText('Text: place 2 of 6').waitFor({ state: 'attached' })
  await page.keyboard.press('Space')
  await page.waitForFunction(() => document.querySelector('.c-email-block')?.textContent.startsWith('Product'))
  await page.close()
})
