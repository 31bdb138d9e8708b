import { afterAll, beforeAll, expect, jest, test } from '@jest/globals'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core'
import { createDemoWorld, type DemoWorld } from '../server/testing/demo-world.ts'
import { chromiumPath } from './chromium.ts'
import { giveReason } from './give-reason.ts'

jest.setTimeout(180_000)

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

let demo: DemoWorld
let browser: Browser
let context: BrowserContext
let token: string
/** A published review of a customer with an email address, and an imported one. */
let written: string
let imported: string
const problems: string[] = []

beforeAll(async () => {
  demo = await createDemoWorld()
  browser = await chromium.launch({ executablePath: chromiumPath() })
  const answer = await fetch(`${demo.url}/apiSa/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'demo@candor.test', password: 'candor-demo' }),
  })
  token = ((await answer.json()) as { token: string }).token
  context = await browser.newContext({ viewport: { width: 1280, height: 900 }, locale: 'en-US' })
  await context.addInitScript((kept) => {
    if (window.top === window && location.protocol === 'http:') localStorage.setItem('candor.token', kept)
  }, token)
  context.on('weberror', (error) => problems.push(error.error().message))
  context.on('console', (message) => {
    if (/blocker/.test(message.text())) problems.push(message.text())
  })
  written = await reviewOf('{ status: [PUBLISHED], source: [CUSTOMER] }')
  imported = await reviewOf('{ source: [IMPORTED] }')
})
afterAll(async () => {
  await browser.close()
  await demo.close()
})

async function reviewOf(filter: string): Promise<string> {
  const answer = await fetch(`${demo.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({
      query: `{ viewer { shop { reviews(first: 30, filter: ${filter}) { edges { node { id email reply { content } replyMailRefusal editRequest } } } } } }`,
    }),
  })
  const { data, errors } = await answer.json()
  if (errors) throw new Error(JSON.stringify(errors))
  const nodes: {
    id: string
    email: string
    reply: object | null
    replyMailRefusal: string | null
    editRequest: string | null
  }[] = data.viewer.shop.reviews.edges.map(({ node }: { node: object }) => node)
  return (nodes.find((node) => node.email && !node.reply && !node.replyMailRefusal && !node.editRequest) ?? nodes[0]!)
    .id
}

async function openTab(path: string): Promise<Page> {
  const page = await context.newPage()
  await page.goto(demo.url + path)
  return page
}

async function violations(page: Page): Promise<string[]> {
  await page.evaluate(axe)
  return page.evaluate(async () => {
    const { violations: found } = await (
      window as unknown as { axe: { run(): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> } }
    ).axe.run()
    return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(' | ')}`)
  })
}

/** Waits for an email with matching HTML. Returns its HTML as received. */
async function mailWith(page: Page, words: RegExp): Promise<string> {
  const end = Date.now() + 30_000
  while (Date.now() < end) {
    await page.goto(`${demo.url}/demo/mailbox`)
    const first = page.locator('.mail-list a').first()
    if ((await first.count()) > 0) {
      const id = new URL((await first.getAttribute('href')) ?? '', demo.url).searchParams.get('id') ?? ''
      const html = await (await page.request.get(`${demo.url}/demo/mailbox/${id}/html`)).text()
      if (words.test(html)) return html
    }
  }
  throw new Error(`no mail with ${String(words)}`)
}

test('the customer approves an edit by the email’s link; it applies at once and can be reverted', async () => {
  const page = await openTab(`/reviews/edit/${written}`)
  await page.getByText('need the customer’s approval', { exact: false }).waitFor()
  const before = await page.getByLabel('Text').inputValue()
  await page.getByLabel('Text').fill(`${before} And it still is.`)
  await page.getByLabel('Message to the customer (optional)').fill('One word <b>too many</b>\nis in it.')
  expect(await violations(page)).toEqual([])
  await page.getByRole('button', { name: 'Send to customer for approval' }).click()
  await page.getByText('Waiting for approval', { exact: true }).waitFor()

  const reader = await context.newPage()
  const html = await mailWith(reader, /\/edit\/confirm\//)
  await reader.goto(/href="([^"]*\/edit\/confirm\/[^"]*)"/.exec(html)?.[1]?.replaceAll('&amp;', '&') ?? '')
  expect(html).toContain('One word &lt;b&gt;too many&lt;/b&gt;<br>is in it.')
  expect(await reader.getByText('One word <b>too many</b>').innerText()).toBe('One word <b>too many</b>\nis in it.')
  await reader.getByText('And it still is.', { exact: false }).waitFor()
  expect(await violations(reader)).toEqual([])
  await reader.locator('form button[type="submit"]').click()
  await reader.waitForLoadState()
  await reader.close()

  await page.reload()
  await page.getByText('The customer approved your change.', { exact: false }).waitFor()
  expect((await page.getByLabel('Text').inputValue()).endsWith('And it still is.')).toBe(true)
  await page.locator('.c-history').getByText('Edit approved').waitFor()
  expect(await violations(page)).toEqual([])

  await page.getByRole('button', { name: 'Restore original' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Restore original' }).click()
  await page.getByText('Original restored').first().waitFor()
  expect(await page.getByLabel('Text').inputValue()).toBe(before)
  await page.close()
})

test('the merchant opens the next and previous review from the list, and returns to the list', async () => {
  const page = await openTab('/reviews/list')
  const rows = page.locator('a[data-primary-link]')
  await rows.first().waitFor()
  const listed = await rows.evaluateAll((links) =>
    links.map((link) => ({ path: new URL((link as HTMLAnchorElement).href).pathname, words: link.textContent })),
  )
  const shows = async (at: number) => {
    await page.waitForURL(`**${listed[at]!.path}`)
    await page.locator('.c-quote', { hasText: listed[at]!.words }).waitFor()
  }
  await rows.first().click()
  await shows(0)
  await page.getByRole('button', { name: 'Next review' }).click()
  await shows(1)
  await page.keyboard.press('j')
  await shows(2)
  await page.keyboard.press('k')
  await shows(1)
  expect(await violations(page)).toEqual([])
  await page.goBack()
  await page.waitForURL('**/reviews/list')
  await page.close()
})

test('an imported review can’t be edited, and its page says so', async () => {
  const page = await openTab(`/reviews/edit/${imported}`)
  await page.getByText('Imported reviews can’t be edited', { exact: false }).waitFor()
  expect(await page.getByRole('button', { name: 'Send to customer for approval' }).count()).toBe(0)
  await page.close()
})

test('publishes and emails a reply from a template; leaving it unsent asks once', async () => {
  const page = await openTab(`/reviews/reply/${written}`)
  await page.getByRole('button', { name: 'Use a template' }).click()
  await page.getByText('A warm thank you').click()
  expect(await page.getByLabel('Your public reply').inputValue()).toMatch(/^Thank you, .*Fernhill Goods\.$/)
  await page.getByRole('link', { name: 'Dashboard', exact: true }).click()
  await page.getByText('Leave page with unsaved changes?').waitFor()
  await page.getByRole('button', { name: 'Stay' }).click()
  await page.getByRole('button', { name: 'Publish reply' }).click()
  await page.getByText(/Reply saved\. We’ll email .* in about 5 minutes/).waitFor()
  const mailbox = await context.newPage()
  // The email waits five minutes, so that the merchant can delete the reply.
  expect((await page.request.post(`${demo.url}/demo/clock`, { data: { advance: '6m' }, timeout: 90_000 })).ok()).toBe(
    true,
  )
  await mailWith(mailbox, /It makes our day/)
  await mailbox.close()
  expect(await violations(page)).toEqual([])
  await page.getByRole('button', { name: 'Hide from store' }).click()
  await giveReason(page)
  await page.getByText('Review hidden').waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('Review published').waitFor()
  expect(problems).toEqual([])
  await page.close()
})

test('the merchant writes a review: created by admin, never verified', async () => {
  const page = await openTab('/reviews/new')
  await page.getByText('Your store', { exact: true }).click()
  await page.getByRole('radio', { name: '5 stars' }).check({ force: true })
  await page.getByLabel('Title').fill('Told at the market <b>stall</b>')
  await page.getByRole('button', { name: 'Add review' }).click()
  await page.getByRole('heading', { name: 'Review and reply' }).waitFor()
  await page.getByText('Entered by you').first().waitFor()
  await page.getByText('You added and published this review.').waitFor()
  expect(await page.getByText('Told at the market <b>stall</b>').count()).toBeGreaterThan(0)
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByText('Reviews you add can’t be marked as verified').waitFor()
  await page.close()
})

test('a saved setting changes the storefront', async () => {
  const page = await openTab('/settings?tab=general')
  const dates = async () =>
    (await (await page.request.get(`${demo.url}/demo/store/products/hillside-mug`)).text()).match(/<time/g)?.length ?? 0
  expect(await dates()).toBeGreaterThan(1)
  await page.getByRole('heading', { name: 'Storefront' }).click()
  await page.getByLabel('Hide review dates').check()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Saved successfully.').waitFor()
  // The demo's own clock is unchanged.
  // A job that rendered before the save may send its values after it; the next one replaces them.
  while ((await dates()) !== 1);
  await page.close()
})

test('review pages have no accessibility violations on desktop and phone', async () => {
  const page = await context.newPage()
  for (const path of [
    `/reviews/reply/${written}`,
    `/reviews/edit/${imported}`,
    '/reviews/new',
    '/settings?tab=general',
  ]) {
    await page.setViewportSize({ width: 1280, height: 844 })
    await page.goto(demo.url + path)
    await page.locator('h1').first().waitFor()
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 844 })
      expect(await violations(page)).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
    }
  }
  await page.close()
})
