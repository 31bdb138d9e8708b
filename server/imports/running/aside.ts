import { makeContext, type Ctx, type Deps } from '../../context.ts'
import { isLarge } from '../checking/check-room.ts'
import type { SliceEnd } from './claim.ts'
import { runSlice } from './run.ts'

/** Runs a slice of an import or of its undo: a large file's aside. @throws AsideLost; it is followed when its lease is out */
export async function runSliceAside(ctx: Ctx, importId: string): Promise<SliceEnd> {
  const row = await ctx.db.import.findUnique({ where: { shopId_id: { shopId: ctx.shop.id, id: importId } }, select: { fileName: true, fileSize: true } })
  if (!row) return 'notMine'
  return isLarge(row) ? ctx.aside.run(ctx, 'imports.slice', { importId }) : runSlice(ctx, importId)
}

/** Follows runners that died: imports whose lease ran out, in all shops. Answers how many slices were run. */
export async function resumeImports(deps: Deps): Promise<number> {
  const db = deps.doors.acrossShops('claim imports')
  const waiting = await db.$queryRaw<{ shopId: string; id: string }[]>`
    select "shopId", id from "Import" where status in ('running', 'undoing') and ("leaseUntil" is null or "leaseUntil" < now()) order by "leaseUntil" limit 5`
  let slices = 0
  for (const { shopId, id } of waiting) {
    const shop = await db.shop.findUnique({ where: { id: shopId } })
    if (!shop) continue
    const end = await runSliceAside(makeContext(deps, shop, { kind: 'system', name: 'imports' }), id).catch((error: unknown): SliceEnd => {
      // The others are not to wait for this one.
      deps.log.error({ err: error, importId: id }, 'an import is followed later')
      return 'notMine'
    })
    if (end !== 'notMine') slices++
  }
  return slices
}
