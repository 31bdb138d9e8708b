import { makeContext, type Ctx, type Deps } from '../context.ts'
import type { AcrossReason } from '../database/for-shop.ts'

/** A row of some shop whose runner died or gave way. */
export interface LostRow {
  shopId: string
  id: string
}

/**
 * Goes on with rows that were found across shops, one after the other, each under its shop. One that fails is logged and keeps no other
 * waiting. Answers for how many `goOn` says that there was something to do.
 */
export async function followRows<Row extends LostRow>(deps: Deps, { rows, reason, name }: { rows: readonly Row[]; reason: AcrossReason; name: string }, goOn: (ctx: Ctx, row: Row) => Promise<boolean>): Promise<number> {
  if (rows.length === 0) return 0
  const shops = await deps.doors.acrossShops(reason).shop.findMany({ where: { id: { in: rows.map(({ shopId }) => shopId) } } })
  const byId = new Map(shops.map((shop) => [shop.id, shop]))
  let done = 0
  for (const row of rows) {
    const shop = byId.get(row.shopId)
    if (!shop) continue
    const worked = await goOn(makeContext(deps, shop, { kind: 'system', name }), row).catch((error: unknown) => {
      deps.log.error({ err: error, id: row.id, name }, 'is followed later')
      return false
    })
    if (worked) done++
  }
  return done
}
