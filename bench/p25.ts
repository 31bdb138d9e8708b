import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import { chromium, type Browser } from 'playwright-core'
import sharp from 'sharp'
import { chromiumPath } from '../e2e/chromium.ts'
import { catalogOf, type CatalogProduct } from '../server/demo/catalog/catalog.ts'
import { openThemePage, type PrintBlock } from '../server/demo/theme/liquid.ts'
import { productSection, themePage, type ThemeView } from '../server/demo/theme/theme-pages.ts'
import { themeWords } from '../server/demo/theme/theme-words.ts'
import { saveSetting } from '../server/shop/settings/settings.ts'
import { openApp, type BenchApp } from './app.ts'
import type { DatabaseBench, Stage } from './bench.ts'
import { startChild } from './child.ts'
import { loadReviews } from './load-reviews.ts'
import { startLoopback } from './loopback.ts'
import { formatSpread, spreadOf } from './rounds.ts'

const must = { kilobytes: 20, requests: 6, blockedMs: 100, largest: 1.3 }
const root = resolve(import.meta.dirname, '..')
const phone = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true }
const slow = { cpu: 4, latencyMs: 150, bytesPerSecond: 1_600_000 / 8 }
const shown = ['candor-stars', 'candor-reviews']
/** A task longer than this blocks the page. */
const freeMs = 50

type Side = 'with' | 'without'
interface Visit {
  kilobytes: number
  requests: number
  blockedMs: number
  largestMs: number
}

export const p25: DatabaseBench = {
  id: 'P25',
  title:
    'a product page of the stand-in theme on a slow phone, with stars and box of 10 reviews, against the same page without',
  must: '+20 KB, +6 requests, TBT 100 ms, LCP 1.3',
  aim: '+12 KB, +4 requests, TBT 50 ms, LCP 1.1',
  async onDatabase(stage) {
    await using open = await openApp(stage.place)
    await loadReviews(stage.place.database.pool, { shopId: open.shop.id, products: 5, reviews: 1_000 })
    await saveSetting(open.ctx, 'reviewBox', { perPage: 10 })
    await using candor = await startChild('candor-server.ts', { reach: stage.place.reach })
    await using shop = await serveTheme(await writePages(open))
    const browser = await chromium.launch({
      executablePath: chromiumPath(),
      args: [
        `--host-resolver-rules=MAP candor.test ${new URL(candor.ready.url).host},MAP shop.test ${new URL(shop.url).host}`,
        '--disable-features=LocalNetworkAccessChecks',
      ],
    })
    try {
      return await compareSides(stage, browser)
    } finally {
      await browser.close()
    }
  },
}

async function compareSides({ options, say }: Stage, browser: Browser) {
  const visits: Record<Side, Visit[]> = { with: [], without: [] }
  for (let round = 0; round < options.rounds; round++)
    for (const side of ['with', 'without'] as const) visits[side].push(await visitOnce(browser, side))
  const spread = (side: Side, of: keyof Visit) => spreadOf(visits[side].map((visit) => visit[of]))
  for (const side of ['with', 'without'] as const)
    say(
      `${side}: ${formatSpread(spread(side, 'kilobytes'), ' KB')}, requests ${formatSpread(spread(side, 'requests'))}, blocked ${formatSpread(spread(side, 'blockedMs'), ' ms')}, largest paint ${formatSpread(spread(side, 'largestMs'), ' ms')}`,
    )
  const added = (of: keyof Visit) => spread('with', of).median - spread('without', of).median
  const [kilobytes, requests] = [added('kilobytes'), added('requests')]
  const blocked = spread('with', 'blockedMs').median
  const largest = spread('with', 'largestMs').median / spread('without', 'largestMs').median
  return {
    figure: `+${kilobytes.toFixed(1)} KB, +${requests} requests, TBT ${Math.round(blocked)} ms, LCP ${largest.toFixed(2)}`,
    ok:
      kilobytes <= must.kilobytes && requests <= must.requests && blocked <= must.blockedMs && largest <= must.largest,
  }
}

