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
      description: 'Whether the live theme supports app blocks. Null: the platform did not respond.',
    }),
    isPlaced: t.exposeBoolean('isPlaced', {
      nullable: true,
      description: 'Whether the block is in the live theme. Null: the platform did not respond.',
    }),
    addUrl: t.exposeString('addUrl', { description: 'The page for adding it to the live theme.' }),
  }),
})

builder.objectField(Shop, 'themePlacements', (t) =>
  t.field({
    type: [Placement],
    complexity: 10,
    description: 'Whether the live theme shows each widget.',
    resolve: (_shop, _args, { ctx }) => themePlacements(ctx),
  }),
)
