import { createServer } from 'node:net'
import { gzipSync } from 'node:zlib'
import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core'
import sharp from 'sharp'
import { chromiumPath } from '../e2e/chromium.ts'
import { shifts } from '../e2e/shifts.ts'
import type { PublicPage } from '../server/storefront/headless/public-reviews.ts'
import { renderWidgets } from '../server/storefront/widgets/widgets.ts'
import { openApp, type BenchApp } from './app.ts'
import type { DatabaseBench, Stage } from './bench.ts'
import { startChild } from './child.ts'
import { handWrittenBox, handWrittenRating, handWrittenStyle } from './hand-written.ts'
import { loadReviews } from './load-reviews.ts'
import { startLoopback } from './loopback.ts'
import { startPeer } from './peer.ts'
import { compareShort, formatSpread, spreadOf } from './rounds.ts'

const must = { shift: 0.005, largest: 1.05, click: 100, lighthouse: -1 }
const shopPage = 'http://shop.test'
const views: Readonly<Record<string, BrowserContextOptions>> = {
  desktop: { viewport: { width: 1280, height: 860 } },
  phone: { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true },
}
/** Lighthouse's simulated phone on a slow connection. */
const slow = { cpu: 4, latencyMs: 150, down: 1_600_000 / 8, up: 750_000 / 8 }
const clicks = { 'a vote': '.candor-helpful', 'a filter': '[id$=-rate-4]', 'the form': '.candor-head .candor-act' }
/** Time for the browser to paint and report a scroll or click. */
const settleMs = 700
const timesOfRound = 3

interface Sides {
  widgets: string
  hand: string
  none: string
}

export const p8: DatabaseBench = {
  id: 'P8',
  title:
    'a product page with its widgets in Chromium: layout shift; largest paint / the same content by hand; first click at a fourth of the processor; Lighthouse / the page without them',
  must: 'CLS 0.005, LCP 1.05, INP 100 ms, Lighthouse -1',
  aim: '0, 1.00, 100 ms, 0',
  async onDatabase(stage) {
    const { place, say } = stage
    const program = await startPeer('lighthouse', say)
    await using open = await openApp(place)
    await loadReviews(place.database.pool, { shopId: open.shop.id, products: 5, reviews: 1_000 })
    await using candor = await startChild('candor-server.ts', { reach: place.reach })
    await using shop = await servePages(await writePages(open))
    const port = await freePort()
    // Use two host names, as for a shop and its app. The browser takes them for public hosts, which must not reach this
    // machine.
    const browser = await chromium.launch({
      executablePath: chromiumPath(),
      args: [
        `--host-resolver-rules=MAP candor.test ${new URL(candor.ready.url).host},MAP shop.test ${new URL(shop.url).host}`,
        '--disable-features=LocalNetworkAccessChecks',
        `--remote-debugging-port=${port}`,
      ],
    })
    try {
      const shift = await measureShift(stage, browser)
      const largest = await measureLargest(stage, browser)
      const click = await measureClicks(stage, browser)
      await using lighthouse = await startChild(program, { port })
      const points = await measureLighthouse(stage, async (url) => (await lighthouse.ask(url)) as Lighthouse)
      return {
        figure: `CLS ${shift.toFixed(4)}, LCP ${largest.toFixed(2)}, INP ${Math.round(click)} ms, Lighthouse ${points}`,
        ok: shift <= must.shift && largest <= must.largest && click <= must.click && points >= must.lighthouse,
      }
    } finally {
      await browser.close()
    }
  },
}

