import { featureVote, wishInput } from '../../../rules/features.ts'
import { decodeRowId } from '../../core/global-ids.ts'
import { listBodyFields } from '../../core/rest/body-fields.ts'
import type { RestRoute } from '../../core/rest/route.ts'
import { listFeatureRequests, listWishes, sendWish, voteForFeature } from './features.ts'

export const featureRoutes: readonly RestRoute[] = [
  {
    method: 'GET',
    path: '/features',
    run: async (ctx) => ({
      success: true,
      data: { features: await listFeatureRequests(ctx), wishes: (await listWishes(ctx)).map(withoutShop) },
    }),
  },
  {
    method: 'PUT',
    path: '/features/:id/vote',
    body: listBodyFields(featureVote),
    run: async (ctx, { params: { id = '' }, body }) => ({
      success: true,
      data: await voteForFeature(ctx, decodeRowId('FeatureRequest', id), body),
    }),
  },
  {
    method: 'POST',
    path: '/features/wishes',
    body: listBodyFields(wishInput),
    run: async (ctx, { body }) => ({ success: true, data: withoutShop(await sendWish(ctx, body)) }),
  },
]

const withoutShop = <Row extends { shopId: string }>({ shopId: _shop, ...row }: Row) => row
