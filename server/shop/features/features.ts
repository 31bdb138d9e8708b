import { v7 as uuidv7 } from 'uuid'
import { featureVote, wishInput, type FeatureState } from '../../../rules/features.ts'
import { wishesPerDay } from '../../../rules/limits.ts'
import { isoDay, shiftDay, startOfDay } from '../../../rules/dates.ts'
import { inTransaction, type Ctx } from '../../core/context.ts'
import { LimitReached, NotFound, parse } from '../../core/errors.ts'
import type { Feature, FeatureWish } from '../../generated/prisma/client.ts'

export interface FeatureRequest extends Pick<Feature, 'id' | 'title' | 'text' | 'votes'> {
  state: FeatureState
  /** Whether this shop voted for it. */
  voted: boolean
}

const mostFeatures = 200
const mostWishes = 20

const features = ({ access }: Ctx) => access.acrossShops('show features to merchants').feature

/** Returns the operator's published features: most votes first, finished ones last. */
export async function listFeatureRequests(ctx: Ctx): Promise<FeatureRequest[]> {
  const [rows, votes] = await Promise.all([
    features(ctx).findMany({
      where: { published: true },
      orderBy: [{ votes: 'desc' }, { id: 'asc' }],
      take: mostFeatures,
    }),
    ctx.db.featureVote.findMany({ where: { shopId: ctx.shop.id }, select: { featureId: true } }),
  ])
  const voted = new Set(votes.map(({ featureId }) => featureId))
  const all = rows.map((row) => describe(row, voted.has(row.id)))
  return [...all.filter(({ state }) => state !== 'done'), ...all.filter(({ state }) => state === 'done')]
}

const describe = ({ id, title, text, votes, state }: Feature, voted: boolean): FeatureRequest => ({
  id,
  title,
  text,
  votes,
  state: state as FeatureState,
  voted,
})

/**
 * Adds the shop's vote for a feature, or takes it back. Concurrent votes of a shop count once.
 * @throws NotFound for a feature that isn't published
 */
export async function voteForFeature(ctx: Ctx, id: string, input: unknown): Promise<FeatureRequest> {
  const { wanted } = parse(featureVote, input)
  const shopId = ctx.shop.id
  const where = { id, published: true }
  if (!(await features(ctx).findFirst({ where, select: { id: true } }))) throw new NotFound()
  const vote = { shopId, featureId: id }
  if (wanted) await ctx.db.featureVote.createMany({ data: [{ ...vote, createdAt: ctx.now() }], skipDuplicates: true })
  else await ctx.db.featureVote.deleteMany({ where: vote })
  const row = await features(ctx).findFirst({ where })
  if (!row) throw new NotFound()
  return describe(row, wanted)
}

/** Returns the wishes that the shop sent last. */
export async function listWishes(ctx: Ctx): Promise<FeatureWish[]> {
  return ctx.db.featureWish.findMany({ where: { shopId: ctx.shop.id }, orderBy: { id: 'desc' }, take: mostWishes })
}

/**
 * Stores a merchant's wish, and mails it to the operator if the operator has named an address.
 * @throws InvalidInput for an empty or too long text; LimitReached after the day's wishes
 */
export async function sendWish(ctx: Ctx, input: unknown): Promise<FeatureWish> {
  const { text } = parse(wishInput, input)
  return inTransaction(ctx, async (tx) => {
    const { id: shopId, ianaTimezone } = tx.shop
    // Concurrent wishes wait, so that none passes the limit.
    await tx.db.$queryRaw`select from "Shop" where id = ${shopId}::uuid for update`
    const today = isoDay(tx.now(), ianaTimezone)
    const sent = await tx.db.featureWish.count({
      where: { shopId, createdAt: { gte: startOfDay(today, ianaTimezone) } },
    })
    if (sent >= wishesPerDay)
      throw new LimitReached('tooManyWishes', {
        resetsAt: startOfDay(shiftDay(today, 1), ianaTimezone),
        params: { max: wishesPerDay },
      })
    const wish = await tx.db.featureWish.create({ data: { shopId, id: uuidv7(), text, createdAt: tx.now() } })
    if (tx.env.CANDOR_OPERATOR_EMAIL) await tx.enqueue('mails.wishes', { id: wish.id })
    return wish
  })
}
