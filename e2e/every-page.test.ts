import { expect, jest, test } from '@jest/globals'
import type { Frame, Page } from 'playwright-core'
import { adminPaths } from './admin-paths.ts'
import { untranslated } from './untranslated.ts'
import { demoStage, violations } from './visitor.ts'

jest.setTimeout(300_000)

const stage = demoStage()
const [desk, phone] = [
  { width: 1280, height: 860 },
  { width: 390, height: 844 },
]

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
  /** Opens an address. Its errors are reported with `path`. */
  open(path: string, url: string): Promise<void>
  /** Checks that `shown` is accessible and fits its width. */
  check(path: string, shown: Page | Frame): Promise<void>
}

/** Opens a tab that records errors of the pages that it opens. */
async function startWalk(viewport: typeof desk, signedIn = false): Promise<Walk> {
  const page = await stage.merchant.visit('about:blank', { signedIn, viewport })
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
    async open(path, url) {
      at = path
      await page.goto(url)
    },
    async check(path, shown) {
      await shown.waitForFunction(() => document.querySelector('h1') && !document.querySelector('[aria-busy="true"]'))
      const [wide, width] = await shown.evaluate(
        () => [document.documentElement.scrollWidth, document.documentElement.clientWidth] as const,
      )
      if (wide > width) problems.push(`${path}: ${wide - width} px of sideways scroll`)
      // Polaris hides a page's actions while it measures them, so check a finding twice.
      const found = (await violations(shown)).length > 0 ? await violations(shown) : []
      problems.push(...found.map((violation) => `${path}: ${violation}`))
    },
  }
}

// One width for each mode: the content of a page is the same in both.
test('standalone, every page is accessible, translated, fits a desktop, has its heading as title and logs no error', async () => {
  const { page, problems, open, check } = await startWalk(desk, true)
  for (const path of await adminPaths(stage.merchant.ask)) {
    await open(path, `${stage.demo.url}${path}?locale=pseudo`)
    await check(path, page)
    problems.push(...(await untranslated(page)).map((text) => `${path} shows in English: ${text}`))
    const [title, heading] = await page.evaluate(
      () => [document.title, document.querySelector('h1')?.innerText] as const,
    )
    if (title !== `${heading} · Candor`) problems.push(`${path}: titled ${title}`)
  }
  expect(problems).toEqual([])
})

test('embedded, every page is accessible, fits a phone and logs no error', async () => {
  const { page, problems, open, check } = await startWalk(phone)
  for (const path of await adminPaths(stage.merchant.ask)) {
    await open(path, `${stage.demo.url}/demo/admin${path}`)
    const frame = await (await page.waitForSelector('iframe')).contentFrame()
    if (!frame) throw new Error(`${path} is not framed`)
    await check(path, frame)
    for (const preview of frame.childFrames())
      if (/[\u0590-\u06ff]/.test((await preview.textContent('body')) ?? ''))
        problems.push(`${path}: a preview isn’t English`)
  }
  expect(problems).toEqual([])
})

test('the login and the demo’s own pages are accessible, fit a phone and log no error', async () => {
  const { page, problems, open, check } = await startWalk(phone)
  for (const path of ['/auth/login', ...demoPages]) {
    await open(path, stage.demo.url + path)
    await check(path, page)
  }
  expect(problems).toEqual([])
})
