import type { Ctx } from '../../core/context.ts'
import { InvalidInput } from '../../core/errors.ts'
import { parseDecisions, resolveAnswers, type Decisions } from '../answers.ts'
import type { FileFormat, Inspected } from '../files/import-file.ts'
import { findEncodingByName } from '../parsing/encodings.ts'
import { readTextFormat } from '../files/text-format.ts'
import { openRecords } from '../files/open-records.ts'
import { openReader } from '../files/record-chunks.ts'
import { other, settleMapping } from '../sources/mapping.ts'
import { checkRecords, type CheckResult } from './check.ts'
import type { GivenAnswers, Question } from './file-facts.ts'

/** Each answer is used if its question is asked, as in an import. */
interface DryRunAnswers {
  given: GivenAnswers
  encoding?: string | undefined
  /** Returns a mapping; undefined leaves the question open. */
  mapColumns(asked: Question): unknown
  unmatched: string | undefined
}

/**
 * Counts the rows of an inspected upload, lists all bad ones and stores nothing.
 * @throws InvalidInput for an invalid answer
 */
export async function countUpload(
  ctx: Ctx,
  { format: found, content }: Inspected,
  { given, encoding, mapColumns, unmatched }: DryRunAnswers,
): Promise<CheckResult & { format: FileFormat }> {
  let format: FileFormat = { ...found, given: { ...found.given, ...given } }
  const named = encoding === undefined ? undefined : findEncodingByName(encoding)
  if (named === null) throw new InvalidInput({ encoding: 'answerInvalid' })
  if (named !== undefined && found.readings && named !== found.encoding)
    format = { ...format, ...(await readTextFormat(content(), named)) }
  const count = (decisions?: Decisions) => {
    const read = async function* () {
      yield* (await openRecords(content(), format)).records
    }
    return checkRecords(ctx, format, { records: { reader: openReader(format), read }, badRows: Infinity, decisions })
  }
  let result = await count()
  const asked = (id: Question['id']) => result.questions.filter((question) => question.id === id)
  const [aboutColumns] = asked('columns')
  const mapping = aboutColumns && mapColumns(aboutColumns)
  if (mapping !== undefined) {
    format = { ...format, source: other.id, mapping: settleMapping(mapping, format.columns.length), mapped: true }
    result = await count()
  }
  const [aboutProducts] = asked('unmatched')
  if (aboutProducts && unmatched !== undefined) {
    const open = { questions: [aboutProducts], ...result.report }
    const settled = await resolveAnswers(ctx, open, [{ question: 'unmatched', answer: unmatched }])
    result = await count(parseDecisions(settled))
    result.questions = result.questions.filter(({ id }) => id !== 'unmatched')
  }
  for (const { id, choices } of result.questions) {
    const answer = (given as Partial<Record<string, string>>)[id]
    if (answer !== undefined && !choices.includes(answer)) throw new InvalidInput({ [id]: 'answerInvalid' })
  }
  if (named !== undefined) result.questions = result.questions.filter(({ id }) => id !== 'encoding')
  return { ...result, format }
}
