import { z } from 'zod'
import type { Ctx } from '../../core/context.ts'
import { InvalidInput, parse, type Problem } from '../../core/errors.ts'
import type { Import } from '../../generated/prisma/client.ts'
import { answersSchema, type Answer } from '../answers.ts'
import { readFileFormat } from '../files/import-file.ts'
import { findEncodingByName } from '../parsing/encodings.ts'
import { readTextFormat, type TextFormat } from '../files/text-format.ts'
import { requireImport } from '../import-row.ts'
import { recheckImport } from './recheck.ts'
import { FORMAT_QUESTIONS, type GivenAnswers, type Question, type FormatQuestion } from './file-facts.ts'

export const recountSchema = z.object({ answers: answersSchema })

/**
 * Recounts a checked file with the answers about its encoding, ratings, dates and long texts. Its figures and first rows then show
 * what the import will save. Other answers don't change figures and are left to the start.
 * @throws InvalidInput answerInvalid under `answers.<index>.answer`; importFailed under `file` where it's unreadable
 * @throws NotAllowed, LimitReached as recheckImport
 */
export async function recountImport(ctx: Ctx, importId: string, input: unknown): Promise<Import> {
  const { answers } = parse(recountSchema, input)
  const reread = await readInOtherEncoding(ctx, await requireImport(ctx, importId), answers)
  return recheckImport(ctx, importId, (row) => {
    const given = givenOf(row, answers)
    if (reread && row.encoding !== reread.encoding) return { ...keepColumns(row, reread), given }
    return isCountedBy(row, given) ? null : { given }
  })
}

/** Whether an answer names another encoding than the text is read in. Tables of workbooks and pages have no other. */
export function namesOtherEncoding({ encoding, readings }: Import, answers: readonly Answer[]): boolean {
  return (
    readings !== null &&
    answers.some(({ question, answer }) => question === 'encoding' && findEncodingByName(answer) !== encoding)
  )
}

/** Reads the file's columns in the encoding of an answer; null without such an answer. */
async function readInOtherEncoding(ctx: Ctx, row: Import, answers: readonly Answer[]): Promise<TextFormat | null> {
  if (!namesOtherEncoding(row, answers)) return null
  const at = answers.findLastIndex(({ question }) => question === 'encoding')
  const encoding = findEncodingByName(answers[at]?.answer ?? '')
  if (!encoding) throw new InvalidInput({ [`answers.${at}.answer`]: 'answerInvalid' })
  const stored = await ctx.files.get(row.fileKey)
  if (!stored) throw new InvalidInput({ file: 'importFailed' })
  try {
    return await readTextFormat(stored.stream, encoding)
  } finally {
    stored.stream.destroy()
  }
}

/** Keeps a mapping of columns whose names are the same in the other encoding. */
function keepColumns(
  { columns }: Import,
  { encoding, ...found }: TextFormat,
): TextFormat | Pick<TextFormat, 'encoding'> {
  const isSame = columns.join('\n') === found.columns.join('\n')
  return isSame ? { encoding } : { mapping: null, ...found, encoding, mapped: false }
}

/** Whether the figures were counted with these answers. Missing answers mean the check's own suggestions. */
function isCountedBy(row: Import, given: GivenAnswers): boolean {
  const { given: before = {} } = readFileFormat(row)
  const suggested = new Map(
    (row.questions as unknown as Question[]).map((question) => [question.id, question.suggested]),
  )
  return FORMAT_QUESTIONS.every((id) =>
    given[id] === undefined ? before[id] === undefined : given[id] === suggested.get(id),
  )
}

const isFormatQuestion = (id: string): id is FormatQuestion => (FORMAT_QUESTIONS as readonly string[]).includes(id)

function givenOf({ questions }: Import, answers: readonly Answer[]): GivenAnswers {
  const given: GivenAnswers = {}
  const problems: Record<string, Problem> = {}
  for (const [index, { question, answer }] of answers.entries()) {
    if (!isFormatQuestion(question)) continue
    const asked = (questions as unknown as Question[]).find(({ id }) => id === question)
    if (asked?.choices.includes(answer)) given[question] = answer
    else if (asked) problems[`answers.${index}.answer`] = 'answerInvalid'
  }
  if (Object.keys(problems).length > 0) throw new InvalidInput(problems)
  return given
}
