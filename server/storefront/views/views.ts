import { LRUCache } from 'lru-cache'
import { WIDGET_KEYS, type WidgetKey } from '../../../client/storefront/widgets/widgets.ts'
import type { Fact } from '../../../rules/facts.ts'
import { recordFacts } from '../../shop/analytics/facts.ts'
import { batchByKey } from '../../core/batch-by-key.ts'
import { inTransaction, type Ctx } from '../../core/context.ts'
import { isHandle } from '../../../rules/product-handle.ts'

/** One report of a page: visible widgets, and whether the form was opened. Contains nothing about the visitor. */
interface SeenPage {
  widgets: WidgetKey[]
  formOpened: boolean
  handle: string | null
}

/** Reads a report and drops unknown names. Returns null if malformed. */
export function readSeen(body: unknown): SeenPage | null {
  if (typeof body !== 'object' || body === null) return null
  const { widgets, form, product } = body as { widgets?: unknown; form?: unknown; product?: unknown }
  const named: readonly unknown[] = Array.isArray(widgets) ? widgets.slice(0, WIDGET_KEYS.length) : []
  return {
    widgets: WIDGET_KEYS.filter((key) => named.includes(key)),
    formOpened: form === true,
    handle: typeof product === 'string' && isHandle(product) ? product : null,
  }
}

const bots = /bot|crawl|spider|slurp|preview|headless|lighthouse|monitor|fetch|curl|python|wget/i

/** Whether the user agent is a bot's. Most bots run no scripts and report nothing anyway. */
export const isBot = (userAgent: string | undefined): boolean => !userAgent || bots.test(userAgent)

const windowMs = 10 * 60_000
/** Pages per address and window that count: enough for a family, too few to inflate the numbers. */
const mostPages = 200
const pagesOf = new LRUCache<string, number>({ max: 50_000, ttl: windowMs, noUpdateTTL: true })

/** Whether an address reports more pages than a shopper loads. Addresses stay briefly in this process's memory. */
export function isFlood(shopId: string, sender: string): boolean {
  const key = `${shopId} ${sender}`
  const pages = (pagesOf.get(key) ?? 0) + 1
  pagesOf.set(key, pages)
  return pages > mostPages
}

const batch = batchByKey<SeenPage>()

/**
 * Counts a report. Reports that arrive during a write are written together, so that pages don't compete for a busy
 * shop's counters. Resolves when the report is counted.
 */
export const countSeen = (ctx: Ctx, page: SeenPage): Promise<void> =>
  batch(ctx.shop.id, page, (pages) => write(ctx, pages))

async function write(ctx: Ctx, pages: readonly SeenPage[]): Promise<void> {
  const handles = [...new Set(pages.flatMap(({ handle }) => handle ?? []))]
  const products =
    handles.length > 0
      ? await ctx.db.product.findMany({
          where: { shopId: ctx.shop.id, handle: { in: handles }, deletedAt: null },
          select: { id: true, handle: true },
        })
      : []
  const ids = new Map(products.map(({ id, handle }) => [handle, id]))
  await inTransaction(ctx, async (tx) => {
    const at = tx.now()
    recordFacts(
      tx,
      pages.flatMap(({ widgets, formOpened, handle }): Fact[] => {
        const product = handle === null ? null : (ids.get(handle) ?? null)
        return [
          ...(widgets.length > 0 ? [{ metric: 'pages.viewed' as const, at }] : []),
          ...widgets.map((widget): Fact => ({ metric: 'widgets.viewed', at, by: { widget, product } })),
          ...(formOpened ? [{ metric: 'forms.opened' as const, at, by: { product } }] : []),
        ]
      }),
    )
  })
}
