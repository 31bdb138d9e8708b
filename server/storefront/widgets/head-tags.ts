import type { OptionalStyle } from '../../../client/storefront/widgets/box/box-style.ts'
import { html, Html } from '../../../client/storefront/widgets/html.ts'
import { scriptsOf, stylesOf, viewsScript, type WidgetKey } from '../../../client/storefront/widgets/widgets.ts'
import type { Ctx } from '../../core/context.ts'
import { listScriptPaths, styleText } from '../../core/pages/assets.ts'

const tags = new Map<string, string>()

/**
 * Returns styles and live modules of widgets, including those that the settings require. Inlines styles: a stylesheet
 * file would delay the page, and late styles would shift it. Cached per set of widgets.
 */
export function buildHeadTags(
  origin: string,
  keys: readonly WidgetKey[],
  { looks, scripts: further }: { looks: readonly OptionalStyle[]; scripts: readonly string[] },
): string {
  if (keys.length === 0) return ''
  const name = `${origin} ${keys.join()} ${looks.join()} ${further.join()}`
  const known = tags.get(name)
  if (known !== undefined) return known
  const scripts = listScriptPaths([...scriptsOf(keys).filter((name) => name !== viewsScript), ...further]).map(
    (path) => html`<script type="module" async src="${origin}${path}"></script>`,
  )
  const { text } = html`<style>${new Html(styleText([...new Set([...stylesOf(keys), ...looks])]))}</style>${scripts}`
  tags.set(name, text)
  return text
}

/** Returns the script that counts which widgets a shopper sees. */
export function buildViewsTag(
  { origin, shop }: Ctx,
  { standing, handle }: { standing: readonly WidgetKey[]; handle: string | null },
): string {
  const [path] = listScriptPaths([viewsScript])
  const address = `${origin}/storefront/${shop.shopifyDomain}/views${handle === null ? '' : `?product=${encodeURIComponent(handle)}`}`
  return path === undefined || standing.length === 0
    ? ''
    : html`<script type="module" async src="${origin}${path}" data-candor-views="${address}"></script>`.text
}
