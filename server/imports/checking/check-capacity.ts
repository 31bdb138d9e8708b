import { maxFilesInCheck, smallChecksAtOnce } from '../../../rules/limits.ts'
import type { Ctx } from '../../core/context.ts'
import { LimitReached } from '../../core/errors.ts'
import { limitConcurrency } from '../../core/concurrency-limit.ts'

/** Files that this process is reading before their rows exist, by shop. */
const checksByShop = new Map<string, number>()

interface CheckedFile {
  large: boolean
  /** Set for the operator's files, which have no limit. */
  unlimited: boolean
}

/** The queue is unbounded: waiting files are on disk or small. */
const smallFileLimit = limitConcurrency({ atOnce: smallChecksAtOnce, mostWaiting: Infinity })

/** Limits the checks in the serving process, so that one shop's uploads don't block other shops' pages. */
export const runWithCheckLimit = <T>({ shop }: Pick<Ctx, 'shop'>, work: () => Promise<T>): Promise<T> =>
  smallFileLimit.run(shop.id, work)

/**
 * Reads and stores a file if the shop has capacity. Limits how many larger files are in memory at a time. Small files
 * are limited by createImport.
 * @throws LimitReached tooManyChecks
 */
export async function runWithCheckCapacity<T>(ctx: Ctx, file: CheckedFile, work: () => Promise<T>): Promise<T> {
  if (file.unlimited || !file.large) return work()
  const { id } = ctx.shop
  const others = checksByShop.get(id) ?? 0
  checksByShop.set(id, others + 1)
  try {
    await requireCheckCapacity(ctx, file, others)
    return await work()
  } finally {
    const left = (checksByShop.get(id) ?? 1) - 1
    if (left > 0) checksByShop.set(id, left)
    else checksByShop.delete(id)
  }
}

/**
 * Limits the large files that a shop has in check, because other shops' files wait behind them. Reliable only under the
 * shop's lock.
 * @throws LimitReached tooManyChecks
 */
export async function requireCheckCapacity(
  { db, shop }: Pick<Ctx, 'db' | 'shop'>,
  { large, unlimited }: CheckedFile,
  coming = 0,
): Promise<void> {
  if (unlimited || !large) return
  const where = { shopId: shop.id, status: 'checking', large: true, unlimited: false } as const
  if (coming + (await db.import.count({ where })) >= maxFilesInCheck) throw new LimitReached('tooManyChecks')
}
