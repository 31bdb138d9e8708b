import { resolve } from 'node:path'
import { Liquid, Parser, type TagToken, type TopLevelToken } from 'liquidjs'
import type { WidgetMarkup } from '../../storefront/widgets/widgets.ts'
import { THEME_BLOCKS, type ThemeWidget } from '../../../rules/theme-blocks.ts'
import type { Ctx } from '../../core/context.ts'
import { sendThemeNow } from '../../storefront/theme/theme.ts'
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

export interface LiquidPage {
  /** Kind of page in the platform's terms: `product`, `index`, `collection`, `page`, `customers/account`. */
  pageType: string
  path: string
  locale: string
  /** Widgets with blocks on the page. */
  blocks: readonly ThemeWidget[]
  product?: { handle: string; platformId: string } | undefined
  signedIn?: boolean
}

/** Renders the blocks of the theme app extension from the stored values, as the platform does. */
export async function renderBlocks(ctx: Ctx, page: LiquidPage): Promise<WidgetMarkup> {
  const { product: own } = page
  await sendThemeNow(ctx, own ? own.handle : null)
  const db = ctx.access.acrossShops('the demo platform')
  const values = await readDemoThemeValues(db, ctx.shop, [null, ...(own ? [own.platformId] : [])])
  const surroundings = {
    request: { locale: { iso_code: page.locale }, page_type: page.pageType, path: page.path },
    shop: {
      permanent_domain: ctx.shop.shopifyDomain,
      published_locales: demoLocales.map((locale, index) => ({ iso_code: locale, primary: index === 0 })),
    },
    customer: page.signedIn ? {} : null,
    app: { metafields: { candor: values.get(null) ?? {} } },
  }
  const product = own ? { metafields: { $app: values.get(own.platformId) ?? {} } } : null
  const globals = { ...surroundings, block: { settings: { product } } }
  const markup: WidgetMarkup = {}
  for (const widget of page.blocks)
    markup[widget] = ((await engine.renderFile(THEME_BLOCKS[widget].handle, globals, { globals })) as string).trim()
  return markup
}
