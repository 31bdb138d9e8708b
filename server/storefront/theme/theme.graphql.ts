import { THEME_WIDGETS } from '../../../rules/theme-blocks.ts'
import { builder } from '../../core/graphql/builder.ts'
import { Shop } from '../../shop/shops/shops.graphql.ts'
import { themePlacements, type ThemePlacement } from './placement.ts'

const Placement = builder.objectRef<ThemePlacement>('ThemePlacement').implement({
  description: `A widget’s block in the live theme. Widgets: ${THEME_WIDGETS.join(', ')}.`,
  fields: (t) => ({
    widget: t.exposeString('widget'),
    supportAppBlock: t.exposeBoolean('supportAppBlock', {
      nullable: true,
      description: 'Whether the live theme takes app blocks. Null: the platform did not answer.',
    }),
    isPlaced: t.exposeBoolean('isPlaced', {
      nullable: true,
      description: 'Whether the block is in the live theme. Null: the platform did not answer.',
    }),
    addUrl: t.exposeString('addUrl', { description: 'Where it is added to the live theme.' }),
  }),
})

builder.objectField(Shop, 'themePlacements', (t) =>
  t.field({
    type: [Placement],
    complexity: 10,
    description: 'What the live theme shows.',
    resolve: (_shop, _args, { ctx }) => themePlacements(ctx),
  }),
)
