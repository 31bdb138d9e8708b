import { describe, expect, jest, test } from '@jest/globals'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { demoStage, violations } from './visitor.ts'
import { giveReason } from './give-reason.ts'

jest.setTimeout(180_000)

const stage = demoStage()

const visit = async (path: string, options: BrowserContextOptions = {}) =>
  standing(await stage.merchant.visit(path, options))
const opened = async (page: Page, path: string) => {
  await page.goto(stage.demo.url + path)
  return standing(page)
}

async function standing(page: Page): Promise<Page> {
  await page.getByRole('heading', { level: 1 }).waitFor()
  await settled(page)
  return page
}

const settled = (page: Page) =>
  page.waitForFunction(
    () =>
      !document.querySelector('[aria-busy="true"]') &&
      document.querySelector('tbody tr, li[id], .Polaris-EmptySearchResult, [class*="EmptySearch"]'),
  )

/** Sets the shop's admin language. */
const speak = (adminLocale: string) =>
  stage.merchant.ask('mutation ($input: UpdateShopInput!) { updateShop(input: $input) { __typename } }', {
    input: { adminLocale },
  })

const tabCount = async (page: Page, name: string): Promise<number> =>
  Number((await page.getByRole('tab', { name: new RegExp(`^${name} `) }).innerText()).replace(/\D/g, ''))
const tab = (page: Page, name: string, count: number) =>
  page.getByRole('tab', { name: `${name} ${count.toLocaleString('en')}`, exact: true })
const titles = (page: Page) => page.locator('[data-primary-link]').allInnerTexts()

describe('the URL holds the list’s state', () => {
  test('filters, sorts and pages; a changed filter opens page 1; Back and reload restore', async () => {
    const page = await visit('/reviews/list')
    await page.getByRole('button', { name: 'Rating', exact: true }).click()
    await page.getByRole('checkbox', { name: '5 stars', exact: true }).check({ force: true })
    await page.getByRole('checkbox', { name: '4 stars', exact: true }).check({ force: true })
    await page.waitForURL(/rateMultipleFilter=5%2C4/)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: /^Sort the list/ }).click()
    await page.getByRole('radio', { name: 'Date: Oldest first' }).click({ force: true })
    await page.waitForURL(/sort=createdAt_asc/)
    await page.waitForFunction(() => document.querySelector('[aria-label^="Sort the list: Date: Oldest"]'))
    await settled(page)
    await page.getByText('1 to 10 of').waitFor()
    const first = await titles(page)
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
    await page.getByRole('button', { name: 'Next' }).click()
    await page.getByText('11 to 20 of').waitFor()
    await settled(page)
    expect(
      await page.locator('.c-list-body').evaluate((list) => Math.round(list.getBoundingClientRect().top)),
    ).toBeGreaterThanOrEqual(0)
    const second = await titles(page)
    expect(second).not.toEqual(first)
    await page.getByText(/^Page 2 of /).waitFor()
    await page.reload()
    await settled(page)
    await page.getByText('11 to 20 of').waitFor()
    expect(await titles(page)).toEqual(second)
    await page.getByRole('button', { name: 'Verification', exact: true }).click()
    await page.getByLabel('Not verified').check({ force: true })
    await page.waitForURL(
      (url) =>
        url.searchParams.get('verifiedFilter') === 'no' &&
        !url.searchParams.has('cursor') &&
        !url.searchParams.has('page'),
    )
    await settled(page)
    await page.getByText('1 to 10 of').waitFor()
    await page.goBack()
    await page.getByText('11 to 20 of').waitFor()
    await settled(page)
    expect(await titles(page)).toEqual(second)
  })

  test('several statuses are a filter, one is a tab; days are the shop’s', async () => {
    const page = await visit('/reviews/list?statusFilter=pending,unpublished&createdDate=last30Days')
    await page.getByText('Status: Pending, Hidden').waitFor()
    await page.getByText('Date: Last 30 days').waitFor()
    expect(await page.getByRole('tab', { selected: true }).innerText()).toMatch(/^All/)
    await page.getByRole('tab', { name: /^Pending/ }).click()
    await page.waitForURL(/statusFilter=pending&/)
    await settled(page)
    for (const badge of await page.locator('tbody .Polaris-Badge').allInnerTexts()) expect(badge).toContain('Pending')
  })

  test.each([
    [1024, 'de'],
    [390, 'de'],
  ])('everything is reachable at %i in %s', async (width, locale) => {
    await speak(locale)
    const page = await visit('/reviews/list', { viewport: { width, height: 850 } })
    // Content of a scrolling strip is reachable by touch or by the menu next to it.
    const outside = await page.evaluate(() =>
      [...document.querySelectorAll('.c-list-body button, .c-list-body input:not([type="checkbox"])')]
        .filter(
          (element) =>
            element.checkVisibility() && !element.closest('[role="tablist"], [class*="FiltersStickyArea"], .c-hidden'),
        )
        .filter(
          (element) =>
            element.getBoundingClientRect().right > window.innerWidth + 1 || element.getBoundingClientRect().left < -1,
        )
        .map((element) => element.outerHTML.slice(0, 160)),
    )
    expect(outside).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    const strip = page.getByRole('tablist')
    if (await strip.evaluate((element) => element.scrollWidth > element.clientWidth + 1))
      expect(await page.locator('.c-tabs > div button').count()).toBeGreaterThan(0)
    await speak('en')
  })
})

