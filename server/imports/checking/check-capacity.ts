import { maxFilesInCheck, smallChecksAtOnce } from '../../../rules/limits.ts'
import type { Ctx } from '../../core/context.ts'
import { limitByKey, makeBusyRefusal } from '../../core/limit-by-key.ts'

interface CheckedFile {
  large: boolean
  /** Set for the operator's files, which have no limit. */
  unlimited: boolean
}

/** The queue is unbounded: waiting files are on disk or small. */
const smallFileLimit = limitByKey({ atOnce: smallChecksAtOnce, waiting: Infinity })
/** Large files that a shop stores at a time, before their rows exist; further ones are refused. */
const largeFileLimit = limitByKey({ atOnce: maxFilesInCheck, waiting: 0, refusal: 'tooManyChecks' })

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
  return largeFileLimit.run(ctx.shop.id, async () => {
    await requireCheckCapacity(ctx, file)
    return work()
  })
}

/**
 * Limits the large files that a shop has in check, because other shops' files wait behind them. Reliable only under the
 * shop's lock.
 * @throws LimitReached tooManyChecks
 */
export async function requireCheckCapacity(
  { db, shop }: Pick<Ctx, 'db' | 'shop'>,
  { large, unlimited }: CheckedFile,
): Promise<void> {
  if (unlimited || !large) return
  const where = { shopId: shop.id, status: 'checking', large: true, unlimited: false } as const
  if ((await db.import.count({ where })) >= maxFilesInCheck) throw makeBusyRefusal('tooManyChecks')
}
