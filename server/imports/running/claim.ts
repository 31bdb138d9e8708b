import type { Import } from '../../generated/prisma/client.ts'
import type { Ctx } from '../../context.ts'
import type { OpenedFile } from '../open-records.ts'
import { withSigns } from '../signs-of-life.ts'

/** By the wall clock: a runner that died is followed after this long. */
export const leaseSeconds = 10
/** A runner gives way after this long, so that other shops and a closing process need not wait. */
export const sliceMs = 5_000

/** Another runner has the import now, or the merchant has stopped it; whatever this one was about to write is rolled back. */
export class Fenced extends Error {}

export type SliceEnd = 'finished' | 'more' | 'notMine'

/** Takes an import that runs or is being undone and that no living runner has; null when there is none to take. */
export async function claim(ctx: Ctx, importId: string): Promise<Import | null> {
  const [claimed] = await ctx.db.$queryRaw<{ fence: number }[]>`
    update "Import" set fence = fence + 1, "leaseUntil" = now() + ${leaseSeconds} * interval '1 second',
      "undoTries" = "undoTries" + 1
    where "shopId" = ${ctx.shop.id}::uuid and id = ${importId}::uuid and status in ('running', 'undoing') and ("leaseUntil" is null or "leaseUntil" < now())
    returning fence`
  if (!claimed) return null
  // Another runner may have claimed it since: its fence is not ours, nor is the place where it stands.
  return ctx.db.import.findFirst({ where: { shopId: ctx.shop.id, id: importId, fence: claimed.fence, status: { in: ['running', 'undoing'] } } })
}

/** The first statement of a batch: the row's lock makes a second runner, and whoever stops the import, wait for its end. */
export async function requireFence(tx: Ctx, { id, fence, status }: Import): Promise<void> {
  const [found] = await tx.db.$queryRaw<{ fence: number }[]>`
    select fence from "Import" where "shopId" = ${tx.shop.id}::uuid and id = ${id}::uuid and status = ${status}::"ImportStatus" for update`
  if (found?.fence !== fence) throw new Fenced()
}

/** The opened file; who looks through it for replies, or for where to go on, keeps its claim. While reading @throws Fenced */
export const held = (ctx: Ctx, { id, fence, status }: Import, opened: OpenedFile): OpenedFile => withSigns(opened, async () => {
  const renewed = await ctx.db.$executeRaw`
    update "Import" set "leaseUntil" = now() + ${leaseSeconds} * interval '1 second'
    where "shopId" = ${ctx.shop.id}::uuid and id = ${id}::uuid and fence = ${fence} and status = ${status}::"ImportStatus"`
  if (renewed === 0) throw new Fenced()
})

/** Lets the next runner take it, at once or after some seconds. */
export async function release(ctx: Ctx, { id, fence }: Import, seconds = 0): Promise<void> {
  await ctx.db.$executeRaw`
    update "Import" set "leaseUntil" = case when ${seconds}::int = 0 then null else now() + ${seconds}::int * interval '1 second' end
    where "shopId" = ${ctx.shop.id}::uuid and id = ${id}::uuid and fence = ${fence}`
}
