import { beforeAll, expect, jest, test } from '@jest/globals'
import { giveReason } from './give-reason.ts'
import { demoStage, violations } from './visitor.ts'

jest.setTimeout(180_000)

const stage = demoStage()

/** A published review of a customer with an email address, and an imported one. */
let written: string
let imported: string

beforeAll(async () => {
  written = await reviewOf('{ status: [PUBLISHED], source: [CUSTOMER] }')
  imported = await reviewOf('{ source: [IMPORTED] }')
})

interface Listed {
  id: string
  email: string
  reply: object | null
  replyMailRefusal: string | null
  editRequest: string | null
}

async function reviewOf(filter: string): Promise<string> {
  const { viewer } = await stage.merchant.ask<{ viewer: { shop: { reviews: { edges: { node: Listed }[] } } } }>(
    `{ viewer { shop { reviews(first: 30, filter: ${filter}) { edges { node { id email reply { content } replyMailRefusal editRequest } } } } } }`,
  )
  const nodes = viewer.shop.reviews.edges.map(({ node }) => node)
  return (nodes.find((node) => node.email && !node.reply && !node.replyMailRefusal && !node.editRequest) ?? nodes[0]!)
    .id
}

const openTab = (path: string) => stage.merchant.visit(path)

/** Does what is due. Returns the HTML of the newest email that contains these words. */
async function mailWith(words: string): Promise<string> {
  const { app } = stage.demo
  await app.drain()
  const mail = await app.deps.access
    .acrossShops('the demo platform')
    .demoMail.findFirst({ where: { html: { contains: words } }, orderBy: { receivedAt: 'desc' } })
  if (!mail) throw new Error(`no mail with ${words}`)
  return mail.html
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

  const reader = await page.context().newPage()
  const html = await mailWith('/edit/confirm/')
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
  const next = page.getByRole('button', { name: 'Next review' })
  // While its tooltip finds its place, it may take the click.
  await next.hover()
  await page.getByRole('tooltip').waitFor()
  await next.click()
  await shows(1)
  await page.keyboard.press('j')
  await shows(2)
  await page.keyboard.press('k')
  await shows(1)
  expect(await violations(page)).toEqual([])
  await page.goBack()
  await page.waitForURL('**/reviews/list')
})

test('an imported review can’t be edited, and its page says so', async () => {
  const page = await openTab(`/reviews/edit/${imported}`)
  await page.getByText('Imported reviews can’t be edited', { exact: false }).waitFor()
  expect(await page.getByRole('button', { name: 'Send to customer for approval' }).count()).toBe(0)
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
  // The email waits five minutes, so that the merchant can delete the reply.
  await stage.demo.app.clock.advance(6 * 60_000)
  await mailWith('It makes our day')
  expect(await violations(page)).toEqual([])
  await page.getByRole('button', { name: 'Hide from store' }).click()
  await giveReason(page)
  await page.getByText('Review hidden').waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('Review published').waitFor()
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
})

test('a saved setting changes the storefront', async () => {
  const page = await openTab('/settings?tab=general')
  const dates = async () =>
    (await (await page.request.get(`${stage.demo.url}/demo/store/products/hillside-mug`)).text()).match(/<time/g)
      ?.length ?? 0
  expect(await dates()).toBeGreaterThan(1)
  await page.getByRole('heading', { name: 'Storefront' }).click()
  await page.getByLabel('Hide review dates').check()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Saved successfully.').waitFor()
  await stage.demo.app.drain()
  // The page's cache hears of it within a second.
  const until = Date.now() + 1_000
  while ((await dates()) > 1 && Date.now() < until);
  expect(await dates()).toBe(1) // the demo's own clock
})
