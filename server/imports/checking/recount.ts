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
import { limitByKey } from '../../core/limit-by-key.ts'

/** Each recount reads the whole file. The queue is short, for a merchant who changes answers quickly. */
const recountLimit = limitByKey({ atOnce: 1, waiting: 4 })

export const recountSchema = z.object({ answers: answersSchema })

/**
 * Recounts a checked file with the answers about ratings, dates and long texts. Its figures and first rows then show
 * what the import will save. Small files are counted at once, large ones as a job. Other answers don't change figures
 * and are left to the start.
 * @throws InvalidInput answerInvalid under `answers.<index>.answer`; importFailed under `file` where it's unreadable
 * @throws LimitReached tooManyChecks; tooManyAttempts when several recounts of the shop wait
 * @throws NotAllowed as requireChecked
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
  // Another process changed the row: try again. A start or another check then refuses it.
  if (count === 0) return recount(ctx, importId, answers)
  ctx.publish('import', importId)
  return requireImport(ctx, importId)
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
