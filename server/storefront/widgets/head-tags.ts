import type { OptionalStyle } from '../../../client/storefront/widgets/box/box-style.ts'
import { html } from '../../../client/storefront/widgets/html.ts'
import { stylesOf, type WidgetKey } from '../../../client/storefront/widgets/widgets.ts'
import { customStyle } from '../../../client/storefront/widgets/custom-css.ts'
import type { Ctx } from '../../core/context.ts'
import { readSetting } from '../../shop/settings/settings.ts'
import { liveModulePath, styleText } from '../../core/pages/assets.ts'

const tags = new Map<string, string>()

/**
 * Returns the styles of widgets, including those that the settings require. Inlines them: a stylesheet file would delay
 * the page, and late styles would shift it. Cached per set of widgets.
 */
export function buildStyleTag(keys: readonly WidgetKey[], looks: readonly OptionalStyle[]): string {
  if (keys.length === 0) return ''
  const name = `${keys.join()} ${looks.join()}`
  const known = tags.get(name)
  if (known !== undefined) return known
  const text = `<style>${styleText([...new Set([...stylesOf(keys), ...looks])])}</style>`
  tags.set(name, text)
  return text
}

/** Returns the live module. Its tag says where it reports which widgets a shopper sees. */
export function buildScriptTag({ origin, shop }: Ctx, handle: string | null): string {
  const views = `${origin}/storefront/${shop.shopifyDomain}/views${handle === null ? '' : `?product=${encodeURIComponent(handle)}`}`
  return html`<script type="module" async src="${origin}${liveModulePath()}" data-candor-views="${views}"></script>`
    .text
}

/** Returns the merchant's style for the ratings in lists. */
export async function buildListStyle(ctx: Ctx): Promise<string> {
  const style = customStyle('starRating', (await readSetting(ctx, 'starRating')).customCss)
  return style ? style.text : ''
}
