import { chooseLocale } from '../../../rules/locales.ts'
import { PARTNER_ICONS } from '../../../rules/partners.ts'
import { builder } from '../../core/graphql/builder.ts'
import { enumOf } from '../../core/graphql/enums.ts'
import { Shop } from '../shops/shops.graphql.ts'
import { listRecommendedApps, type RecommendedApp } from './partners.ts'

const App = builder.objectRef<RecommendedApp>('RecommendedApp').implement({
  description: 'An app that the operator recommends.',
  fields: (t) => ({
    key: t.exposeString('key', { description: 'Its name among the shop’s `installedAvadaApps`.' }),
    name: t.exposeString('name'),
    text: t.exposeString('text', { description: 'What it does for a shop with reviews.' }),
    url: t.exposeString('url'),
    icon: t.expose('icon', { type: enumOf('PartnerIcon', PARTNER_ICONS) }),
    installed: t.exposeBoolean('installed', { description: 'Whether the operator says that the shop has it.' }),
    page: t.exposeString('page', { nullable: true, description: 'The admin’s page that connects it.' }),
  }),
})

builder.objectField(Shop, 'recommendedApps', (t) =>
  t.field({
    type: [App],
    description: 'Apps that the operator recommends.',
    complexity: 10,
    resolve: ({ adminLocale, primaryLocale }, _args, { ctx, session }) =>
      listRecommendedApps(
        ctx,
        chooseLocale({ requested: session.account?.locale ?? null, adminLocale, primaryLocale }),
      ),
  }),
)