/** Writes three product pages: with our widgets, with the same content by hand, and without reviews. */
async function writePages({ app, shop }: BenchApp): Promise<Sides> {
  const { payload } = await app.http.inject({
    url: `/storefront/${shop.shopifyDomain}/products/product-1/reviews?first=10`,
  })
  const page = JSON.parse(payload) as PublicPage
  const { markup, jsonLd, headTags } = await renderWidgets(app.contextOf(shop, { kind: 'shopper' }), {
    place: 'product',
    handle: 'product-1',
    keys: ['starRating', 'reviewBox'],
  })
  const around = (
    head: string,
    stars: string,
    box: string,
  ) => `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Mug</title><meta name="description" content="A mug of stoneware.">
<meta name="viewport" content="width=device-width, initial-scale=1"><link rel="icon" href="data:,"><style>body{margin:0 auto;max-width:72rem;padding:0 1rem;font:1rem/1.5 sans-serif}.product{display:flex;flex-wrap:wrap;gap:2rem}.product>*{flex:1 1 20rem}.product img{inline-size:100%;block-size:auto}</style>${head}</head>
<body><header><p><b>bench</b></p></header><main><div class="product"><div><img src="/mug.jpg" width="800" height="800" alt="A mug" fetchpriority="high"></div><div><h1>Mug</h1>${stars}<p>$24.00</p><p>${'Thrown by hand, glazed twice, fired hot. '.repeat(8)}</p><p><button>Add to cart</button></p></div></div>${box}</main></body></html>`
  return {
    widgets: around(headTags + jsonLd, markup.starRating ?? '', markup.reviewBox ?? ''),
    hand: around(
      `<style>${handWrittenStyle}</style>${jsonLd}`,
      handWrittenRating(page),
      handWrittenBox({ page, shopName: shop.name }),
    ),
    none: around('', '', ''),
  }
}

async function servePages(sides: Sides) {
  const noise = sharp({
    create: {
      width: 800,
      height: 800,
      channels: 3,
      background: '#1f5b45',
      noise: { type: 'gaussian', mean: 128, sigma: 12 },
    },
  })
  const picture = await noise.jpeg({ quality: 60 }).toBuffer()
  const pages = new Map(Object.entries(sides).map(([name, text]) => [`/${name}`, gzipSync(text as string)]))
  return startLoopback(({ url = '' }, response) => {
    const page = pages.get(url)
    if (page)
      response
        .writeHead(200, {
          'content-type': 'text/html; charset=utf-8',
          'content-encoding': 'gzip',
          'content-length': page.length,
        })
        .end(page)
    else if (url === '/mug.jpg')
      response
        .writeHead(200, {
          'content-type': 'image/jpeg',
          'content-length': picture.length,
          'cache-control': 'public, max-age=31536000',
        })
        .end(picture)
    else response.writeHead(404).end()
  })
}

/** Opens a page in a browser without cache, and closes it. */
async function onPage<T>(
  browser: Browser,
  { side, line = false, ...options }: BrowserContextOptions & { side: keyof Sides; line?: boolean },
  work: (page: Page) => Promise<T>,
): Promise<T> {
  const context = await browser.newContext(options)
  try {
    const page = await context.newPage()
    const session = await context.newCDPSession(page)
    await session.send('Emulation.setCPUThrottlingRate', { rate: slow.cpu })
    if (line) {
      await session.send('Network.enable')
      await session.send('Network.emulateNetworkConditions', {
        offline: false,
        latency: slow.latencyMs,
        downloadThroughput: slow.down,
        uploadThroughput: slow.up,
      })
    }
    await page.goto(`${shopPage}/${side}`, { waitUntil: 'networkidle' })
    return await work(page)
  } finally {
    await context.close()
  }
}

/** Measures the worst layout shift of all views on a slow connection while scrolling. */
async function measureShift({ say }: Stage, browser: Browser): Promise<number> {
  const found = new Map<string, number>()
  for (const [view, options] of Object.entries(views)) {
    for (const side of ['widgets', 'hand'] as const)
      found.set(`${side} ${view}`, await onPage(browser, { ...options, side, line: true }, shifts))
  }
  say(`layout shift: ${[...found].map(([name, value]) => `${name} ${value.toFixed(4)}`).join(', ')}`)
  return Math.max(...[...found].filter(([name]) => name.startsWith('widgets')).map(([, value]) => value))
}

