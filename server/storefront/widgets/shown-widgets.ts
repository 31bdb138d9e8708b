import { isShownOnPage, type PageRules } from '../../../rules/settings/placement.ts'
import { WIDGETS, type Standing, type Widget, type WidgetKey } from '../../../client/storefront/widgets/widgets.ts'
import type { Ctx } from '../../core/context.ts'
import { readSetting } from '../../shop/settings/settings.ts'

/** Instead of a path: lists of pages don't count. */
export const everyPage = Symbol('every page')

/** Where a page is: its kind, and its path in the shop; null where that is unknown, or all pages. */
export interface PagePlace extends Standing {
  path: string | null | typeof everyPage
}

/** Returns those widgets that the merchant shows on a page: switched on, and by their lists of pages. */
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
