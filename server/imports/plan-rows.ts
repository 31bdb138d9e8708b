import { plans } from '../../rules/plans.ts'
import { planOf, type Ctx } from '../context.ts'
import { InvalidInput } from '../errors.ts'
import type { Import } from '../generated/prisma/client.ts'
import type { Answer } from './answers.ts'
import type { Question } from './checking/facts.ts'
import { formatOf } from './import-file.ts'
import { candor } from './sources/candor.ts'

const firstN = 'firstN'
const isFirstN = ({ id }: Question): boolean => id === firstN
const storedOf = ({ questions }: Import): Question[] => questions as unknown as Question[]
const limitOf = (ctx: Ctx): number => plans[planOf(ctx)].maxImportRows

/** What an import asks. Before the start the plan's rows are asked by the plan as it is now: it may be another one than at the check. */
export function openQuestions(ctx: Ctx, row: Import): Question[] {
  const stored = storedOf(row)
  // Without its columns a file says nothing else.
  if (row.status !== 'checked' || stored.some(({ id, choices }) => id === 'columns' && choices.length === 0)) return stored
  const others = stored.filter((question) => !isFirstN(question))
  const limit = limitOf(ctx)
  // What a shop took out of Candor it may bring back whole, on every plan.
  if (row.total <= limit || row.source === candor.id || formatOf(row).unlimited) return others
  const smaller = (stored.find(isFirstN)?.choices ?? []).filter((choice) => Number(choice) < limit)
  return [...others, { id: firstN, choices: [String(limit), ...smaller], suggested: null, examples: [String(row.total)] }]
}

/** The same as a start takes them: who answers for the first rows gets no more of them on a larger plan. */
export function answerableQuestions(ctx: Ctx, row: Import, answers: readonly Answer[]): Question[] {
  const open = openQuestions(ctx, row)
  const stored = storedOf(row).find(isFirstN)
  return stored && !open.some(isFirstN) && answers.some(({ question }) => question === firstN) ? [...open, stored] : open
}

/** How many of a file's rows come in by settled answers. */
export function wantedRows(ctx: Ctx, row: Import, settled: readonly Answer[]): number {
  const answer = settled.find(({ question }) => question === firstN)?.answer
  if (answer === undefined) return row.total
  // Whoever only says yes says it to what the check asked.
  const said = Number(/^\d+$/.test(answer) ? answer : storedOf(row).find(isFirstN)?.choices[0] ?? limitOf(ctx))
  return Math.min(row.total, said, limitOf(ctx))
}

/** Too many rows is said with its numbers rather than as an open question. */
export function overCap(ctx: Ctx, row: Import, error: unknown): unknown {
  if (!(error instanceof InvalidInput) || !(firstN in error.fields)) return error
  return new InvalidInput({ [firstN]: { code: 'tooManyRows', params: { rows: row.total, limit: limitOf(ctx) } }, ...without(error.fields) })
}

const without = ({ [firstN]: _said, ...others }: InvalidInput['fields']): InvalidInput['fields'] => others
