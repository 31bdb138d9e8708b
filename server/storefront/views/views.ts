import { LRUCache } from 'lru-cache'
import { WIDGET_KEYS, type WidgetKey } from '../../../client/storefront/widgets/widgets.ts'
import type { Fact } from '../../../rules/facts.ts'
import { recordFacts } from '../../shop/analytics/facts.ts'
import { inTransaction, type Ctx } from '../../core/context.ts'
import { isHandle } from '../../../rules/product-handle.ts'

/** What a page tells once: which widgets came into view, and whether the form was opened. Nothing of who looked. */
export interface SeenPage {
  widgets: WidgetKey[]
  formOpened: boolean
  handle: string | null
}

/** Reads what a page sent; unknown names are left out. Null for what is no such message. */
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

/** Whether a browser's name is that of a program without a person. Most of them run no scripts and tell us nothing anyway. */
export const isBot = (userAgent: string | undefined): boolean => !userAgent || bots.test(userAgent)

const windowMs = 10 * 60_000
/** Pages of one address in a window that count: enough for a family, too few to make up a crowd. */
const mostPages = 200
const pagesOf = new LRUCache<string, number>({ max: 50_000, ttl: windowMs, noUpdateTTL: true })

/** Whether an address has sent more pages than shoppers load. Only this process's memory knows addresses, and not for long. */
export function isFlood(shopId: string, sender: string): boolean {
  const key = `${shopId} ${sender}`
  const pages = (pagesOf.get(key) ?? 0) + 1
  pagesOf.set(key, pages)
  return pages > mostPages
}

interface Batch {
  seen: SeenPage[]
  done: Promise<void>
}

/** Of each shop what waits while its pages before are being written. */
const waiting = new Map<string, Batch>()
const writing = new Map<string, Promise<void>>()

/**
 * Counts what shoppers saw. Pages that arrive while others of the shop are being written are written together, so that a busy shop's
 * counters are not locked by each page. Resolves when the page is counted.
 */
export function countSeen(ctx: Ctx, page: SeenPage): Promise<void> {
  const { id } = ctx.shop
  const known = waiting.get(id)
  if (known) {
    known.seen.push(page)
    return known.done
  }
  const batch: Batch = { seen: [page], done: Promise.resolve() }
  waiting.set(id, batch)
  batch.done = (writing.get(id) ?? Promise.resolve())
    .catch(() => undefined)
    .then(async () => {
      waiting.delete(id)
      const work = write(ctx, batch.seen)
      writing.set(id, work)
      try {
        await work
      } finally {
        if (writing.get(id) === work) writing.delete(id)
      }
    })
  return batch.done
}

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
          ...widgets.map((widget): Fact => ({ metric: 'widgets.viewed', at, by: { widget, product } })),
          ...(formOpened ? [{ metric: 'forms.opened' as const, at, by: { product } }] : []),
        ]
      }),
    )
  })
}
