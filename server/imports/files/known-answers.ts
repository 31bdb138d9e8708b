import type { Ctx } from '../../core/context.ts'
import type { Answer } from '../answers.ts'
import type { GivenAnswers } from '../checking/file-facts.ts'
import type { Encoding } from '../parsing/encodings.ts'
import type { FileFormat } from './import-file.ts'

/** Questions that a start must answer. Unanswered `long` and `status` follow their suggestion, which must lose and show nothing. */
const suggested: readonly string[] = ['scale', 'dates']

/**
 * Suggests the answers of the shop's last started import of the same file: same size, source and columns. Otherwise
 * another date order would make its reviews look new. The merchant still confirms them.
 */
export async function applyKnownAnswers(ctx: Ctx, format: FileFormat, fileSize: number): Promise<FileFormat> {
  const [known] = await ctx.db.$queryRaw<{ answers: Answer[]; encoding: Encoding }[]>`
    select answers, encoding from "Import"
    where "shopId" = ${ctx.shop.id}::uuid and "startedAt" is not null and "fileSize" = ${fileSize}
      and source = ${format.source} and columns = ${format.columns}::text[]
    order by "createdAt" desc, id desc limit 1`
  if (!known) return format
  const given: GivenAnswers = Object.fromEntries(
    known.answers.flatMap(({ question, answer }) => (suggested.includes(question) ? [[question, answer]] : [])),
  )
  const isOffered = format.readings?.some(({ encoding }) => encoding === known.encoding)
  return { ...format, given, ...(isOffered && { encoding: known.encoding }) }
}
