import type { Ctx } from '../../core/context.ts'
import { yieldEvery } from '../../core/yield-every.ts'
import type { CheckReport } from './report.ts'

/** Products per query. */
const productsAtOnce = 2_000
/** Names to find suggestions for, those with most rows first. */
const mostNames = 200
/** Least share of trigrams in common. */
const leastAlike = 0.45
/** Trigrams per name: a long text in the title column is cut. */
const mostGrams = 60
/** Comparisons of trigrams per file, about a second: it's only a suggestion. */
const mostWork = 30_000_000

interface Wanted {
  key: string
  grams: Set<string>
  best: { id: string; title: string; likeness: number } | null
}

/** Suggests the most similar product for each unknown one of the file; the merchant confirms (domain rule 6). */
export async function suggestProducts(
  ctx: Ctx,
  { unmatchedProducts, unmatchedTitles }: Pick<CheckReport, 'unmatchedProducts' | 'unmatchedTitles'>,
): Promise<CheckReport['suggestions']> {
  const names = Object.entries(unmatchedProducts)
    .sort(([, a], [, b]) => b - a)
    .slice(0, mostNames)
    .map(([key]) => key)
  const wanted = names
    .map((key): Wanted => ({ key, grams: gramsOf(unmatchedTitles[key] ?? key), best: null }))
    .filter(({ grams }) => grams.size > 0)
  if (wanted.length === 0) return {}
  const byGram = Map.groupBy(
    wanted.flatMap((one) => [...one.grams].map((gram) => ({ gram, one }))),
    ({ gram }) => gram,
  )
  let work = 0
  const pause = yieldEvery()
  for await (const product of productsOf(ctx)) {
    await pause()
    if (work > mostWork) break
    for (const name of new Set([product.title, product.handle])) {
      const grams = gramsOf(name)
      const shared = new Map<Wanted, number>()
      for (const gram of grams) {
        const same = byGram.get(gram) ?? []
        work += same.length + 1
        for (const { one } of same) shared.set(one, (shared.get(one) ?? 0) + 1)
      }
      for (const [one, count] of shared) {
        const likeness = count / (grams.size + one.grams.size - count)
        if (likeness >= leastAlike && likeness > (one.best?.likeness ?? 0))
          one.best = { id: product.id, title: product.title, likeness }
      }
    }
  }
  return Object.fromEntries(
    wanted.flatMap(({ key, best }) => (best ? [[key, { id: best.id, title: best.title }]] : [])),
  )
}

async function* productsOf(ctx: Ctx): AsyncGenerator<{ id: string; title: string; handle: string }> {
  for (let after = '00000000-0000-0000-0000-000000000000'; ;) {
    const page = await ctx.db.$queryRaw<{ id: string; title: string; handle: string }[]>`
      select id, title, handle from "Product" where "shopId" = ${ctx.shop.id}::uuid and id > ${after}::uuid and "deletedAt" is null order by id limit ${productsAtOnce}`
    yield* page
    const last = page.at(-1)
    if (!last || page.length < productsAtOnce) return
    after = last.id
  }
}

/** Returns a name's trigrams, with word ends. A name of digits is an id and gets none. */
function gramsOf(name: string): Set<string> {
  const words = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
  const grams = new Set<string>()
  if (!words.some((word) => /\p{L}/u.test(word))) return grams
  for (const word of words) {
    const letters = [...` ${word} `]
    for (let at = 0; at + 3 <= letters.length && grams.size < mostGrams; at++)
      grams.add(letters.slice(at, at + 3).join(''))
  }
  return grams
}
