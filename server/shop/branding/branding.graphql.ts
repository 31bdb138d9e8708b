import { formatMessage } from '../../../rules/messages.ts'
import type { ThemeBrand } from '../../../rules/theme-brand.ts'
import { AccessRefused, UpstreamFailed } from '../../core/errors.ts'
import { builder } from '../../core/graphql/builder.ts'
import { Shop } from '../shops/shops.graphql.ts'
import { loadThemeBrand } from './branding.ts'

const ThemeBrandRef = builder.objectRef<ThemeBrand & { problem?: string }>('ThemeBrand').implement({
  description: 'The brand in the shop’s theme. A field is null if the theme doesn’t define it.',
  fields: (t) => ({
    primaryColor: t.string({
      nullable: true,
      description: 'The color of buttons.',
      resolve: ({ primaryColor }) => primaryColor ?? null,
    }),
    textColor: t.string({
      nullable: true,
      description: 'The color of text.',
      resolve: ({ textColor }) => textColor ?? null,
    }),
    backgroundColor: t.string({
      nullable: true,
      description: 'The color of the page.',
      resolve: ({ backgroundColor }) => backgroundColor ?? null,
    }),
    font: t.string({
      nullable: true,
      description: 'The font of texts, if it is one of Candor’s.',
      resolve: ({ font }) => font ?? null,
    }),
    corners: t.string({
      nullable: true,
      description: 'square, soft or round.',
      resolve: ({ corners }) => corners ?? null,
    }),
    problem: t.string({
      nullable: true,
      description: 'The reason why the theme can’t be read.',
      resolve: ({ problem }) => problem ?? null,
    }),
  }),
})

builder.objectField(Shop, 'themeBrand', (t) =>
  t.field({
    type: ThemeBrandRef,
    description: 'Reads the published theme’s colors, font and corners from the platform. Saves nothing.',
    complexity: 20,
    async resolve(_shop, _args, { ctx }) {
      try {
        return await loadThemeBrand(ctx)
      } catch (error) {
        if (error instanceof UpstreamFailed && !(error instanceof AccessRefused))
          return { problem: formatMessage(error.code) }
        throw error
      }
    },
  }),
)
