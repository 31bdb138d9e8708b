import { NotAllowed, NotFound, UpstreamFailed } from '../../core/errors.ts'
import { builder } from '../../core/graphql/builder.ts'
import { findRowIds } from '../../core/global-ids.ts'
import { testIntegration } from '../../shop/integrations/integrations.ts'
import { Shop } from '../../shop/shops/shops.graphql.ts'
import { hasInstagramLogin, instagramLoginUrl } from './login.ts'
import { syncInstagram } from './sync.ts'
import { tagInstagramPost } from './tags.ts'

builder.objectField(Shop, 'hasInstagramLogin', (t) =>
  t.boolean({
    description: 'Whether merchants can log in at Instagram. Otherwise they connect with a token.',
    resolve: (_shop, _args, { ctx }) => hasInstagramLogin(ctx),
  }),
)

const LoginInput = builder.inputType('StartInstagramLoginInput', {
  fields: (t) => ({
    embedded: t.boolean({ required: true, description: 'Whether the merchant returns to the embedded admin.' }),
  }),
})
const SyncInput = builder.inputType('SyncInstagramInput', {
  fields: (t) => ({ confirm: t.boolean({ required: true, description: 'True: reads the posts now.' }) }),
})
const TagInput = builder.inputType('TagInstagramPostInput', {
  fields: (t) => ({
    postId: t.string({ required: true, description: 'Instagram’s id of the post.' }),
    productIds: t.idList({ required: true, description: 'The products that the post shows.' }),
  }),
})

builder.mutationFields((t) => ({
  startInstagramLogin: t.string({
    description: 'Returns the address where the merchant allows Candor to read their posts. Valid for ten minutes.',
    errors: { types: [NotAllowed] },
    args: { input: t.arg({ type: LoginInput, required: true }) },
    resolve: (_root, { input }, { ctx }) => instagramLoginUrl(ctx, input.embedded),
  }),
  syncInstagram: t.field({
    type: Shop,
    description: 'Reads the newest posts now.',
    errors: { types: [NotAllowed, UpstreamFailed] },
    args: { input: t.arg({ type: SyncInput, required: true }) },
    async resolve(_root, { input: { confirm } }, { ctx }) {
      if (!confirm) return ctx.shop
      await testIntegration(ctx, 'instagram')
      await syncInstagram(ctx)
      return ctx.shop
    },
  }),
  tagInstagramPost: t.field({
    type: Shop,
    description: 'Tags a post with products; at most 5.',
    errors: { types: [NotFound] },
    args: { input: t.arg({ type: TagInput, required: true }) },
    async resolve(_root, { input }, { ctx }) {
      const productIds = await findRowIds(ctx, 'Product', { given: input.productIds, field: 'productIds' })
      await tagInstagramPost(ctx, { postId: input.postId, productIds })
      return ctx.shop
    },
  }),
}))