/** Compares widgets with hand-written markup on a phone's slow connection and processor. */
async function measureLargest({ options, say }: Stage, browser: Browser): Promise<number> {
  const side = (side: keyof Sides) => () => onPage(browser, { ...views['phone'], side, line: true }, largestPaint)
  const { a, b, ratio } = await compareShort(
    { rounds: options.rounds, times: timesOfRound },
    side('widgets'),
    side('hand'),
  )
  const without = spreadOf([await side('none')(), await side('none')(), await side('none')()])
  say(
    `largest paint: widgets ${formatSpread(a, ' ms')}, by hand ${formatSpread(b, ' ms')}, without reviews ${formatSpread(without, ' ms')}; ratio ${formatSpread(ratio)}`,
  )
  return ratio.median
}

const largestPaint = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) => resolve(list.getEntries().at(-1)?.startTime ?? Number.NaN)).observe({
          type: 'largest-contentful-paint',
          buffered: true,
        })
      }),
  )

/**
 * Measures the slowest first click on different elements at a fourth of the processor. Each counts by the median of its
 * rounds.
 */
async function measureClicks({ options, say }: Stage, browser: Browser): Promise<number> {
  const medians: number[] = []
  for (const [name, selector] of Object.entries(clicks)) {
    const found: number[] = []
    for (let round = 0; round < options.rounds; round++)
      found.push(await onPage(browser, { ...views['desktop'], side: 'widgets' }, (page) => firstClick(page, selector)))
    say(`first click on ${name}: ${formatSpread(spreadOf(found), ' ms')}`)
    medians.push(spreadOf(found).median)
  }
  return Math.max(...medians)
}

/** Returns the milliseconds from a click to the next paint, as browsers report them: in steps of 8. */
async function firstClick(page: Page, selector: string): Promise<number> {
  const target = page.locator(selector).first()
  // Scroll first, so that its painting doesn't count for the click.
  await target.scrollIntoViewIfNeeded()
  await page.waitForTimeout(settleMs)
  await page.evaluate(() => {
    const seen: number[] = []
    Object.assign(window, { seen })
    const observer = new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) seen.push(duration)
    })
    for (const type of ['event', 'first-input'])
      observer.observe({ type, buffered: true, durationThreshold: 16 } as PerformanceObserverInit)
  })
  await target.click()
  await page.waitForTimeout(settleMs)
  const seen = await page.evaluate(() => (window as unknown as { seen: number[] }).seen)
  if (seen.length === 0) throw new Error(`The browser reported no event of the click on ${selector}.`)
  return Math.max(...seen)
}

interface Lighthouse {
  score: number
  lcpMs: number
  blockedMs: number
  cls: number
}

/** Returns the Lighthouse points that the widgets cost, by the medians. */
async function measureLighthouse({ options, say }: Stage, ask: (url: string) => Promise<Lighthouse>): Promise<number> {
  const found: Record<keyof Sides, Lighthouse[]> = { widgets: [], hand: [], none: [] }
  for (let round = 0; round < options.rounds; round++)
    for (const side of ['widgets', 'hand', 'none'] as const) found[side].push(await ask(`${shopPage}/${side}`))
  const median = (side: keyof Sides, of: keyof Lighthouse) => spreadOf(found[side].map((each) => each[of])).median
  for (const side of ['widgets', 'hand', 'none'] as const)
    say(
      `Lighthouse, ${side}: ${median(side, 'score')} (${found[side].map(({ score }) => score).join(' ')}), largest paint ${Math.round(median(side, 'lcpMs'))} ms, blocked ${Math.round(median(side, 'blockedMs'))} ms, layout shift ${median(side, 'cls').toFixed(4)}`,
    )
  return median('widgets', 'score') - median('none', 'score')
}

async function freePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve))
  const address = probe.address()
  await new Promise((resolve) => probe.close(resolve))
  return typeof address === 'object' && address ? address.port : 0
}
