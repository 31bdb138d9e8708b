import { afterAll, afterEach, beforeAll, expect } from '@jest/globals'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import {
  chromium,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type Frame,
  type Page,
} from 'playwright-core'
import { createDemoWorld, type DemoWorld } from '../server/testing/demo-world.ts'
import { chromiumPath } from './chromium.ts'

interface VisitOptions extends BrowserContextOptions {
  /** False: a browser without a login. */
  signedIn?: boolean
}

/** A browser in which the demo's merchant opens pages. */
interface Visitor {
  browser: Browser
  /** Standalone token of the demo's merchant. */
  token: string
  /**
   * Opens a tab. Pages of one test with the same options share their storage, which is empty at the start of a test.
   */
  visit(path: string, options?: VisitOptions): Promise<Page>
  /** Runs GraphQL as the merchant. @throws Error with the response's errors */
  ask<T = unknown>(query: string, variables?: object): Promise<T>
  /** Closes a test's pages. Returns their script errors and violations of the content security policy. */
  leave(): Promise<string[]>
  close(): Promise<void>
}

/** Shared setup of a suite. */
interface Stage {
  demo: DemoWorld
  merchant: Visitor
}

/**
 * Opens the demo and its merchant for all tests of a suite. Fails a test whose pages report errors. The returned object
 * is filled before the tests run.
 */
export function demoStage(): Stage {
  const stage = {} as Stage
  beforeAll(async () => {
    stage.demo = await createDemoWorld()
    stage.merchant = await openVisitor(stage.demo.url)
  })
  afterAll(async () => {
    await stage.merchant.close()
    await stage.demo.close()
  })
  afterEach(async () => expect(await stage.merchant.leave()).toEqual([]))
  return stage
}

/** Without motion, nothing has to be awaited. */
const desk = {
  viewport: { width: 1280, height: 860 },
  locale: 'en-US',
  reducedMotion: 'reduce',
} satisfies BrowserContextOptions

/** Logs in the demo's merchant at `url` and opens a browser. */
async function openVisitor(url: string): Promise<Visitor> {
  const browser = await chromium.launch({ executablePath: chromiumPath() })
  const answer = await post(`${url}/apiSa/auth/login`, { email: 'demo@candor.test', password: 'candor-demo' })
  const { token } = (await answer.json()) as { token: string }
  // Share the browser's cache among tests: a new context for every page took most of their time.
  const contexts = new Map<string, BrowserContext>()
  let problems: string[] = []
  const make = async (options: BrowserContextOptions) => {
    const context = await browser.newContext({ ...desk, ...options })
    context.setDefaultTimeout(60_000) // allow for a busy machine
    context.on('weberror', (error) => problems.push(error.error().message))
    context.on('console', (message) => {
      if (/Content Security|violates|blocker/.test(message.text())) problems.push(message.text())
    })
    return context
  }
  return {
    browser,
    token,
    async visit(path, { signedIn = true, ...options } = {}) {
      const key = JSON.stringify(options)
      const context = contexts.get(key) ?? (await make(options))
      contexts.set(key, context)
      if (context.pages().length === 0)
        await context.setStorageState({
          cookies: [],
          origins: signedIn ? [{ origin: url, localStorage: [{ name: 'candor.token', value: token }] }] : [],
        })
      const page = await context.newPage()
      await page.goto(/^(http|about)/.test(path) ? path : url + path)
      return page
    },
    async ask<T>(query: string, variables: object = {}) {
      const { data, errors } = (await (await post(`${url}/graphql`, { query, variables }, token)).json()) as {
        data: T
        errors?: object[]
      }
      if (errors) throw new Error(JSON.stringify(errors))
      return data
    },
    async leave() {
      for (const context of contexts.values()) for (const page of context.pages()) await page.close()
      const found = problems
      problems = []
      return found
    },
    close: () => browser.close(),
  }
}

const post = (url: string, body: object, token?: string) =>
  fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token && { 'x-auth-token': token }) },
    body: JSON.stringify(body),
  })

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
interface Axe {
  run(root: Document, options: object): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>
}

/**
 * Returns axe's violations on a page, one a line.
 * @param options.overlay - an open overlay that Polaris places outside the page's landmarks
 */
export async function violations(page: Page | Frame, { overlay = false } = {}): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe)
  // Settings in a closed section are looked at, too.
  await page.evaluate(() =>
    document.querySelectorAll('details.c-fold').forEach((fold) => fold.setAttribute('open', '')),
  )
  return page.evaluate(
    async (rules) => {
      const { violations: found } = await (globalThis as unknown as { axe: Axe }).axe.run(document, {
        resultTypes: ['violations'],
        rules,
      })
      return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 400)).join(' | ')}`)
    },
    { region: { enabled: !overlay } },
  )
}
