import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { Liquid, Parser, type TagToken, type TopLevelToken } from 'liquidjs'
import type { WidgetMarkup } from '../../storefront/widgets/widgets.ts'
import { THEME_BLOCKS, type ThemeWidget } from '../../../rules/theme-blocks.ts'
import type { Ctx } from '../../core/context.ts'
import { sendThemeNow } from '../../storefront/theme/theme.ts'
import type { DemoMetafields } from './metafields.ts'
import { demoLocales, readDemoThemeValues } from './theme-values.ts'

const folder = resolve(import.meta.dirname, '../../../extensions/candor-reviews')
const engine = new Liquid({
  root: resolve(folder, 'blocks'),
  partials: resolve(folder, 'snippets'),
  extname: '.liquid',
  cache: true,
})

/** The demo serves the extension's scripts itself. */
engine.registerFilter('asset_url', (name: string) => `/demo/assets/${name}`)
engine.registerFilter(
  'stylesheet_tag',
  (url: string) => `<link href="${url}" rel="stylesheet" type="text/css" media="all" />`,
)

/** Tags for the platform's editors, which print nothing. */
for (const name of ['schema', 'doc']) {
  engine.registerTag(name, {
    parse(_token: TagToken, rest: TopLevelToken[]) {
      const stream = new Parser(this.liquid).parseStream(rest)
      stream
        .on(`tag:end${name}`, () => stream.stop())
        .on('template', () => undefined)
        .start()
    },
    render: () => '',
  })
}

/** A page in the platform's terms. */
interface ThemePage {
  /** `product`, `index`, `collection`, `page`, `customers/account`. */
  pageType: string
  path: string
  /** Folder of the pages in the page's language and market, without a slash at its end. */
  root?: string
  locale: string
  signedIn?: boolean
}

interface LiquidProduct {
  handle: string
  platformId: string
}

export interface LiquidPage extends ThemePage {
  /** Widgets with blocks on the page. */
  blocks: readonly ThemeWidget[]
  product?: LiquidProduct | undefined
}

/** Prints a block of the extension from the stored values. */
export type PrintBlock = (handle: string, more?: { product?: LiquidProduct; id?: string }) => Promise<string>

/** Opens a page with some products: writes what has changed, and returns a function that prints blocks. */
export async function openThemePage(
  ctx: Ctx,
  { pageType, path, root = '/demo/store', locale, signedIn }: ThemePage,
  products: readonly LiquidProduct[],
): Promise<PrintBlock> {
  for (const handle of products.length > 0 ? products.map((each) => each.handle) : [null])
    await sendThemeNow(ctx, handle)
  const db = ctx.access.acrossShops('the demo platform')
  const values = await readDemoThemeValues(db, ctx.shop, [null, ...products.map(({ platformId }) => platformId)])
  const surroundings = {
    request: { locale: { iso_code: locale }, page_type: pageType, path },
    routes: { root_url: root },
    shop: {
      permanent_domain: ctx.shop.shopifyDomain,
      published_locales: demoLocales.map((tag, index) => ({ iso_code: tag, primary: index === 0 })),
    },
    customer: signedIn ? {} : null,
    app: { metafields: { candor: values.get(null) ?? {} } },
  }
  return async (handle, { product, id = `${handle}-1` } = {}) => {
    const item = product ? { metafields: { $app: values.get(product.platformId) ?? {} } } : null
    const globals = { ...surroundings, block: { id, settings: { product: item } } }
    return ((await engine.renderFile(handle, globals, { globals })) as string).trim()
  }
}

/** Renders the blocks of the theme app extension from the stored values, as the platform does. */
export async function renderBlocks(ctx: Ctx, { blocks, product, ...page }: LiquidPage): Promise<WidgetMarkup> {
  const print = await openThemePage(ctx, page, product ? [product] : [])
  const markup: WidgetMarkup = {}
  for (const widget of blocks) markup[widget] = await print(THEME_BLOCKS[widget].handle, product ? { product } : {})
  return markup
}

/** Returns the stylesheet that a block's schema names; the platform adds it to the page's head. */
export function stylesheetOf(handle: string): string {
  const text = readFileSync(resolve(folder, `blocks/${handle}.liquid`), 'utf8')
  return /"stylesheet": "([^"]+)"/.exec(text)?.[1] ?? ''
}

const snippets = new Liquid({ root: resolve(import.meta.dirname, '../../../docs/developers'), extname: '.liquid' })

/** Prints the snippet that themes paste into product cards, from the product's standard metafields. */
export async function printCardStars(metafields: DemoMetafields): Promise<string> {
  const rating = metafields['reviews.rating']
  const { value = '', scale_max: max = '5.0' } = rating
    ? (JSON.parse(rating.value) as { value: string; scale_max: string })
    : {}
  const reviews = {
    rating: { value: rating ? { rating: Number(value), scale_max: Number(max) } : null },
    rating_count: { value: Number(metafields['reviews.rating_count']?.value ?? 0) },
  }
  return (await snippets.renderFile('candor-card-stars', { product: { metafields: { reviews } } })) as string
}
