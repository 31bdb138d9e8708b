import { z } from 'zod'
import type { Ctx } from '../core/context.ts'
import { InvalidInput, type Problem } from '../core/errors.ts'
import type { Question } from './checking/file-facts.ts'
import { mappingText, settleMapping } from './sources/mapping.ts'
import { isUuidInAnyCase } from '../core/uuid.ts'

/** Rejects NUL and lone surrogates, which the database refuses. */
function storable(text: z.ZodString) {
  return text.refine((value) => value.isWellFormed() && !value.includes('\0'), 'malformedInput')
}

/** `unmatched:<key>` answers for one product of the file, `unmatched` for all others. */
const knownQuestion = /^(?:encoding|columns|scale|dates|long|status|firstN|unmatched(?::.*)?)$/s
const answerSchema = z.object({
  question: storable(z.string().min(1).max(600)),
  answer: storable(z.string().max(2_000)),
})
/** Refuses questions that don't exist, and two answers to one question. */
export const answersSchema = z
  .array(answerSchema)
  .max(5_000, 'malformedInput')
  .superRefine((answers, context) => {
    const seen = new Set<string>()
    for (const [at, { question }] of answers.entries()) {
      if (!knownQuestion.test(question) || seen.has(question))
        context.addIssue({ code: 'custom', message: 'valueInvalid', path: [at, 'question'] })
      seen.add(question)
    }
  })
export type Answer = z.output<typeof answerSchema>

/** Destination of reviews of an unknown product: one of our products, the shop, or nowhere. */
type Placement = { to: 'product'; id: string } | { to: 'shop' } | { to: 'nowhere' }

export interface Decisions {
  plain: ReadonlyMap<string, string>
  placementOf(key: string): Placement
}

const unmatchedPrefix = 'unmatched:'

interface OpenQuestions {
  questions: readonly Question[]
  /** Rows of products that the shop lacks. */
  unmatched: number
  /** Row counts by the file's names of the products, as far as names were kept. */
  unmatchedProducts: Readonly<Record<string, number>>
  /** All rows are duplicates. */
  isNothingNew?: boolean
}

/**
 * Checks answers against the questions and turns products (id, handle or platform id) into our ids. An unanswered
 * `long` or `status` follows its suggestion.
 * @throws InvalidInput questionUnanswered under the question's name
 * @throws InvalidInput under `answers.<index>.answer`: answerInvalid; columnsNotChecked for another mapping than that
 * of the check
 */
export async function resolveAnswers(
  ctx: Ctx,
  { questions, isNothingNew = false, ...missing }: OpenQuestions,
  answers: readonly Answer[],
): Promise<Answer[]> {
  const problems: Record<string, Problem> = {}
  const products = await findAnswered(
    ctx,
    answers.filter(({ question }) => isUnmatched(question)).map(({ answer }) => answer),
  )
  const settled: Answer[] = []
  for (const [index, { question, answer }] of answers.entries()) {
    const asked = questions.find(({ id }) => id === (isUnmatched(question) ? 'unmatched' : question))
    if (asked?.id === 'columns' && !asked.choices.includes(sameMapping(answer))) {
      problems[`answers.${index}.answer`] = 'columnsNotChecked'
      continue
    }
    const known =
      asked &&
      (asked.id === 'columns' ||
        // The file is read in the named encoding by now.
        asked.id === 'encoding' ||
        asked.choices.includes(answer) ||
        (asked.id === 'firstN' && ['firstN', 'yes', 'true'].includes(answer)))
    const productId = isUnmatched(question) ? products.get(answer.toLowerCase()) : undefined
    // Ignores answers to questions that weren't asked: scripts send the same answers for every file.
    if (!asked) continue
    if (known) settled.push({ question, answer })
    else if (productId) settled.push({ question, answer: productId })
    else problems[`answers.${index}.answer`] = 'answerInvalid'
  }
  const answered = new Set(settled.map(({ question }) => question))
  for (const { id, suggested } of questions) {
    // A file of duplicates alone imports nothing, whatever the answers.
    if (isNothingNew && suggested !== null) {
      if (!answered.has(id)) settled.push({ question: id, answer: suggested })
      continue
    }
    if (answered.has(id) || (id === 'unmatched' && isEachPlaced(missing, answered))) continue
    // No row is lost or shown by mistake, and scripts that know only the older questions keep working.
    if ((id === 'long' || id === 'status') && suggested !== null) settled.push({ question: id, answer: suggested })
    else problems[id] ??= 'questionUnanswered'
  }
  if (Object.keys(problems).length > 0) throw new InvalidInput(problems)
  return settled
}

/**
 * Whether each unknown product has its own answer, so none is needed for the rest. With very many products some names
 * aren't listed and can't be answered one by one.
 */
function isEachPlaced(
  { unmatched, unmatchedProducts }: Omit<OpenQuestions, 'questions'>,
  answered: ReadonlySet<string>,
): boolean {
  const own = Object.entries(unmatchedProducts).filter(([key]) => answered.has(unmatchedPrefix + key))
  return own.reduce((sum, [, rows]) => sum + rows, 0) === unmatched
}

/** Normalizes a mapping's JSON. Returns other texts unchanged. */
function sameMapping(answer: string): string {
  try {
    return mappingText(settleMapping(JSON.parse(answer), Number.MAX_SAFE_INTEGER))
  } catch {
    return answer
  }
}

const isUnmatched = (question: string): boolean => question === 'unmatched' || question.startsWith(unmatchedPrefix)

async function findAnswered(ctx: Ctx, names: readonly string[]): Promise<Map<string, string>> {
  const wanted = [...new Set(names)].filter((name) => name !== 'shop' && name !== 'skip')
  if (wanted.length === 0) return new Map()
  const products = await ctx.db.product.findMany({
    where: {
      shopId: ctx.shop.id,
      deletedAt: null,
      OR: [
        { id: { in: wanted.filter((name) => isUuidInAnyCase(name)) } },
        { handle: { in: wanted.map((name) => name.toLowerCase()) } },
        { platformId: { in: wanted } },
      ],
    },
    select: { id: true, handle: true, platformId: true },
  })
  return new Map(
    products.flatMap(({ id, handle, platformId }) => [
      [platformId, id],
      [handle.toLowerCase(), id],
      [id, id],
    ]),
  )
}

/** Parses stored answers for a run. Reviews of products without an answer are skipped. */
export function parseDecisions(answers: readonly Answer[]): Decisions {
  const plain = new Map(answers.map(({ question, answer }) => [question, answer]))
  return {
    plain,
    placementOf(key) {
      const answer = plain.get(unmatchedPrefix + key) ?? plain.get('unmatched') ?? 'skip'
      if (answer === 'shop') return { to: 'shop' }
      return answer === 'skip' ? { to: 'nowhere' } : { to: 'product', id: answer }
    },
  }
}

/** Does the same for a slice, and drops products that were deleted since. */
export async function readDecisions(ctx: Ctx, answers: readonly Answer[]): Promise<Decisions> {
  const { plain, placementOf } = parseDecisions(answers)
  const here = await findAnswered(
    ctx,
    answers.filter(({ question }) => isUnmatched(question)).map(({ answer }) => answer),
  )
  return {
    plain,
    placementOf(key) {
      const placement = placementOf(key)
      return placement.to === 'product' && !here.has(placement.id) ? { to: 'nowhere' } : placement
    },
  }
}
