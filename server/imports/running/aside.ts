import { followRows, type LostRow } from '../../background/follow.ts'
import type { Ctx, Deps } from '../../context.ts'
import { isLarge } from '../large-files.ts'
import type { SliceEnd } from './claim.ts'
import { runSlice } from './run.ts'

/** Runs a slice of an import or of its undo: a large file's aside. @throws AsideLost; it is followed when its lease is out */
export async function runSliceAside(ctx: Ctx, importId: string): Promise<SliceEnd> {
  const row = await ctx.db.import.findUnique({ where: { shopId_id: { shopId: ctx.shop.id, id: importId } }, select: { fileName: true, fileSize: true, report: true } })
  if (!row) return 'notMine'
  return isLarge(row) ? ctx.aside.run(ctx, 'imports.slice', { importId }) : runSlice(ctx, importId)
}

/** Follows runners that died: imports whose lease ran out, in all shops. Answers how many slices were run. */
export async function resumeImports(deps: Deps): Promise<number> {
  const reason = 'claim imports'
  const rows = await deps.doors.acrossShops(reason).$queryRaw<LostRow[]>`
    select "shopId", id from "Import" where status in ('running', 'undoing') and ("leaseUntil" is null or "leaseUntil" < now()) order by "leaseUntil" limit 5`
  return followRows(deps, { rows, reason, name: 'imports' }, async (ctx, { id }) => (await runSliceAside(ctx, id)) !== 'notMine')
}
