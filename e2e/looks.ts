// `npm run looks -- --at http://localhost:4400 --out pictures` takes screenshots of every widget in every layout in a
// running demo. Each sheet has four pictures: desktop and phone, left to right and right to left. It changes the demo's
// settings.
import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { chromium, type Browser, type Page } from 'playwright-core'
import { demoLogin } from '../server/shop/session/login.rest.ts'
import { REVIEW_LAYOUTS } from '../rules/settings/review-box.ts'
import { TESTIMONIAL_LAYOUTS } from '../rules/settings/testimonials.ts'
import { chromiumPath } from './chromium.ts'

interface Look {
  name: string
  widget: string
  path: string
  /** Settings documents to save first. */
  settings?: Readonly<Record<string, object>>
  /** A shopper's actions before the screenshot. */
  act?(page: Page): Promise<void>
  /** The widget floats over the page, so take the whole screen. */
  isFloating?: boolean
}

const product = '/demo/store/products/hillside-mug'
const designs = [
  ['ours', { isUsingPresetV2: true }, {}],
  ['modern', { isUsingPresetV2: false }, { designPreset: 'modern' }],
  ['simple', { isUsingPresetV2: false }, { designPreset: 'simple' }],
] as const

const looks: readonly Look[] = [
  ...designs.flatMap(([design, general, box]) =>
    REVIEW_LAYOUTS.map((layout): Look => ({
      name: `box-${layout}-${design}`,
      widget: 'reviewBox',
      path: product,
      settings: { general, reviewBox: { ...box, layout } },
    })),
  ),
  {
    name: 'box-form',
    widget: 'reviewBox',
    path: product,
    settings: { general: { isUsingPresetV2: true }, reviewBox: { layout: 'list' } },
    act: (page) =>
      page
        .locator('[data-candor-widget=reviewBox] a[href$=-write], [data-candor-widget=reviewBox] button[popovertarget]')
        .first()
        .click(),
  },
  { name: 'stars', widget: 'starRating', path: product },
  { name: 'form', widget: 'submitForm', path: '/demo/theme/products/hillside-mug' },
  ...REVIEW_LAYOUTS.map((layout): Look => ({
    name: `all-${layout}`,
    widget: 'allReviews',
    path: '/demo/store/reviews',
    settings: { allReviews: { layout } },
  })),
  ...TESTIMONIAL_LAYOUTS.map((layout): Look => ({
    name: `testimonials-${layout}`,
    widget: 'testimonials',
    path: '/demo/store',
    settings: { testimonials: { layout } },
  })),
  { name: 'carousel', widget: 'reviewCarousel', path: '/demo/store' },
  { name: 'gallery', widget: 'galleryCarousel', path: '/demo/store' },
  { name: 'instagram', widget: 'instagramWidget', path: '/demo/store' },
  { name: 'popup', widget: 'reviewPopup', path: '/demo/store', isFloating: true },
  {
    name: 'sidebar',
    widget: 'reviewSidebar',
    path: '/demo/store',
    act: (page) => page.locator('[data-candor-widget=reviewSidebar] button').first().click(),
    isFloating: true,
  },
  { name: 'portal', widget: 'customerPortalReviews', path: '/demo/store/account' },
]
const devices = [
  ['desktop', { width: 1280, height: 800 }],
  ['phone', { width: 390, height: 844 }],
] as const

const { values } = parseArgs({
  options: {
    at: { type: 'string', default: 'http://localhost:4400' },
    out: { type: 'string', default: 'pictures' },
    only: { type: 'string', default: '' },
  },
})
const out = resolve(values.out)
mkdirSync(out, { recursive: true })
const token = await signIn()
const browser = await chromium.launch({ executablePath: chromiumPath() })
try {
  for (const look of looks.filter(({ name }) => name.startsWith(values.only))) {
    for (const [key, document] of Object.entries(look.settings ?? {})) await save(key, document)
    const pictures: [string, Buffer][] = []
    for (const isRtlStore of [false, true]) {
      await save('general', { isRtlStore })
      for (const [device, viewport] of devices)
        pictures.push([`${device}${isRtlStore ? ', right to left' : ''}`, await photograph(browser, look, viewport)])
    }
    await writeSheet(browser, look.name, pictures)
    console.log(look.name)
  }
  await save('general', { isRtlStore: false, isUsingPresetV2: true })
} finally {
  await browser.close()
}

async function signIn(): Promise<string> {
  const answer = await fetch(`${values.at}/apiSa/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(demoLogin),
  })
  return ((await answer.json()) as { token: string }).token
}

async function save(key: string, document: object): Promise<void> {
  const answer = await fetch(`${values.at}/apiSa/settings/${key}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json', 'x-auth-token': token },
    body: JSON.stringify(document),
  })
  if (!answer.ok) throw new Error(`${key}: ${await answer.text()}`)
}

/** Takes a screenshot of the widget, or of the page if it isn't there. */
async function photograph(
  from: Browser,
  { widget, path, act, isFloating }: Look,
  viewport: { width: number; height: number },
): Promise<Buffer> {
  const page = await from.newPage({ viewport, reducedMotion: 'reduce' })
  try {
    await page.goto(`${values.at}${path}`, { waitUntil: 'networkidle' })
    await act?.(page)
    const shown = page.locator(`[data-candor-widget="${widget}"]`).first()
    if (isFloating) {
      await shown.locator(':visible').first().waitFor()
      return await page.screenshot()
    }
    // Hide floating elements, which would cover it.
    await page.evaluate(() => {
      for (const each of document.querySelectorAll(
        '[data-candor-widget=reviewPopup],[data-candor-widget=reviewSidebar],.strip',
      ))
        each.remove()
    })
    await shown.waitFor({ state: 'visible' })
    await shown.scrollIntoViewIfNeeded()
    await shown.evaluate(async (root) =>
      Promise.all(
        Array.from(root.querySelectorAll('img'), (picture) => {
          picture.loading = 'eager'
          return picture.decode().catch(() => undefined)
        }),
      ),
    )
    return await shown.screenshot()
  } finally {
    await page.close()
  }
}

async function writeSheet(from: Browser, name: string, pictures: readonly [string, Buffer][]): Promise<void> {
  const page = await from.newPage({ viewport: { width: 1700, height: 900 } })
  const figures = pictures.map(
    ([label, picture]) =>
      `<figure><figcaption>${label}</figcaption><img src="data:image/png;base64,${picture.toString('base64')}"></figure>`,
  )
  await page.setContent(
    `<style>body{display:flex;gap:16px;align-items:start;font:14px sans-serif;background:#8a8f98;margin:16px}figure{margin:0}img{max-height:1500px;max-width:640px;background:#fff}figure:nth-child(even) img{max-width:200px}</style>${figures.join('')}`,
  )
  await page.screenshot({ path: join(out, `${name}.png`), fullPage: true })
  await page.close()
}