describe('bulk actions', () => {
  test('on a phone, rows are selected by touch and their actions are reachable', async () => {
    const page = await visit('/reviews/list?statusFilter=published', {
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
    })
    const hidden = await tabCount(page, 'Hidden')
    for (const place of [0, 1]) await page.locator('tbody tr').nth(place).locator('td').first().tap()
    await page.getByText('2 selected').first().waitFor()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    const bar = page.locator('.c-list-body').getByRole('button', { name: 'Actions', exact: true })
    await bar.tap()
    await page.getByRole('button', { name: 'Hide from store' }).last().tap()
    await giveReason(page)
    await page.getByText('2 reviews hidden').waitFor()
    await tab(page, 'Hidden', hidden + 2).waitFor()
    await page.getByRole('button', { name: 'Undo' }).first().tap()
    await tab(page, 'Hidden', hidden).waitFor()
  })

  test('hides all matching reviews, with progress in another tab and after a reload; the undo skips reviews changed since', async () => {
    const page = await visit('/reviews/list?statusFilter=published')
    const other = await opened(await page.context().newPage(), '/reviews/list')
    const [published, hidden] = [await tabCount(page, 'Published'), await tabCount(page, 'Hidden')]
    await page.locator('tbody').getByRole('checkbox').first().check({ force: true })
    await page
      .getByRole('button', { name: `Select all ${published.toLocaleString('en')}` })
      .first()
      .click()
    await page.getByRole('button', { name: 'Hide from store' }).first().click()
    await giveReason(page)
    await page.getByText(`${published.toLocaleString('en')} reviews hidden`).waitFor({ timeout: 60_000 })
    await other.getByText(`${published.toLocaleString('en')} reviews hidden`).waitFor({ timeout: 60_000 })
    await tab(other, 'Hidden', hidden + published).waitFor()
    // Change one of them before the undo.
    await page.getByRole('tab', { name: /^Hidden/ }).click()
    await page.waitForURL(/statusFilter=unpublished/)
    await settled(page)
    await page
      .getByRole('button', { name: /^Actions for/ })
      .first()
      .click()
    await page.getByRole('menuitem', { name: 'Pin to the top' }).click()
    await page.getByText('1 review pinned').waitFor()
    await page.reload()
    await settled(page)
    expect(await violations(page)).toEqual([])
    await page.getByRole('main').getByRole('button', { name: 'Undo' }).click()
    await page
      .getByText(
        `${(published - 1).toLocaleString('en')} reviews restored. 1 review changed in the meantime and stays as it is.`,
      )
      .waitFor({ timeout: 60_000 })
    await tab(page, 'Published', published - 1).waitFor()
    await page.getByRole('button', { name: 'Dismiss notification' }).click()
    await other.close()
  })

  test('counts follow another tab’s change', async () => {
    const page = await visit('/reviews/list?statusFilter=pending')
    const other = await opened(await page.context().newPage(), '/reviews/list?statusFilter=pending')
    const pending = await tabCount(other, 'Pending')
    await page
      .getByRole('button', { name: /^Actions for/ })
      .first()
      .click()
    await page.getByRole('menuitem', { name: 'Publish', exact: true }).click()
    await page.getByText('1 review published').waitFor()
    await tab(other, 'Pending', pending - 1).waitFor()
  })
})

