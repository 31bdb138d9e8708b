import { maxRate, testimonialMaxReviews, testimonialMinRate } from '../../../../rules/limits.ts'
import type { TestimonialSettings, TestimonialSource } from '../../../../rules/settings/testimonials.ts'
import type { Ctx } from '../../../core/context.ts'
import { readForShopper } from '../../../core/database/read-for-shopper.ts'
import { findReviewFacets } from '../../../reviews/reviews/list/facets.ts'

export interface TestimonialQuery {
  source: TestimonialSource
  /** Ids of reviews or products, depending on the source. */
  ids: readonly string[]
  first: number
}

export function testimonialQuery({
  testimonialsSource: source,
  selectedReviews,
  selectedProducts,
  maxRecentReviews,
}: Pick<
  TestimonialSettings,
  'testimonialsSource' | 'selectedReviews' | 'selectedProducts' | 'maxRecentReviews'
>): TestimonialQuery {
  if (source === 'manuallyAdded') return { source, ids: selectedReviews, first: testimonialMaxReviews }
  return { source, ids: source === 'selectedProducts' ? selectedProducts : [], first: maxRecentReviews }
}

/** Sort order of `testimonialRows`: selected reviews in the merchant's order, then the newest. */
export const testimonialOrder = 'found."group", found.place, found."createdAt" desc, found.id desc'

const newest = (first: number): string => `order by r."createdAt" desc, r.id desc limit ${first}`
const praise = `r.rate >= ${testimonialMinRate} and r.content <> ''`

/**
 * Writes the statement of published testimonials, at most `first`. $1 is the shop. Each part is an index range: the
 * review's id, Review_testimonial_idx, Review_shown_idx, or Review_facet_idx.
 * @param parameter number of the parameter that holds the ids
 */
export function testimonialRows({ source, first }: TestimonialQuery, parameter: number): string {
  const ids = `$${parameter}::uuid[]`
  const rows = {
    manuallyAdded: `select 0 as "group", array_position(${ids}, r.id) as place, r.* from "Review" r where r."shopId" = $1::uuid and r.id = any(${ids}) and r.status = 'published'
      union all (select 1, 0, r.* from "Review" r where r."shopId" = $1::uuid and r.testimonial and r.status = 'published' and r.id <> all(${ids}) ${newest(first)})`,
    selectedProducts: `select 0 as "group", 0 as place, r.* from unnest(${ids}) p(id) cross join lateral (
      select * from "Review" r where r."shopId" = $1::uuid and r."productId" = p.id and r.status = 'published' and ${praise} ${newest(first)}) r`,
    // Every source has the parameter, so that parameter numbers stay equal.
    recent: `select 0 as "group", 0 as place, r.* from unnest('{${praisedFacets.join()}}'::smallint[]) f(facet) cross join lateral (
      select * from "Review" r where r."shopId" = $1::uuid and r.facet = f.facet and r.content <> '' and ${ids} is not null ${newest(first)}) r`,
  }[source]
  return `select found.* from (${rows}) found order by ${testimonialOrder} limit ${first}`
}

const praisedFacets = findReviewFacets({
  status: ['published'],
  rate: Array.from({ length: maxRate - testimonialMinRate + 1 }, (_, index) => testimonialMinRate + index),
  hasMedia: undefined,
})

async function findTestimonials(ctx: Ctx, query: TestimonialQuery): Promise<string[]> {
  const rows = await readForShopper(ctx, {
    text: `select found.id from (${testimonialRows(query, 2)}) found order by ${testimonialOrder}`,
    values: [ctx.shop.id, query.ids],
  })
  return rows.map(([id]) => String(id))
}

/** Returns the testimonials of given settings, in order. */
export async function listTestimonials(
  ctx: Ctx,
  settings: Parameters<typeof testimonialQuery>[0],
  select: object,
): Promise<object[]> {
  const ids = await findTestimonials(ctx, testimonialQuery(settings))
  const rows = await ctx.db.review.findMany({
    where: { shopId: ctx.shop.id, id: { in: ids } },
    select: { ...select, id: true },
  })
  return rows.toSorted((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id))
}
