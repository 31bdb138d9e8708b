import { maxFilesInCheck } from '../../../rules/limits.ts'
import type { Ctx } from '../../context.ts'
import { LimitReached } from '../../errors.ts'

/** Up to this many bytes the answer to an upload holds the check's result; a larger file waits for its turn. */
export const checkedAtOnceBytes = 2 * 1024 * 1024

/**
 * Other shops' files wait behind a shop's: so many of them may be in check at a time. Only under the shop's lock the answer is
 * still true a moment later. What the operator brings does not count.
 * @throws LimitReached tooManyChecks
 */
export async function requireCheckRoom({ db, shop }: Pick<Ctx, 'db' | 'shop'>, { fileSize, unlimited }: { fileSize: number; unlimited: boolean | undefined }): Promise<void> {
  if (unlimited || fileSize <= checkedAtOnceBytes) return
  const [found] = await db.$queryRaw<{ count: number }[]>`
    select count(*)::int as count from "Import"
    where "shopId" = ${shop.id}::uuid and status = 'checking' and "fileSize" > ${checkedAtOnceBytes} and not (report ? 'unlimited')`
  if ((found?.count ?? 0) >= maxFilesInCheck) throw new LimitReached('tooManyChecks')
}
