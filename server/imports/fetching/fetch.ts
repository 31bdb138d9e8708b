import { z } from 'zod'
import { runOptionsSchema } from '../../../rules/marketplace-options.ts'
import { oneOf } from '../../../rules/validation.ts'
import type { Ctx } from '../../core/context.ts'
import { InvalidInput, parse, type Problem } from '../../core/errors.ts'
import type { Import } from '../../generated/prisma/client.ts'
import type { Ending } from './fetch-reviews.ts'
import { keepToken, tokenField, tokenOf } from './fetch-tokens.ts'
import { shopFetches } from './fetch-limit.ts'
import { formatPlainText } from '../files/import-file.ts'
import { createImport } from '../imports.ts'
import { productAt } from '../marketplaces/product-address.ts'
import { chooseReviews } from '../marketplaces/choose-reviews.ts'
import { MARKETPLACES, type MarketplaceId } from '../marketplaces/marketplace.ts'
import { readMarketplaceOptions } from '../marketplaces/run-options.ts'
import { headerOf, rowOf, SITES } from '../sources/marketplace-source.ts'
import type { MarketplaceFigures } from '../marketplaces/table.ts'

/** Limit for one run, including its time in the shop's queue. */
const runMs = 40_000

export const fetchSchema = z.object({
  source: oneOf(MARKETPLACES),
  address: z.string('required').refine((text) => text.trim() !== '', 'required'),
  token: tokenField,
  ...runOptionsSchema.shape,
})

/**
 * Fetches a product's reviews from a marketplace for at most 40 s, then stores and checks them like an upload. Saves no
 * reviews yet. A refusal after the first page keeps what was fetched; the import's figures show where it ended.
 * @throws InvalidInput under `address`: importWrongUrl, noReviewsFound, marketplaceBlocked, marketplaceSilent,
 * marketplaceError
 * @throws InvalidInput under `token`: required, cjTokenRefused; betweenEqual under `maxReviews`
 * @throws LimitReached tooManyAttempts when the shop's fetch queue is full
 */
export async function fetchImport(ctx: Ctx, input: unknown): Promise<Import> {
  const { source: site, address, token: given, ...own } = parse(fetchSchema, input)
  const product = productAt(site, address)
  if (!product) throw new InvalidInput({ address: 'importWrongUrl' })
  const token = site === 'cj' ? (given ?? (await tokenOf(ctx, 'cj'))) : null
  if (site === 'cj' && token === null) throw new InvalidInput({ token: 'required' })
  const options = (await readMarketplaceOptions(ctx, own))[site]
  // Loads the page readers with the first fetch, because few shops use them.
  const { fetchReviews } = await import('./fetch-reviews.ts')
  const [shopId, until] = [ctx.shop.id, ctx.web.now() + runMs]
  const run = await shopFetches.run(
    shopId,
    () => fetchReviews(ctx.web, { shopId, site, product, options, token, until }),
    runMs,
  )
  const { reviews, total, ending } = run
  const { refusal = null } = ending.why === 'stopped' ? ending : {}
  if (refusal)
    ctx.log.info(
      { site, page: ending.why === 'stopped' && ending.page, refused: refusal.why, fetched: reviews.length },
      'marketplace refused',
    )
  // Reviews, or an unknown product, prove that CJ accepted the token.
  if (
    site === 'cj' &&
    given &&
    refusal?.why !== 'token' &&
    (reviews.length > 0 || refusal === null || refusal.why === 'product')
  )
    await keepToken(ctx, 'cj', given)
  const chosen = chooseReviews(site, reviews, options)
  if (chosen.length === 0) throw new InvalidInput(describeEmptyFetch(site, ending, token))
  const figures: MarketplaceFigures = {
    total,
    found: reviews.length,
    chosen: chosen.length,
    fetched: reviews.length,
    ...(ending.why === 'stopped' && { blockedPage: ending.page }),
    ...(ending.why === 'spent' && { cutShort: true }),
  }
  const table = formatPlainText([headerOf(site), ...chosen.map((review) => rowOf(site, review))])
  return createImport(ctx, {
    name: `${SITES[site].label}-${product.id}.csv`,
    bytes: Buffer.from(table.toWellFormed()),
    figures,
  })
}

/** Describes why a run found nothing, and what to do. */
function describeEmptyFetch(site: MarketplaceId, ending: Ending, token: string | null): Record<string, Problem> {
  if (ending.why === 'complete') return { address: 'noReviewsFound' }
  const { name } = SITES[site]
  const silent = { address: { code: 'marketplaceSilent', params: { site: name } } } as const
  if (ending.why === 'spent') return silent
  const { refusal } = ending
  if (refusal.why === 'token' && site === 'cj') return { token: 'cjTokenRefused' }
  if (refusal.why === 'product') return { address: 'importWrongUrl' }
  if (refusal.why === 'fault') return { address: hideToken(refusal.problem, token) }
  return refusal.why === 'silent' || refusal.why === 'busy'
    ? silent
    : { address: { code: 'marketplaceBlocked', params: { site: name } } }
}

/** Removes the token from a site's error text, which may repeat it. */
function hideToken(problem: Problem, token: string | null): Problem {
  if (typeof problem === 'string' || !token) return problem
  return {
    ...problem,
    params: Object.fromEntries(
      Object.entries(problem.params).map(([key, value]) => [key, String(value).replaceAll(token, '…')]),
    ),
  }
}
