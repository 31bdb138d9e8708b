import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core'
import { chromiumPath } from '../e2e/chromium.ts'
import { emptyVerdict, recordPlanted, type Verdict } from '../server/testing/checks/verdict.ts'
import { createDemoWorld } from '../server/testing/demo-world.ts'
import type { PromiseBench } from './bench.ts'
import { reachDatabase } from './bench-database.ts'

/** What a shopper's browser may lack. */
const losses = ['popover', ':has', 'scripts', 'images', 'pointer', '100 % text', 'colors'] as const
type Loss = (typeof losses)[number]

const product = '/demo/theme/products/hillside-mug'

export const r30: PromiseBench = {
  id: 'R30',
  title: `the theme's product page without any two of ${losses.join(', ')}: the shop stays usable, a review can be written`,
  async onPromise({ place, say }) {
    const demo = await createDemoWorld({ database: await reachDatabase(place.reach) })
    const browser = await chromium.launch({ executablePath: chromiumPath() })
    const verdict = emptyVerdict()
    try {
      for (const [index, one] of losses.entries())
        for (const other of losses.slice(index + 1)) {
          // One sender may write a few reviews an hour.
          await place.database.pool.query('delete from "RateLimit"').catch(() => undefined)
          const problem = await tryPage(browser, demo.url, { lost: [one, other] })
          verdict.tried++
          if (problem) verdict.found.push(`without ${one} and ${other}: ${problem}`)
        }
      await plant(browser, demo.url, verdict)
      say(`${verdict.tried} pairs`)
      return verdict
    } finally {
      await browser.close()
      await demo.close()
    }
  },
}

/** Breaks the page in ways that the check must see. */
async function plant(browser: Browser, url: string, verdict: Verdict): Promise<void> {
  const faults = {
    'a panel over the shop': '.candor-panel{display:block!important;position:fixed!important;inset:0!important}',
    'a form that cannot be sent': '.candor-send{display:none!important}',
  }
  for (const [name, css] of Object.entries(faults)) {
    const style = `<style>@layer candor-own{${css}}</style>`
    recordPlanted(verdict, name, (await tryPage(browser, url, { lost: ['images', '100 % text'], style })) !== null)
  }
}

interface Trial {
  lost: readonly Loss[]
  style?: string
}

/** Returns what a shopper can't do, or null. */
async function tryPage(browser: Browser, url: string, { lost, style = '' }: Trial): Promise<string | null> {
  const has = (loss: Loss) => lost.includes(loss)
  const options: BrowserContextOptions = {
    viewport: { width: 390, height: 844 },
    javaScriptEnabled: !has('scripts'),
    ...(has('colors') && { forcedColors: 'active' }),
  }
  const context = await browser.newContext(options)
  try {
    context.setDefaultTimeout(10_000)
    const page = await context.newPage()
    await page.route('**/*', async (route) => {
      if (has('images') && route.request().resourceType() === 'image') return route.abort()
      const answer = await route.fetch().catch(() => null)
      if (!answer) return route.abort()
      const type = answer.headers()['content-type'] ?? ''
      if (!/html|css|javascript/.test(type)) return route.fulfill({ response: answer })
      let text = await answer.text()
      // The browser then knows neither the attributes nor the selectors.
      if (has('popover')) text = text.replaceAll('popover', 'oldpopover')
      if (has(':has')) text = text.replaceAll(':has(', ':-old-has(')
      const large = has('100 % text') ? '<style>html{font-size:125%!important}</style>' : ''
      return route.fulfill({ response: answer, body: text.replace('</head>', `${large}${style}</head>`) })
    })
    await page.goto(url + product)
    return (await findBlocked(page)) ?? (await write(page, { hasPointer: !has('pointer') }))
  } catch (error) {
    return error instanceof Error ? (error.message.split('\n')[0] ?? 'failed') : 'failed'
  } finally {
    await context.close()
  }
}

/** Returns what keeps a shopper from buying: something over the button, or a page wider than the screen. */
async function findBlocked(page: Page): Promise<string | null> {
  const button = page.locator('.product-info > .button')
  // Without scripts, nothing can look from inside; Playwright's trial click sees what covers the button.
  await button.click({ trial: true })
  const box = await page.locator('#MainContent').boundingBox()
  return box && box.width > 391 ? `the page is ${Math.round(box.width)} pixels wide` : null
}

async function write(page: Page, { hasPointer }: { hasPointer: boolean }): Promise<string | null> {
  const box = page.locator('.candor-box[id$=-reviews]')
  const act = (selector: string, key: string) =>
    hasPointer ? box.locator(selector).click() : box.locator(selector).press(key)
  await act('.candor-head .candor-act', 'Enter')
  if (hasPointer) await box.locator('.candor-choose label').nth(3).click()
  else await box.locator('[name=rate][value="4"]').press('Space')
  await box.locator('[name=content]').fill('Holds exactly enough tea')
  await box.locator('[name=name]').fill('Grace Hopper')
  await box.locator('[name=email]').fill('grace@reader.test')
  await act('.candor-send button', 'Enter')
  await page.locator('.candor-thanks, main h1:has-text("Thank you")').first().waitFor()
  return null
}
