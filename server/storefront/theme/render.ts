import { maxThemeValueBytes, THEME_BLOCKS, THEME_WIDGETS, type ThemeWidget } from '../../../rules/theme-blocks.ts'
import { productKey, widgetId } from '../../../client/storefront/widgets/ids.ts'
import { patternPieces, type PageRules } from '../../../rules/settings/placement.ts'
import { PLACES, type Place } from '../../../client/storefront/widgets/shown.ts'
import { WIDGETS, type Widget } from '../../../client/storefront/widgets/widgets.ts'
import { iconStyles, optionalStyles } from '../../../client/storefront/widgets/box/box-style.ts'
import type { Ctx } from '../../core/context.ts'
import { styleText } from '../../core/pages/assets.ts'
import { readSetting } from '../../shop/settings/settings.ts'
import { buildScriptTag } from '../widgets/head-tags.ts'
import { productCards } from './product-cards.ts'
import { readRenderOptions } from '../widgets/page-view.ts'
import { withLocale, isPersonal, renderFragment } from '../widgets/widgets.ts'

/** HTML of a widget of the whole shop, and the pages it appears on. Missing lists mean every page. */
interface ShopWidget {
  html: string
  on?: Place[]
  /** URL patterns, split at `*`. */
  only?: string[][]
  not?: string[][]
}

/** Folder of the shop's pages in stored HTML. Liquid replaces it with that of the page's language and market. */
const root = '/'

const ofProduct = ['starRating', 'reviewBox', 'submitForm'] as const satisfies readonly ThemeWidget[]
const ofShop = THEME_WIDGETS.filter((key) => !(ofProduct as readonly string[]).includes(key))
/** Reviews per page of the box, reduced until the value fits the platform's limit. */
const pageSizes = ['', '10', '5', '2', '1']

/** Returns a product's widgets in one language as JSON, with as many reviews as fit. */
export async function productValue(ctx: Ctx, handle: string, locale: string): Promise<string> {
  const own = withLocale(ctx, locale)
  const instance = productKey(handle)
  // Liquid adds the block's id to these ids: a page may have two blocks of a product.
  const ids = { starRating: widgetId('rating', instance), submitForm: widgetId('submit', instance) }
  const widgets: Record<string, string | object> = { ids }
  for (const key of ofProduct) widgets[key] = await htmlOf(own, key, { page: 'product', product: handle })
  for (const size of pageSizes) {
    if (size)
      widgets['reviewBox'] = await htmlOf(own, 'reviewBox', { page: 'product', product: handle, candor_first: size })
    const json = JSON.stringify(widgets)
    if (Buffer.byteLength(json) <= maxThemeValueBytes) return json
  }
  // One review alone exceeds the limit: the page shows the rating and the form.
  return JSON.stringify({ ...widgets, reviewBox: '' })
}

/** Returns the whole shop's widgets in one language as JSON, as many as fit. */
export async function shopValue(ctx: Ctx, locale: string): Promise<string> {
  const own = withLocale(ctx, locale)
  const widgets: Record<string, ShopWidget> = { productCards: await productCards(own) }
  let bytes = Buffer.byteLength(JSON.stringify(widgets))
  for (const key of ofShop) {
    const entry = await shopWidget(own, key)
    if (!entry) continue
    bytes += Buffer.byteLength(JSON.stringify(entry)) + key.length + 8
    if (bytes > maxThemeValueBytes) break
    widgets[key] = entry
  }
  return JSON.stringify(widgets)
}

async function shopWidget(ctx: Ctx, key: ThemeWidget): Promise<ShopWidget | null> {
  const row: Widget = WIDGETS[key]
  const settings = await readSetting(ctx, row.document)
  const on = PLACES.filter(
    (place) => row.places.shop.includes(place) && (row.stands?.(settings, { place, isListed: false }) ?? true),
  )
  const [first] = on
  if (!first) return null
  if (isPersonal(key)) return (settings as { enabled: boolean }).enabled ? { html: holder(ctx, key, first) } : null
  const { pageShow, includedPages = '', excludedPages = '' } = settings as PageRules
  const html = await htmlOf(ctx, key, { page: first })
  const not = patternPieces(excludedPages)
  // Merchants place blocks themselves; page lists of the settings apply to embeds and carousels.
  const isFree = row.stands === undefined || THEME_BLOCKS[key].template === 'page'
  return html
    ? {
        html,
        ...(!isFree && { on }),
        ...(pageShow === 'included' && { only: patternPieces(includedPages) }),
        ...(not.length > 0 && { not }),
      }
    : null
}

/**
 * Renders a placeholder for personal widgets. The extension's script loads them through the shop's own address, where
 * the platform signs the customer's id.
 */
const holder = ({ shop, platform }: Ctx, key: ThemeWidget, page: Place): string =>
  `<div data-candor-load="${platform.proxyPath}/${shop.shopifyDomain}/widgets/${key}?locale=${encodeURIComponent(shop.primaryLocale)}&amp;page=${page}&amp;root=${root}"></div>`

/** Returns the styles of the shop's looks, which the extension's stylesheets leave out. */
async function looksOf(ctx: Ctx, key: ThemeWidget): Promise<string> {
  const options = await readRenderOptions(ctx)
  const icons = iconStyles(options.settings.starIconType, (await readSetting(ctx, 'starRating')).floatButton.icon)
  const row: Widget = WIDGETS[key]
  const looks = [...new Set([...icons, ...(row.hasOptionalStyles ? optionalStyles(options) : [])])]
  return looks.length > 0 ? `<style>${styleText(looks)}</style>` : ''
}

/** Renders a widget for a theme. Its further pages load through the shop's own address, in the same language. */
async function htmlOf(ctx: Ctx, key: ThemeWidget, query: Record<string, string>): Promise<string> {
  const { body } = await renderFragment(ctx, key, { query: { ...query, root }, isKept: true })
  if (body.length === 0) return ''
  const { shop, platform } = ctx
  const source = `data-candor="${platform.proxyPath}/${shop.shopifyDomain}/widgets/${key}?locale=${encodeURIComponent(shop.primaryLocale)}&amp;`
  const html = body
    .toString()
    .replace(/data-candor="[^"?]*\?([^"]*)"/g, (_whole, rest: string) => `${source}${rest}&amp;root=${root}"`)
  return `${await looksOf(ctx, key)}${html}${buildScriptTag(ctx, query['product'] ?? null)}`
}
