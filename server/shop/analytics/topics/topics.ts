import type { Ctx } from '../../../core/context.ts'
import { NotFound } from '../../../core/errors.ts'
import { Prisma } from '../../../generated/prisma/client.ts'
import { countTopics, splitSentences, type ReviewText, type Topic } from './count-topics.ts'

/** Newest reviews that are read, and the start of each text. */
const mostReviews = 5_000
const mostChars = 2_000
/** Older counts are shown while they are counted again. */
const freshMs = 10 * 60_000

interface TopicScope {
  /** Null: all products. */
  productId: string | null
}

export interface TopicReport extends TopicScope {
  /** Null: not yet counted. */
  countedAt: Date | null
  /** Reviews may have changed since: call refreshTopics. */
  isStale: boolean
  /** How many reviews were read. */
  reviews: number
  topics: (Omit<Topic, 'quotes'> & { quotes: TopicQuote[] })[]
}

export interface TopicQuote {
  reviewId: string
  rate: number
  text: string
}

/** Returns the stored topics of a product, or of all reviews. */
export async function readTopics(ctx: Ctx, productId: string | null): Promise<TopicReport> {
  const row = await ctx.db.reviewTopics.findUnique({ where: whereOf(ctx, productId) })
  return {
    productId,
    countedAt: row?.countedAt ?? null,
    isStale: !row || isOld(ctx, row),
    reviews: row?.reviews ?? 0,
    topics: await withQuotes(ctx, (row?.topics ?? []) as unknown as Topic[]),
  }
}

/** Counts the topics again in the worker, unless the stored ones are fresh. @throws NotFound; JobLost */
export async function refreshTopics(ctx: Ctx, productId: string | null): Promise<TopicReport> {
  if (productId && (await ctx.db.product.count({ where: { shopId: ctx.shop.id, id: productId } })) === 0)
    throw new NotFound()
  await ctx.askWorker('topics.count', { productId } satisfies TopicScope)
  return readTopics(ctx, productId)
}

const whereOf = (ctx: Ctx, productId: string | null) => ({
  shopId_scope: { shopId: ctx.shop.id, scope: productId ?? '' },
})
const isOld = (ctx: Ctx, { countedAt }: { countedAt: Date }): boolean =>
  ctx.now().getTime() - countedAt.getTime() > freshMs

/** Reads the quotes from their reviews. A quote whose review has changed and lacks the word is left out. */
async function withQuotes(ctx: Ctx, topics: readonly Topic[]): Promise<TopicReport['topics']> {
  const ids = [...new Set(topics.flatMap(({ quotes }) => quotes.map(({ reviewId }) => reviewId)))]
  const rows = ids.length === 0 ? [] : await readTexts(ctx, Prisma.sql`r.id = any(${ids}::uuid[])`)
  const byId = new Map(rows.map((row) => [row.id, row]))
  return topics.map((topic) => ({
    ...topic,
    quotes: topic.quotes.flatMap(({ reviewId, at }) => {
      const review = byId.get(reviewId)
      if (!review) return []
      const text = splitSentences(review.text)[at]?.trim() ?? ''
      return text.toLowerCase().normalize('NFC').includes(topic.search) ? [{ reviewId, rate: review.rate, text }] : []
    }),
  }))
}

/** Job `topics.count`: stores the topics of the newest reviews. A fresh count stays. */
export async function countStoredTopics(ctx: Ctx, { productId }: TopicScope): Promise<void> {
  const where = whereOf(ctx, productId)
  const stored = await ctx.db.reviewTopics.findUnique({ where, select: { countedAt: true } })
  if (stored && !isOld(ctx, stored)) return
  const of = productId ? Prisma.sql`r."productId" = ${productId}::uuid` : Prisma.sql`true`
  const texts = await readTexts(ctx, of)
  const counted = {
    reviews: texts.length,
    topics: countTopics(texts, ctx.shop.primaryLocale) as unknown as Prisma.InputJsonValue,
    countedAt: ctx.now(),
  }
  await ctx.db.reviewTopics.upsert({ where, create: { ...where.shopId_scope, ...counted }, update: counted })
}

/** Reads the newest published reviews, each with its title as a sentence. Spam that the shop rejected says nothing. */
const readTexts = (ctx: Ctx, where: Prisma.Sql): Promise<ReviewText[]> =>
  ctx.db.$queryRaw<ReviewText[]>`
    select r.id, r.rate, left(r.title || case when r.title = '' then '' else E'.\\n' end || r.content, ${mostChars}) as text
    from "Review" r where r."shopId" = ${ctx.shop.id}::uuid and r.status = 'published' and r.type = 'review' and ${where}
    order by r."createdAt" desc, r.id desc limit ${mostReviews}`
