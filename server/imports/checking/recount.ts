import { z } from 'zod'
import type { Ctx } from '../../core/context.ts'
import { InvalidInput, parse, type Problem } from '../../core/errors.ts'
import type { Import } from '../../generated/prisma/client.ts'
import { answersSchema, type Answer } from '../answers.ts'
import { recheckImport, requireChecked } from './recheck.ts'
import { runWithCheckLimit } from './check-capacity.ts'
import { checkStoredFile, buildResultColumns } from './check-work.ts'
import { FORMAT_QUESTIONS, type GivenAnswers, type Question, type FormatQuestion } from './file-facts.ts'
import { readFileFormat } from '../files/import-file.ts'
import { requireImport } from '../imports.ts'
import { isLarge } from '../files/large-files.ts'
import { limitConcurrency } from '../../core/concurrency-limit.ts'

/** Each reads a whole file for a few letters. A merchant who changes answers quickly has few under way. */
const recountLimit = limitConcurrency({ atOnce: 1, mostWaiting: 4 })

export const recountSchema = z.object({ answers: answersSchema })

/**
 * Counts a checked file again by the answers about its ratings, dates and long texts, so that its figures and first rows are those that will come in: at
 * once when it is small, else as a job. What is answered of other questions changes no figure and is left to the start.
 * @throws InvalidInput answerInvalid under `answers.<index>.answer`, importFailed under `file` where it cannot be read any more; LimitReached tooManyChecks, tooManyAttempts where several counts of the shop wait; NotAllowed as requireChecked
 */
export async function recountImport(ctx: Ctx, importId: string, input: unknown): Promise<Import> {
  const { answers } = parse(recountSchema, input)
  const row = await requireImport(ctx, importId)
  requireChecked(row)
  const given = givenOf(row, answers)
  if (isCountedBy(row, given)) return row
  if (isLarge(row)) {
    await recheckImport(ctx, importId, ({ source: _source, ...format }) => ({ report: { ...format, given } }))
    return requireImport(ctx, importId)
  }
  return recountLimit.run(ctx.shop.id, () => runWithCheckLimit(ctx, () => recount(ctx, importId, answers)))
}

/** The row is read now: while this one waited for its turn another count may have ended. */
async function recount(ctx: Ctx, importId: string, answers: readonly Answer[]): Promise<Import> {
  const row = await requireImport(ctx, importId)
  requireChecked(row)
  const given = givenOf(row, answers)
  if (isCountedBy(row, given)) return row
  const result = await checkStoredFile(ctx, { ...row, report: { ...readFileFormat(row), given } })
  const { count } = await ctx.db.import.updateMany({
    where: { shopId: ctx.shop.id, id: importId, status: 'checked', version: row.version },
    data: { ...buildResultColumns(result), version: { increment: 1 } },
  })
  // Changed by another process in between; one that was started or is checked otherwise is refused by that.
  if (count === 0) return recount(ctx, importId, answers)
  ctx.publish('import', importId)
  return requireImport(ctx, importId)
}

/** Whether the figures are by these answers: by the check's own suggestion where nothing was answered, then and now. */
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
