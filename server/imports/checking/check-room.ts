import { maxFilesInCheck } from '../../../rules/limits.ts'
import type { Ctx } from '../../context.ts'
import { LimitReached } from '../../errors.ts'

/** Up to this many bytes the answer to an upload holds the check's result; a larger file waits for its turn. */
const checkedAtOnceBytes = 2 * 1024 * 1024

/** A workbook is packed: so many times its size is the text in it, about. */
const unfolds = 5
const workbookNames = /\.xlsx?$/i

/** Not checked at once, and worth a process of its own: what it costs to begin one is little beside what reading the file takes. */
export const isLarge = ({ fileName, fileSize }: { fileName: string; fileSize: number }): boolean =>
  fileSize * (workbookNames.test(fileName) ? unfolds : 1) > checkedAtOnceBytes

/**
 * Other shops' files wait behind a shop's: so many of them may be in check at a time. Only under the shop's lock the answer is
 * still true a moment later. What the operator brings does not count.
 * @throws LimitReached tooManyChecks
 */
export async function requireCheckRoom({ db, shop }: Pick<Ctx, 'db' | 'shop'>, { unlimited, ...file }: { fileName: string; fileSize: number; unlimited: boolean | undefined }): Promise<void> {
  if (unlimited || !isLarge(file)) return
  const inCheck = await db.$queryRaw<{ fileName: string; fileSize: number }[]>`
    select "fileName", "fileSize" from "Import" where "shopId" = ${shop.id}::uuid and status = 'checking' and not (report ? 'unlimited')`
  if (inCheck.filter(isLarge).length >= maxFilesInCheck) throw new LimitReached('tooManyChecks')
}