describe('saved views', () => {
  test('are created, changed, renamed, copied and deleted; names are unique', async () => {
    const page = await visit('/reviews/list?rateMultipleFilter=1,2')
    await page.getByRole('button', { name: 'Save view' }).click()
    await page.getByLabel('Name').fill('Bad ones')
    await page.keyboard.press('Enter')
    await page.getByRole('tab', { name: 'Bad ones', selected: true }).waitFor()
    await page.getByRole('tab', { name: /^Pending/ }).click()
    await page.waitForURL((url) => url.search === '?statusFilter=pending')
    await page.getByRole('tab', { name: 'Bad ones' }).click()
    await page.waitForURL(/rateMultipleFilter=1%2C2/)
    await settled(page)
    await page.getByRole('button', { name: /^Sort the list/ }).click()
    await page.getByRole('radio', { name: 'Date: Oldest first' }).click({ force: true })
    await page.getByRole('button', { name: 'Save view' }).click()
    await page.getByText('View saved').first().waitFor()
    await page.getByRole('button', { name: 'Actions for this view' }).click()
    await page.getByRole('button', { name: 'Duplicate view' }).click()
    await page.getByLabel('Name').fill('BAD ones')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('A view with this name already exists').waitFor()
    expect(await violations(page)).toEqual([])
    await page.getByLabel('Name').fill('Worse ones')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('tab', { name: 'Worse ones', selected: true }).waitFor()
    await page.reload()
    await page.getByRole('tab', { name: 'Worse ones', selected: true }).waitFor()
    for (const name of ['Worse ones', 'Bad ones']) {
      await page.getByRole('tab', { name }).click()
      await page.getByRole('tab', { name, selected: true }).waitFor()
      await settled(page)
      await page.getByRole('button', { name: 'Actions for this view' }).click()
      await page.getByRole('button', { name: 'Delete view' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Delete view' }).click()
      await page.getByRole('tab', { name }).waitFor({ state: 'detached' })
    }
  })
})

describe('keyboard shortcuts', () => {
  test('j, k, x, p and # work on a list; the focus keeps its position; shortcuts can be turned off', async () => {
    const page = await visit('/reviews/list?statusFilter=pending')
    const pending = await tabCount(page, 'Pending')
    const [first, second] = await page.locator('tbody tr').evaluateAll((rows) => rows.map((row) => row.id))
    const cursor = () => page.evaluate(() => document.activeElement?.closest('tr')?.id)
    await page.keyboard.press('j')
    expect(await cursor()).toBe(first)
    await page.keyboard.press('x')
    await page.getByText('1 selected').first().waitFor()
    await page.keyboard.press('x')
    await page.keyboard.press('p')
    await page.getByText('1 review published').waitFor()
    await tab(page, 'Pending', pending - 1).waitFor()
    await page.waitForFunction((id) => document.activeElement?.closest('tr')?.id === id, second)
    await page.keyboard.press('#')
    await giveReason(page)
    await page.getByText('1 review moved to the trash').waitFor()
    await page.keyboard.press('?')
    await page.getByText('Keyboard shortcuts').last().waitFor()
    expect(await violations(page)).toEqual([])
    await page.getByLabel('Use keyboard shortcuts in this browser').uncheck({ force: true })
    await page.getByRole('button', { name: 'Done' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.evaluate(() => (document.activeElement as HTMLElement).blur())
    await page.keyboard.press('j')
    expect(await cursor()).toBeUndefined()
  })
})

test('the focus is restored after a page or a dialog', async () => {
  const page = await visit('/reviews/list?statusFilter=published')
  const ids = await page.locator('tbody tr').evaluateAll((rows) => rows.map((row) => row.id))
  const at = (id: string | undefined) =>
    page.waitForFunction((wanted) => document.activeElement?.closest('tr')?.id === wanted, id)
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await at(ids[1])
  await page.keyboard.press('r')
  await page.waitForURL(/\/reviews\/reply\//)
  await page.getByRole('heading', { name: 'Review and reply' }).waitFor()
  await page.goBack()
  await at(ids[1])
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Review and reply' }).waitFor()
  await page.keyboard.press('j')
  await page.waitForURL((url) => url.pathname.endsWith(encodeURIComponent(ids[2] ?? '')))
  await page.goBack()
  await at(ids[2])
  await page.keyboard.press('k')
  await at(ids[1])
  const openReply = async () => {
    // The page's header has a menu of that name, too.
    const bar = page.locator('[class*="BulkActions"]')
    await bar.getByRole('button', { name: 'More actions' }).last().click()
    await page.getByRole('button', { name: 'Reply', exact: true }).click()
    await page.getByRole('dialog').getByLabel('Your public reply').waitFor()
  }
  await page.keyboard.press('x')
  await page.getByText('1 selected').first().waitFor()
  await openReply()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await at(ids[1])
  await page.keyboard.press('#')
  await giveReason(page)
  await page.getByText('1 review moved to the trash').waitFor()
  await at(ids[2])
  await page.keyboard.press('?')
  await page.getByRole('dialog').getByRole('button', { name: 'Done' }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await at(ids[2])
})

test('undoes a bulk action later, in the recent changes', async () => {
  const page = await visit('/reviews/list?statusFilter=published')
  const published = await tabCount(page, 'Published')
  for (const row of [0, 1]) await page.locator('tbody').getByRole('checkbox').nth(row).check({ force: true })
  await page.getByRole('button', { name: 'Hide from store' }).first().click()
  await giveReason(page)
  await page.getByText('2 reviews hidden').waitFor()
  await tab(page, 'Published', published - 2).waitFor()
  await page.reload()
  await settled(page)
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByText('Recent changes').click()
  const undo = page.getByRole('dialog').getByRole('button', { name: 'Undo: 2 reviews hidden' }).first()
  await undo.waitFor()
  expect(await violations(page)).toEqual([])
  await undo.click()
  await page.getByText('Hide from store: 2 reviews restored').first().waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click()
  await tab(page, 'Published', published).waitFor()
})

test('downloads the file of an export', async () => {
  const page = await visit('/reviews/list?statusFilter=pending')
  await page.getByRole('button', { name: 'Export' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Export' }).click()
  await page.getByText(/reviews exported to /).waitFor({ timeout: 60_000 })
  expect(await violations(page)).toEqual([])
  const coming = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download' }).click()
  expect((await coming).suggestedFilename()).toMatch(/\.csv$/)
  await page.reload()
  await settled(page)
  await page.getByRole('button', { name: 'Export' }).click()
  const again = page.getByRole('button', { name: /^Download reviews-.*\.csv, / })
  await again.waitFor()
  expect(await violations(page)).toEqual([])
  const comingAgain = page.waitForEvent('download')
  await again.click()
  expect((await comingAgain).suggestedFilename()).toMatch(/\.csv$/)
})

test('a row’s menu has no accessibility violation', async () => {
  const page = await visit('/reviews/list')
  await page
    .getByRole('button', { name: /^Actions for/ })
    .first()
    .click()
  await page.getByRole('menuitem', { name: /^(Pin to the top|Unpin)$/ }).waitFor()
  expect(await violations(page, { overlay: true })).toEqual([])
})
