import { z } from 'zod'
import { FEATURE_STATES, featureVote, wishInput } from '../../../rules/features.ts'
import { decodeRowId } from '../../core/global-ids.ts'
import type { RestRoute } from '../../core/rest/route.ts'
import { count, flag, text, uuid } from '../../core/rest/shapes.ts'
import { listFeatureRequests, listWishes, sendWish, voteForFeature } from './features.ts'

const featureShape = z.object({
  id: uuid,
  title: text,
  text,
  state: z.enum(FEATURE_STATES),
  votes: count,
  voted: flag,
})
const wishShape = z.looseObject({ id: uuid, text })

export const featureRoutes: readonly RestRoute[] = [
  {
    method: 'GET',
    path: '/features',
    summary: 'List features to vote for',
    answer: { data: z.object({ features: z.array(featureShape), wishes: z.array(wishShape) }) },
    run: async (ctx) => ({
      success: true,
      data: { features: await listFeatureRequests(ctx), wishes: (await listWishes(ctx)).map(withoutShop) },
    }),
  },
  {
    method: 'PUT',
    path: '/features/:id/vote',
    summary: 'Vote for a feature',
    description: '`wanted: false` takes the vote back.',
    answer: { data: featureShape },
    body: featureVote,
    run: async (ctx, { params: { id = '' }, body }) => ({
      success: true,
      data: await voteForFeature(ctx, decodeRowId('FeatureRequest', id), body),
    }),
  },
  {
    method: 'POST',
    path: '/features/wishes',
    summary: 'Send a wish',
    description: 'At most 20 a day.',
    answer: { data: wishShape },
    body: wishInput,
    run: async (ctx, { body }) => ({ success: true, data: withoutShop(await sendWish(ctx, body)) }),
  },
]

const withoutShop = <Row extends { shopId: string }>({ shopId: _shop, ...row }: Row) => row
