import { maxFilesInCheck, smallChecksAtOnce } from '../../../rules/limits.ts'
import type { Ctx } from '../../core/context.ts'
import { LimitReached } from '../../core/errors.ts'
import { limitConcurrency } from '../../core/concurrency-limit.ts'
import { isLarge } from '../files/large-files.ts'

/** Files of shops that this process looks at now, before there are rows of them. */
const checksByShop = new Map<string, number>()

/** What is asked of a file before there is a row of it. */
export interface NewFile {
  fileName: string
  fileSize: number
  /** What the operator brings does not count. */
  unlimited: boolean | undefined
  report?: unknown
}

/** The queue is unbounded: what waits is on the disk, or as little as a small file is. */
const smallFileLimit = limitConcurrency({ atOnce: smallChecksAtOnce, mostWaiting: Infinity })

/** Runs what reads a small file in the process that serves: however many a shop sends at once, no other shop's page waits behind all of them. */
export const runWithCheckLimit = <T>({ shop }: Pick<Ctx, 'shop'>, work: () => Promise<T>): Promise<T> =>
  smallFileLimit.run(shop.id, work)

/**
 * Runs what looks at a file and keeps it, where there is room for it: of the larger ones that come at once no more are held in memory than may be
 * in check. A small one has its turn already (createImport).
 * @throws LimitReached tooManyChecks
 */
export async function runWithCheckCapacity<T>(ctx: Ctx, file: NewFile, work: () => Promise<T>): Promise<T> {
  if (file.unlimited || !isLarge(file)) return work()
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
 * Other shops' files wait behind a shop's: so many of them may be in check at a time. Only under the shop's lock the answer is
 * still true a moment later.
 * @throws LimitReached tooManyChecks
 */
export async function requireCheckCapacity(
  { db, shop }: Pick<Ctx, 'db' | 'shop'>,
  { unlimited, ...file }: NewFile,
  coming = 0,
): Promise<void> {
  if (unlimited || !isLarge(file)) return
  const inCheck = await db.$queryRaw<{ fileName: string; fileSize: number; report: object }[]>`
    select "fileName", "fileSize", jsonb_build_object('large', report->'large') as report from "Import" where "shopId" = ${shop.id}::uuid and status = 'checking' and not (report ? 'unlimited')`
  if (coming + inCheck.filter(isLarge).length >= maxFilesInCheck) throw new LimitReached('tooManyChecks')
}
