import { lockedFeatures, missingScopes } from '../../../rules/scopes.ts'
import { builder } from '../../core/graphql/builder.ts'
import { NotAllowed } from '../../core/errors.ts'
import type { FirstImport as FirstImportRow } from '../../generated/prisma/client.ts'
import { Shop } from '../shops/shops.graphql.ts'
import { findFirstImport, startFirstImport } from './first-import.ts'

const FirstImport = builder.objectRef<FirstImportRow>('FirstImport').implement({
  description: 'The first read of a shop’s products and its orders of the last 60 days.',
  fields: (t) => ({
    status: t.exposeString('status', { description: 'running, done or failed.' }),
    step: t.exposeString('step', { description: 'products, then orders.' }),
    total: t.exposeInt('total', { description: 'Records of the step; 0 until the platform has counted them.' }),
    products: t.exposeInt('products', { description: 'Products read so far.' }),
    orders: t.exposeInt('orders', { description: 'Orders read so far.' }),
    isReturn: t.boolean({
      description: 'Whether the shop came back, so that only changes are read.',
      resolve: ({ since }) => since !== null,
    }),
    error: t.exposeString('error', { nullable: true }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    finishedAt: t.expose('finishedAt', { type: 'DateTime', nullable: true }),
  }),
})

builder.objectFields(Shop, (t) => ({
  firstImport: t.field({
    type: FirstImport,
    nullable: true,
    description: 'The newest import of the catalog; null for shops that were connected by an earlier release.',
    resolve: (_shop, _args, { ctx }) => findFirstImport(ctx),
  }),
  lockedFeatures: t.stringList({
    description: 'Features that need access which the merchant hasn’t granted: discounts, requests ...',
    resolve: (_shop, _args, { ctx }) => lockedFeatures(ctx.shop.grantedScopes),
  }),
  missingScopes: t.stringList({
    description: 'Access scopes of the locked features, by the platform’s names.',
    resolve: (_shop, _args, { ctx }) => missingScopes(ctx.shop.grantedScopes),
  }),
}))

builder.mutationField('restartFirstImport', (t) =>
  t.field({
    type: Shop,
    description: 'Reads the shop’s products and last orders again after a failure.',
    errors: { types: [NotAllowed] },
    resolve: async (_root, _args, { ctx }) => {
      if (!(await startFirstImport(ctx))) throw new NotAllowed('firstImportRunning')
      return ctx.shop
    },
  }),
)
