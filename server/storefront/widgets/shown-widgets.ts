import { isShownOnPage, type PageRules } from '../../../rules/settings/placement.ts'
import { WIDGETS, type Standing, type Widget, type WidgetKey } from '../../../client/storefront/widgets/widgets.ts'
import type { Ctx } from '../../core/context.ts'
import { readSetting } from '../../shop/settings/settings.ts'

/** Used instead of a path to ignore page lists. */
export const everyPage = Symbol('every page')

/** A page's kind and its path in the shop; null if unknown, or all pages. */
interface PagePlace extends Standing {
  path: string | null | typeof everyPage
}

/** Returns the widgets that are switched on and allowed on a page. */
export async function listShownWidgets(
  ctx: Ctx,
  keys: readonly WidgetKey[],
  { path, ...standing }: PagePlace,
): Promise<WidgetKey[]> {
  const stands = await Promise.all(
    keys.map(async (key) => {
      const row: Widget = WIDGETS[key]
      const settings = await readSetting(ctx, row.document)
      return (
        (row.stands?.(settings, standing) ?? true) && (path === everyPage || isShownOnPage(settings as PageRules, path))
      )
    }),
  )
  return keys.filter((_key, index) => stands[index])
}
