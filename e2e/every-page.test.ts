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
  /** Checks that `shown` fits a desktop and a phone, and its accessibility at the width of `axeAt`. */
  check(path: string, shown: Page | Frame, axeAt: number): Promise<void>
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
    async open(path, url) {
      at = path
      await page.goto(url)
    },
    async check(path, shown, axeAt) {
      for (const size of [desk, phone]) {
        await page.setViewportSize(size)
        await shown.waitForFunction(() => document.querySelector('h1') && !document.querySelector('[aria-busy="true"]'))
        const [wide, width] = await shown.evaluate(
          () => [document.documentElement.scrollWidth, document.documentElement.clientWidth] as const,
        )
        if (wide > width) problems.push(`${path} at ${size.width}: ${wide - width} px of sideways scroll`)
        if (size.width !== axeAt) continue
        // Polaris hides a page's actions while it measures them for a new width, so check a finding twice.
        const found = (await violations(shown)).length > 0 ? await violations(shown) : []
        problems.push(...found.map((violation) => `${path} at ${size.width}: ${violation}`))
      }
    },
  }
}

test('standalone, every page is accessible, translated, fits a phone, has its heading as title and logs no error', async () => {
  const { page, problems, open, check } = await startWalk(true)
  for (const path of await adminPaths(stage.merchant.ask)) {
    await open(path, `${stage.demo.url}${path}?locale=pseudo`)
    await check(path, page, desk.width)
    problems.push(...(await untranslated(page)).map((text) => `${path} shows in English: ${text}`))
    const [title, heading] = await page.evaluate(
      () => [document.title, document.querySelector('h1')?.innerText] as const,
    )
    if (title !== `${heading} · Candor`) problems.push(`${path}: titled ${title}`)
  }
  expect(problems).toEqual([])
})

test('embedded, every page is accessible, fits a phone and logs no error', async () => {
  const { page, problems, open, check } = await startWalk(false)
  for (const path of await adminPaths(stage.merchant.ask)) {
    await open(path, `${stage.demo.url}/demo/admin${path}`)
    const frame = await (await page.waitForSelector('iframe')).contentFrame()
    if (!frame) throw new Error(`${path} is not framed`)
    await check(path, frame, phone.width)
    for (const preview of frame.childFrames())
      if (/[\u0590-\u06ff]/.test((await preview.textContent('body')) ?? ''))
        problems.push(`${path}: a preview isn’t English`)
  }
  expect(problems).toEqual([])
})

test('the login and the demo’s own pages are accessible, fit a phone and log no error', async () => {
  const { page, problems, open, check } = await startWalk(false)
  for (const path of ['/auth/login', ...demoPages]) {
    await open(path, stage.demo.url + path)
    await check(path, page, phone.width)
  }
  expect(problems).toEqual([])
})
