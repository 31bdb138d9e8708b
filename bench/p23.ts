import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import { chromium, type Browser } from 'playwright-core'
import { chromiumPath } from '../e2e/chromium.ts'
import { createDemoWorld } from '../server/testing/demo-world.ts'
import type { FileBench } from './bench.ts'

const assets = resolve(import.meta.dirname, '../dist/admin')
/** Size after gzip of the scripts of an empty page with Polaris, Relay and the router. */
const emptyPage = 176 * 1024
/** First pages of a merchant, with their headings. */
const routes = [
  ['/', 'Dashboard'],
  ['/reviews/list', 'Manage reviews'],
] as const
/** Time in which a rendered page requests its further code. */
const settleMs = 3_000

interface Load {
  /** Bytes of all scripts and styles after gzip, including those loaded after rendering (dialog, socket). */
  scripts: number
  style: number
  files: number
  /** Transferred bytes of all responses, in the encoding that Chromium chose. */
  travelled: number
}

export const p23: FileBench = {
  id: 'P23',
  title:
    'bytes of the admin’s first load in Chromium: scripts of the first route after gzip / an empty Polaris, Relay and router page (176 KB)',
  must: '1.40',
  aim: '1.25',
  async onFiles({ say }) {
    const demo = await createDemoWorld()
    const browser = await chromium.launch({ executablePath: chromiumPath() })
    let worst = 0
    try {
      for (const [route, heading] of routes) {
        const { scripts, style, files, travelled } = await load(browser, demo.url + route, heading)
        worst = Math.max(worst, scripts / emptyPage)
        say(
          `${route}: scripts ${kilobytes(scripts)} gzip in ${files} files, style ${kilobytes(style)} gzip; ${kilobytes(travelled)} travelled, data and pictures included`,
        )
      }
    } finally {
      await browser.close()
      await demo.close()
    }
    return { figure: worst.toFixed(2), ok: worst <= 1.4 }
  },
}

async function load(browser: Browser, url: string, heading: string): Promise<Load> {
  const answer = await fetch(new URL('/apiSa/auth/login', url), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'demo@candor.test', password: 'candor-demo' }),
  })
  const { token } = (await answer.json()) as { token: string }
  const context = await browser.newContext()
  await context.addInitScript((value) => localStorage.setItem('candor.token', value), token)
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Network.enable')
  let travelled = 0
  session.on('Network.loadingFinished', ({ encodedDataLength }) => {
    travelled += encodedDataLength
  })
  const asked = new Set<string>()
  page.on('request', (request) => asked.add(new URL(request.url()).pathname))
  await page.goto(url)
  await page.getByRole('heading', { level: 1, name: heading }).waitFor()
  await page.waitForTimeout(settleMs)
  await context.close()
  const weigh = (type: string) =>
    [...asked]
      .filter((path) => path.startsWith('/assets/') && path.endsWith(type))
      .map((path) => gzipSync(readFileSync(join(assets, path)), { level: 9 }).length)
  const scripts = weigh('.js')
  return { scripts: sum(scripts), style: sum(weigh('.css')), files: scripts.length, travelled }
}

const sum = (numbers: number[]) => numbers.reduce((total, each) => total + each, 0)
const kilobytes = (bytes: number) => `${(bytes / 1024).toFixed(1)} KB`
