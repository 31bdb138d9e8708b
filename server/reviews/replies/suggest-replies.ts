import { LISTED_STATUSES } from '../../../rules/review-status.ts'
import type { Ctx } from '../../core/context.ts'

export interface ReplySuggestion {
  /** The earlier reply. Its customer's first name and its product are merge fields. */
  content: string
  rate: number
  /** Title of the reviewed product; empty for a review of the shop. */
  product: string
  repliedAt: Date
}

/** Newest replies that are compared; more would cost more than they add. */
const compared = 1_000
const offered = 3
/** Replies read for those offered: some are the same but for names. */
const read = 30
/** Least sum of likenesses: two reviews of other products with nothing in common have 0.1 for their stars. */
const least = 0.2

/**
 * Returns the shop's own replies to reviews most like this one: by their words, the product and the stars. One
 * statement; replies that differ in names only count once.
 */
export async function suggestReplies(ctx: Ctx, reviewId: string): Promise<ReplySuggestion[]> {
  const shopId = ctx.shop.id
  const rows = await ctx.db.$queryRaw<(ReplySuggestion & { firstName: string })[]>`
    with asked as materialized (
      select rate, "productId", title || ' ' || content as words from "Review" where "shopId" = ${shopId}::uuid and id = ${reviewId}::uuid
    ), earlier as materialized (
      select r.rate, r."productId", r."firstName", r."replyContent" as content, r."replyAt" as "repliedAt",
        similarity(r.title || ' ' || r.content, asked.words) + (case when r."productId" = asked."productId" then 0.15 else 0 end)
        + (case when r.rate = asked.rate then 0.1 else 0 end) as likeness
      from asked, (select * from "Review" where "shopId" = ${shopId}::uuid and "replyContent" is not null order by "replyAt" desc limit ${compared}) r
      where r.id <> ${reviewId}::uuid and r.status = any(${LISTED_STATUSES}::"ReviewStatus"[]) and abs(r.rate - asked.rate) <= 1
    ), best as (select distinct on (content) * from earlier where likeness >= ${least} order by content, likeness desc)
    select best.content, best.rate, best."repliedAt", best."firstName", coalesce(p.title, '') as product
    from best left join "Product" p on p."shopId" = ${shopId}::uuid and p.id = best."productId"
    order by best.likeness desc, best."repliedAt" desc limit ${read}`
  const replies = rows.map(({ firstName, ...reply }) => ({
    ...reply,
    content: generalize(reply.content, firstName, reply.product),
  }))
  return replies
    .filter(({ content }, at) => replies.findIndex((other) => other.content === content) === at)
    .slice(0, offered)
}

/** Replaces what belongs to the earlier review by merge fields, so that another customer's name is not repeated. */
function generalize(content: string, firstName: string, product: string): string {
  const named = replaceWord(content, firstName.trim(), '{{ customer_name }}')
  return replaceWord(named, product, '{{ product_title }}')
}

const replaceWord = (text: string, word: string, by: string): string =>
  word.length < 2
    ? text
    : text.replace(
        new RegExp(`(?<![\\p{L}\\p{N}])${word.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?![\\p{L}\\p{N}])`, 'gu'),
        by,
      )