/** Writes the theme's product page with and without the app's blocks. */
async function writePages({ ctx, shop }: BenchApp): Promise<Record<Side, string>> {
  const row = await ctx.db.product.findFirstOrThrow({ where: { shopId: shop.id, handle: 'product-1' } })
  const [sample] = catalogOf(shop.shopifyDomain, ctx.origin)
  if (!sample) throw new Error('The catalog is empty.')
  const product: CatalogProduct = { ...sample, handle: row.handle, platformId: row.platformId }
  const print = await openThemePage(ctx, { pageType: 'product', path: '/products/product-1', root: '', locale: 'en' }, [
    product,
  ])
  const write = async (blocks: readonly string[]) => {
    const some: PrintBlock = async (handle, more) => (blocks.includes(handle) ? print(handle, more) : '')
    const view: ThemeView = {
      root: '',
      locale: 'en',
      say: themeWords.en,
      shopName: shop.name,
      print: some,
      stars: new Map(),
    }
    const content = await productSection(view, product, 'main')
    return themePage(view, { title: product.title, pageClass: 'template-product', blocks, content })
  }
  return {
    with: await write(shown),
    without: (await write([])).replace(/<link rel="stylesheet" href="\/demo\/assets\/candor[^>]*>/g, ''),
  }
}

/** Serves the pages and the theme's own files as a shop does, compressed. */
async function serveTheme(pages: Record<Side, string>) {
  const picture = await sharp({
    create: {
      width: 600,
      height: 600,
      channels: 3,
      background: '#1f5b45',
      noise: { type: 'gaussian', mean: 128, sigma: 12 },
    },
  })
    .webp({ quality: 60 })
    .toBuffer()
  const text = (type: string, ...files: string[]) => ({
    type,
    body: gzipSync(files.map((file) => readFileSync(resolve(root, file), 'utf8')).join('\n')),
  })
  const files = new Map([
    ['/demo/assets/theme.css', text('text/css', 'client/demo/theme.css', 'client/demo/theme-page.css')],
    ['/demo/assets/candor.css', text('text/css', 'extensions/candor-reviews/assets/candor.css')],
    ...Object.entries(pages).map(
      ([side, page]) => [`/${side}`, { type: 'text/html; charset=utf-8', body: gzipSync(page) }] as const,
    ),
  ])
  return startLoopback(({ url = '' }, response) => {
    const file = files.get(url)
    if (file) response.writeHead(200, { 'content-type': file.type, 'content-encoding': 'gzip' }).end(file.body)
    else if (url.startsWith('/demo/pictures/')) response.writeHead(200, { 'content-type': 'image/webp' }).end(picture)
    else response.writeHead(404).end()
  })
}

async function visitOnce(browser: Browser, side: Side): Promise<Visit> {
  const context = await browser.newContext(phone)
  try {
    const page = await context.newPage()
    const session = await context.newCDPSession(page)
    await session.send('Emulation.setCPUThrottlingRate', { rate: slow.cpu })
    await session.send('Network.enable')
    await session.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: slow.latencyMs,
      downloadThroughput: slow.bytesPerSecond,
      uploadThroughput: slow.bytesPerSecond / 2,
    })
    const counted = new Set<string>()
    let [requests, bytes] = [0, 0]
    session.on('Network.responseReceived', ({ requestId, type }) => {
      requests++
      if (['Document', 'Stylesheet', 'Script'].includes(type)) counted.add(requestId)
    })
    session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      if (counted.has(requestId)) bytes += encodedDataLength
    })
    await page.addInitScript(() => {
      const found = { long: [] as number[], largest: 0 }
      Object.assign(window, { found })
      new PerformanceObserver((list) => found.long.push(...list.getEntries().map(({ duration }) => duration))).observe({
        type: 'longtask',
        buffered: true,
      })
      new PerformanceObserver((list) => {
        found.largest = list.getEntries().at(-1)?.startTime ?? 0
      }).observe({ type: 'largest-contentful-paint', buffered: true })
    })
    await page.goto(`http://shop.test/${side}`, { waitUntil: 'networkidle' })
    const found = await page.evaluate(() => (window as unknown as { found: { long: number[]; largest: number } }).found)
    return {
      kilobytes: bytes / 1024,
      requests,
      blockedMs: found.long.reduce((sum, duration) => sum + Math.max(0, duration - freeMs), 0),
      largestMs: found.largest,
    }
  } finally {
    await context.close()
  }
}
