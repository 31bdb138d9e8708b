import { HISTORY_ACTORS } from '../../../rules/review-history.ts'
import type { FieldChange } from '../../../rules/settings/changes.ts'
import { encodeId } from '../../core/global-ids.ts'
import { builder } from '../../core/graphql/builder.ts'
import { enumOf } from '../../core/graphql/enums.ts'
import { pageComplexity } from '../../core/graphql/list-complexity.ts'
import { Shop } from '../shops/shops.graphql.ts'
import { listSettingHistory, type SettingHistoryRow } from './history.ts'

const Change = builder.objectRef<FieldChange>('SettingFieldChange').implement({
  description: 'A changed field of a settings document.',
  fields: (t) => ({
    field: t.exposeString('field', { description: 'Its path, such as `reviewReminder.subject`.' }),
    before: t.string({
      description: 'As JSON. Long texts are cut, long lists are `{ entries }`. For a secret: whether it was set.',
      resolve: ({ before }) => JSON.stringify(before),
    }),
    after: t.string({ description: 'Like `before`.', resolve: ({ after }) => JSON.stringify(after) }),
    isSecret: t.boolean({
      description: 'Whether the value itself is never kept.',
      resolve: ({ isSecret }) => isSecret === true,
    }),
  }),
})

const Entry = builder.objectRef<SettingHistoryRow>('SettingHistoryEntry').implement({
  description: 'One save of a settings document.',
  fields: (t) => ({
    id: t.id({ resolve: ({ id }) => encodeId('SettingHistoryEntry', id) }),
    key: t.exposeString('key', {
      description:
        'Key of the document, such as `general`; `shop`, `integrations` or `apiKeys` for what has no document.',
    }),
    actor: t.expose('actor', { type: enumOf('HistoryActor', HISTORY_ACTORS) }),
    actorName: t.exposeString('actorName', { description: 'Name or address of the merchant’s login, or empty.' }),
    at: t.expose('createdAt', { type: 'DateTime' }),
    changes: t.field({ type: [Change], complexity: 10, resolve: ({ changes }) => changes }),
  }),
})

builder.objectField(Shop, 'settingHistory', (t) =>
  t.connection({
    type: Entry,
    description: 'Saves of settings in the last year, newest first.',
    complexity: pageComplexity,
    resolve: async (_shop, args, { ctx }) => (await listSettingHistory(ctx, args)) as never,
  }),
)
