import type { Import } from '../../generated/prisma/client.ts'
import type { Ctx } from '../../context.ts'
import type { OpenedFile } from '../open-records.ts'
import { withSigns } from '../signs-of-life.ts'

/** A check that has given no sign of life for so long was lost with its process. By the wall clock. */
export const checkLeaseMs = 120_000
/** `nextRecord` of an import that is not started yet: whether anybody is at its check. */
const nobodys = 0
const somebodys = 1

/** The check is another's now, or the file is to be read otherwise: whatever this one has counted is of no use. */
export class CheckOver extends Error {}

/** A check in hand: followed checks have another fence, files that are to be read otherwise another version. */
export const checkInHand = ({ shopId, id, version, fence }: Import) => ({ shopId, id, version, fence, status: 'checking' as const })

/** Takes the check of an import unless somebody has it. */
export async function claimCheck(ctx: Ctx, row: Import): Promise<boolean> {
  const { count } = await ctx.db.import.updateMany({ where: { ...checkInHand(row), nextRecord: nobodys }, data: { nextRecord: somebodys, leaseUntil: leaseEnd() } })
  return count > 0
}

/** Lets others take the check at once; it is followed when its lease ends. */
export async function releaseCheck(ctx: Ctx, row: Import): Promise<void> {
  await ctx.db.import.updateMany({ where: checkInHand(row), data: { nextRecord: nobodys } })
}

/** The opened file; who reads it shows that the check lives. While reading @throws CheckOver */
export const alive = (ctx: Ctx, row: Import, opened: OpenedFile): OpenedFile => withSigns(opened, async () => {
  const { count } = await ctx.db.import.updateMany({ where: checkInHand(row), data: { leaseUntil: leaseEnd() } })
  if (count === 0) throw new CheckOver()
})

const leaseEnd = (): Date => new Date(Date.now() + checkLeaseMs)
