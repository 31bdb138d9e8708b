import { expect, jest, test } from '@jest/globals'
import { readFileSync } from 'node:fs'
import type { Frame, Page } from 'playwright-core'
import { demoStage, violations } from './visitor.ts'

jest.setTimeout(300_000)

const stage = demoStage()
const [desk, phone] = [
  { width: 1280, height: 860 },
  { width: 390, height: 844 },
]

/** Every path of the router's table, so that new pages are included. */
const routes = [...readFileSync('client/admin/routes.tsx', 'utf8').matchAll(/(?:page|furtherPage)\('([^']+)'/g)].map(
  ([, path = '']) => path,
)
/** Ids that aren't a review's, by the path before them. */
const ids: Readonly<Record<string, string>> = { '/collect-reviews/emails/': 'review-reminder' }
/** Other paths of a page that is checked anyway. */
const aliases = ['/dashboard', '/collect-reviews/reviews/import', '/reviews/import', '/collect-reviews/email-request']
const demoPages = [
  '/demo/store',
  '/demo/store/products/hillside-mug',
  '/demo/store/checkout?handle=teapot',
  '/demo/store/account',
  '/demo/store/login',
  '/demo/mailbox',
]

interface Walk {
  page: Page
  problems: string[]
  /** Checks `shown` at desktop and phone width. */
  check(path: string, shown: Page | Frame): Promise<void>
}

/** Opens a tab that records errors of the pages that it opens. */
async function startWalk(signedIn: boolean): Promise<Walk> {
  const page = await stage.merchant.visit('about:blank', { signedIn })
  const problems: string[] = []
  let at = ''
  // The demo draws the pictures of its reviews after its start.
  const isPicture = (url: string) => new URL(url, 'http://none.test').pathname.startsWith('/media/')
  page.on('console', (message) => {
    if (message.type() === 'error' && !isPicture(message.location().url))
      problems.push(`${at}: ${message.text()} ${message.location().url}`)
  })
  return {
    page,
    problems,
    async check(path, shown) {
      at = path
      for (const size of [desk, phone]) {
        await page.setViewportSize(size)
        await shown.waitForFunction(() => document.querySelector('h1') && !document.querySelector('[aria-busy="true"]'))
        const [wide, width] = await shown.evaluate(
          () => [document.documentElement.scrollWidth, document.documentElement.clientWidth] as const,
        )
        if (wide > width) problems.push(`${path} at ${size.width}: ${wide - width} px of sideways scroll`)
        // Polaris hides a page's actions while it measures them for a new width, so check a finding twice.
        const found = (await violations(shown)).length > 0 ? await violations(shown) : []
        problems.push(...found.map((violation) => `${path} at ${size.width}: ${violation}`))
      }
    },
  }
}

async function walkedPaths(): Promise<string[]> {
  const { viewer } = await stage.merchant.ask<{ viewer: { shop: { reviews: { edges: { node: { id: string } }[] } } } }>(
    '{ viewer { shop { reviews(first: 1) { edges { node { id } } } } } }',
  )
  const id = encodeURIComponent(viewer.shop.reviews.edges[0]?.node.id ?? '')
  return routes
    .filter((path) => !aliases.includes(path))
    .map((path) => path.replace(':id', ids[path.replace(':id', '')] ?? id))
}

test('standalone, every page is accessible, fits a phone, has its heading as title and logs no error', async () => {
  const { page, problems, check } = await startWalk(true)
  for (const path of await walkedPaths()) {
    await page.goto(stage.demo.url + path)
    await check(path, page)
    const [title, heading] = await page.evaluate(
      () => [document.title, document.querySelector('h1')?.innerText] as const,
    )
    if (title !== `${heading} · Candor`) problems.push(`${path}: titled ${title}`)
  }
  expect(problems).toEqual([])
})

test('embedded, every page is accessible, fits a phone and logs no error', async () => {
  const { page, problems, check } = await startWalk(false)
  for (const path of await walkedPaths()) {
    await page.goto(`${stage.demo.url}/demo/admin${path}`)
    const frame = await (await page.waitForSelector('iframe')).contentFrame()
    if (!frame) throw new Error(`${path} is not framed`)
    await check(path, frame)
  }
  expect(problems).toEqual([])
})

test('the login and the demo’s own pages are accessible, fit a phone and log no error', async () => {
  const { page, problems, check } = await startWalk(false)
  for (const path of ['/auth/login', ...demoPages]) {
    await page.goto(stage.demo.url + path)
    await check(path, page)
  }
  expect(problems).toEqual([])
})
