import { z } from 'zod'
import type { Ctx } from '../../core/context.ts'
import { InvalidInput, parse, type Problem } from '../../core/errors.ts'
import type { Import } from '../../generated/prisma/client.ts'
import { answersSchema, type Answer } from '../answers.ts'
import { checkAgain, requireChecked } from './check-again.ts'
import { inSmallTurn } from './check-room.ts'
import { checkStored, columnsOfResult } from './check-work.ts'
import { READING_QUESTIONS, type Given, type Question, type ReadingQuestion } from './facts.ts'
import { formatOf } from '../files/import-file.ts'
import { importById } from '../imports.ts'
import { isLarge } from '../files/large-files.ts'
import { makeTurns } from '../../core/turns-by-owner.ts'

/** Each reads a whole file for a few letters. A merchant who changes answers quickly has few under way. */
const turns = makeTurns({ atOnce: 1, mostWaiting: 4 })

export const recountSchema = z.object({ answers: answersSchema })

/**
 * Counts a checked file again by the answers about its ratings, dates and long texts, so that its figures and first rows are those that will come in: at
 * once when it is small, else as a job. What is answered of other questions changes no figure and is left to the start.
 * @throws InvalidInput answerInvalid under `answers.<index>.answer`, importFailed under `file` where it cannot be read any more; LimitReached tooManyChecks, tooManyAttempts where several counts of the shop wait; NotAllowed as requireChecked
 */
export async function recountImport(ctx: Ctx, importId: string, input: unknown): Promise<Import> {
  const { answers } = parse(recountSchema, input)
  const row = await importById(ctx, importId)
  requireChecked(row)
  const given = givenOf(row, answers)
  if (isCountedBy(row, given)) return row
  if (isLarge(row)) {
    await checkAgain(ctx, importId, ({ source: _source, ...format }) => ({ report: { ...format, given } }))
    return importById(ctx, importId)
  }
  return turns.run(ctx.shop.id, () => inSmallTurn(ctx, () => countAgain(ctx, importId, answers)))
}

/** The row is read now: while this one waited for its turn another count may have ended. */
async function countAgain(ctx: Ctx, importId: string, answers: readonly Answer[]): Promise<Import> {
  const row = await importById(ctx, importId)
  requireChecked(row)
  const given = givenOf(row, answers)
  if (isCountedBy(row, given)) return row
  const result = await checkStored(ctx, { ...row, report: { ...formatOf(row), given } })
  const { count } = await ctx.db.import.updateMany({
    where: { shopId: ctx.shop.id, id: importId, status: 'checked', version: row.version },
    data: { ...columnsOfResult(result), version: { increment: 1 } },
  })
  // Changed by another process in between; one that was started or is checked otherwise is refused by that.
  if (count === 0) return countAgain(ctx, importId, answers)
  ctx.publish('import', importId)
  return importById(ctx, importId)
}

/** Whether the figures are by these answers: by the check's own suggestion where nothing was answered, then and now. */
function isCountedBy(row: Import, given: Given): boolean {
  const { given: before = {} } = formatOf(row)
  const suggested = new Map(
    (row.questions as unknown as Question[]).map((question) => [question.id, question.suggested]),
  )
  return READING_QUESTIONS.every((id) =>
    given[id] === undefined ? before[id] === undefined : given[id] === suggested.get(id),
  )
}

const isReadingQuestion = (id: string): id is ReadingQuestion => (READING_QUESTIONS as readonly string[]).includes(id)

function givenOf({ questions }: Import, answers: readonly Answer[]): Given {
  const given: Given = {}
  const problems: Record<string, Problem> = {}
  for (const [index, { question, answer }] of answers.entries()) {
    if (!isReadingQuestion(question)) continue
    const asked = (questions as unknown as Question[]).find(({ id }) => id === question)
    if (asked?.choices.includes(answer)) given[question] = answer
    else if (asked) problems[`answers.${index}.answer`] = 'answerInvalid'
  }
  if (Object.keys(problems).length > 0) throw new InvalidInput(problems)
  return given
}
