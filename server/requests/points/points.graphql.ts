import { builder } from '../../core/graphql/builder.ts'
import { Shop } from '../../shop/shops/shops.graphql.ts'
import { readPointsTotals, type PointsTotals } from './points.ts'

const PointsTotalsRef = builder.objectRef<PointsTotals>('PointsTotals').implement({
  description: 'Points of the loyalty app that reviews earned.',
  fields: (t) => ({
    given: t.exposeInt('given', { description: 'Points that Joy accepted.' }),
    waiting: t.exposeInt('waiting', { description: 'Reviews whose points wait for publication or for Joy.' }),
    failed: t.exposeInt('failed', { description: 'Reviews whose points Joy refused.' }),
  }),
})

builder.objectField(Shop, 'pointsTotals', (t) =>
  t.field({
    type: PointsTotalsRef,
    description: 'Points of the loyalty app, since the first one.',
    resolve: (_shop, _args, { ctx }) => readPointsTotals(ctx),
  }),
)
