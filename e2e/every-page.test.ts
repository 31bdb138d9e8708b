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

/** Every path of the router's table: a new page is walked from the day it is listed. */
const routes = [...readFileSync('client/admin/routes.tsx', 'utf8').matchAll(/(?:page|furtherPage)\('([^']+)'/g)].map(
  ([, path = '']) => path,
)
/** Ids that aren't a review's, by what comes before them. */
const ids: Readonly<Record<string, string>> = { '/collect-reviews/emails/': 'review-reminder' }
/** Other addresses of a page that is walked anyway. */
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
  /** Checks what `shown` shows on a desk and on a phone. */
  check(path: string, shown: Page | Frame): Promise<void>
}

/** A tab that notes what goes wrong on the pages it opens. */
async function startWalk(signedIn: boolean): Promise<Walk> {
  const page = await stage.merchant.visit('about:blank', { signedIn })
  const problems: string[] = []
  let at = ''
  // The demo paints the pictures of its reviews after it has started.
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
        // Polaris hides a page's actions while it measures them for a new width, so what is found must be there a second time.
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

test('standalone, every page is accessible, fits a phone, is titled after its heading and logs no error', async () => {
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
