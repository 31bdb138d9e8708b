import { plans } from '../../rules/plans.ts'
import { readPlan, type Ctx } from '../core/context.ts'
import { InvalidInput } from '../core/errors.ts'
import type { Import } from '../generated/prisma/client.ts'
import { parseDecisions, type Answer } from './answers.ts'
import type { Question } from './checking/file-facts.ts'
import type { CheckReport } from './checking/report.ts'
import { candor } from './sources/apps/candor.ts'

const firstN = 'firstN'
const isFirstN = ({ id }: Question): boolean => id === firstN
const storedOf = ({ questions }: Import): Question[] => questions as unknown as Question[]
const limitOf = (ctx: Ctx): number => plans[readPlan(ctx)].maxImportRows

/** Counts rows that may become reviews. Duplicates and bad rows don't count against the plan. */
const newRowsOf = ({ report, unmatched }: Import): number =>
  ((report as unknown as Partial<CheckReport>).fresh ?? 0) + unmatched

/** A shop's own signed export and the operator's command have no row limit. */
const isUnlimited = (row: Import): boolean => row.source === candor.id || row.unlimited

export const buildRowLimitQuestion = (newRows: number, choices: readonly number[]): Question => ({
  id: firstN,
  choices: choices.map(String),
  suggested: null,
  examples: [String(newRows)],
})

/** Returns an import's open questions. Until the start they use the limit of the current plan. */
export function listOpenQuestions(ctx: Ctx, row: Import): Question[] {
  const stored = storedOf(row)
  // Nothing was counted while the columns are unknown.
  if (row.status !== 'checked' || stored.some(({ id, choices }) => id === 'columns' && choices.length === 0))
    return stored
  const others = stored.filter((question) => !isFirstN(question))
  const limit = limitOf(ctx)
  if (newRowsOf(row) <= limit || isUnlimited(row)) return others
  const smaller = (stored.find(isFirstN)?.choices ?? []).map(Number).filter((choice) => choice < limit)
  return [...others, buildRowLimitQuestion(newRowsOf(row), [limit, ...smaller])]
}

/** Returns the questions for a start. Accepts an answer chosen on a smaller plan, even after an upgrade. */
export function listAnswerableQuestions(ctx: Ctx, row: Import, answers: readonly Answer[]): Question[] {
  const open = listOpenQuestions(ctx, row)
  const stored = storedOf(row).find(isFirstN)
  return stored && !open.some(isFirstN) && answers.some(({ question }) => question === firstN)
    ? [...open, stored]
    : open
}

/** Adds the limit even if nothing was asked: the check's duplicates may be new when the import runs. */
export function addRowLimit(ctx: Ctx, row: Import, settled: readonly Answer[]): Answer[] {
  if (isUnlimited(row)) return [...settled]
  const answer = settled.find(({ question }) => question === firstN)?.answer ?? String(limitOf(ctx))
  // `yes` accepts the number that the check asked about.
  const wanted = Number(/^\d+$/.test(answer) ? answer : (storedOf(row).find(isFirstN)?.choices[0] ?? limitOf(ctx)))
  return [
    ...settled.filter(({ question }) => question !== firstN),
    { question: firstN, answer: String(Math.min(wanted, limitOf(ctx))) },
  ]
}

export function readRowLimit(answers: ReadonlyMap<string, string>): number {
  const limit = Number(answers.get(firstN))
  return Number.isNaN(limit) ? Infinity : limit
}

/** Returns how many new reviews one import may add; the whole file without a limit. */
export const readMaxRows = (ctx: Ctx, row: Import): number =>
  listOpenQuestions(ctx, row).some(isFirstN) ? limitOf(ctx) : Math.max(row.total, limitOf(ctx))

/** Counts the new reviews that a started import adds: those with a place, up to the plan's limit. */
export function countToImport(row: Import): number {
  const { fresh = 0, unmatched = 0, unmatchedProducts = {} } = row.report as unknown as Partial<CheckReport>
  const { plain, placementOf } = parseDecisions(row.answers as unknown as Answer[])
  const sumRows = (products: [string, number][]) => products.reduce((sum, [, rows]) => sum + rows, 0)
  const listed = Object.entries(unmatchedProducts)
  const placed = sumRows(listed.filter(([key]) => placementOf(key).to !== 'nowhere'))
  const unlisted = (plain.get('unmatched') ?? 'skip') === 'skip' ? 0 : unmatched - sumRows(listed)
  return Math.max(row.imported, Math.min(fresh + placed + unlisted, readRowLimit(plain)))
}

/** Turns an unanswered row limit question into a refusal with its numbers. */
export function addRowLimitProblem(ctx: Ctx, row: Import, error: unknown): unknown {
  if (!(error instanceof InvalidInput) || !(firstN in error.fields)) return error
  return new InvalidInput({
    [firstN]: { code: 'tooManyRows', params: { rows: newRowsOf(row), limit: limitOf(ctx) } },
    ...without(error.fields),
  })
}

const without = ({ [firstN]: _said, ...others }: InvalidInput['fields']): InvalidInput['fields'] => others
