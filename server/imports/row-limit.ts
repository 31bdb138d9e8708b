import { plans } from '../../rules/plans.ts'
import { readPlan, type Ctx } from '../core/context.ts'
import { InvalidInput } from '../core/errors.ts'
import type { Import } from '../generated/prisma/client.ts'
import type { Answer } from './answers.ts'
import type { Question } from './checking/file-facts.ts'
import type { CheckReport } from './checking/report.ts'
import { readFileFormat } from './files/import-file.ts'
import { candor } from './sources/apps/candor.ts'

const firstN = 'firstN'
const isFirstN = ({ id }: Question): boolean => id === firstN
const storedOf = ({ questions }: Import): Question[] => questions as unknown as Question[]
const limitOf = (ctx: Ctx): number => plans[readPlan(ctx)].maxImportRows

/** Rows that may become reviews: reviews that the shop already has, and rows that cannot be read, do not count against the plan. */
const newRowsOf = ({ report, unmatched }: Import): number =>
  ((report as unknown as Partial<CheckReport>).fresh ?? 0) + unmatched

/** A shop may bring back its own signed export whole on every plan; the operator's command has no limit either. */
const isUnlimited = (row: Import): boolean => row.source === candor.id || readFileFormat(row).unlimited === true

/** The question about the first new reviews of a file that has more of them than a plan takes at a time. */
export const buildRowLimitQuestion = (newRows: number, choices: readonly number[]): Question => ({
  id: firstN,
  choices: choices.map(String),
  suggested: null,
  examples: [String(newRows)],
})

/** Returns what an import asks. Until its start the plan's limit is that of the plan now, which may have changed since the check. */
export function listOpenQuestions(ctx: Ctx, row: Import): Question[] {
  const stored = storedOf(row)
  // Nothing was counted as long as the columns are not known.
  if (row.status !== 'checked' || stored.some(({ id, choices }) => id === 'columns' && choices.length === 0))
    return stored
  const others = stored.filter((question) => !isFirstN(question))
  const limit = limitOf(ctx)
  if (newRowsOf(row) <= limit || isUnlimited(row)) return others
  const smaller = (stored.find(isFirstN)?.choices ?? []).map(Number).filter((choice) => choice < limit)
  return [...others, buildRowLimitQuestion(newRowsOf(row), [limit, ...smaller])]
}

/** The same for a start: an answer that was chosen on a smaller plan still counts after an upgrade. */
export function listAnswerableQuestions(ctx: Ctx, row: Import, answers: readonly Answer[]): Question[] {
  const open = listOpenQuestions(ctx, row)
  const stored = storedOf(row).find(isFirstN)
  return stored && !open.some(isFirstN) && answers.some(({ question }) => question === firstN)
    ? [...open, stored]
    : open
}

/**
 * Adds how many new reviews an import may bring to its settled answers, as a number, also where nothing was asked: what the check counted
 * as a duplicate may be new by the time of the run.
 */
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

/** Returns how many new reviews a started import may bring; infinite where no plan limits it. */
export function readRowLimit(answers: ReadonlyMap<string, string>): number {
  const limit = Number(answers.get(firstN))
  return Number.isNaN(limit) ? Infinity : limit
}

/** Turns an unanswered question about the first rows into a refusal with its numbers. */
export function addRowLimitProblem(ctx: Ctx, row: Import, error: unknown): unknown {
  if (!(error instanceof InvalidInput) || !(firstN in error.fields)) return error
  return new InvalidInput({
    [firstN]: { code: 'tooManyRows', params: { rows: newRowsOf(row), limit: limitOf(ctx) } },
    ...without(error.fields),
  })
}

const without = ({ [firstN]: _said, ...others }: InvalidInput['fields']): InvalidInput['fields'] => others
