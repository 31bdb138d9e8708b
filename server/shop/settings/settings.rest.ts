import { defaultPageSize } from '../../../rules/limits.ts'
import { formatMessage } from '../../../rules/messages.ts'
import { isSetName } from '../../../rules/settings/document.ts'
import { SETTING_KEYS, SETTINGS, type SettingKey } from '../../../rules/settings/settings.ts'
import type { Ctx } from '../../core/context.ts'
import { readPageSize, readParam } from '../../core/query-params.ts'
import { listBodyFields, type BodyFields } from '../../core/rest/body-fields.ts'
import type { RestRoute } from '../../core/rest/route.ts'
import { listSettingHistory } from './history.ts'
import { readVersionedSetting, saveSetting, type SettingChange } from './settings.ts'

/** `GET` and `PUT /settings/{key}` for each settings document. */
const documentRoutes = SETTING_KEYS.flatMap((key): RestRoute[] => {
  const { wireNames } = SETTINGS[key]
  const path = `/settings/${key}`
  return [
    { method: 'GET', path, run: async (ctx) => ({ success: true, data: await readWire(ctx, key) }) },
    {
      method: 'PUT',
      path,
      body: bodyOf(key),
      wireNames,
      async run(ctx, { body }) {
        const ours = Object.fromEntries(Object.entries(wireNames).map(([field, wire]) => [wire, field]))
        await saveSetting(ctx, key, renamed(body as object, ours) as SettingChange<typeof key>)
        return { success: true, data: await readWire(ctx, key), message: formatMessage('saved') }
      },
    },
  ]
})

/** Serves the settings documents, and the history of their changes. */
export const settingsRoutes: readonly RestRoute[] = [
  ...documentRoutes,
  {
    method: 'GET',
    path: '/settings/history',
    async run(ctx, { query }) {
      const size = readPageSize(query, 'limitPerPage', defaultPageSize)
      const [after, before] = [readParam(query, 'after') ?? readParam(query, 'cursor'), readParam(query, 'before')]
      const { edges, pageInfo } = await listSettingHistory(
        ctx,
        before ? { last: size, before } : { first: size, after },
      )
      return {
        success: true,
        data: edges.map(({ node: { id, key, actor, actorName, changes, createdAt } }) => ({
          id,
          key,
          actor,
          actorName,
          changes,
          createdAt,
        })),
        pagination: {
          previousCursor: pageInfo.hasPreviousPage ? pageInfo.startCursor : null,
          nextCursor: pageInfo.hasNextPage ? pageInfo.endCursor : null,
          hasPre: pageInfo.hasPreviousPage,
          hasNext: pageInfo.hasNextPage,
        },
      }
    },
  },
]

async function readWire(ctx: Ctx, key: SettingKey): Promise<object> {
  return renamed(await readVersionedSetting(ctx, key), SETTINGS[key].wireNames)
}

/** Returns the fields that a PUT may have: all of a GET's, and the secrets. */
function bodyOf(key: SettingKey): BodyFields {
  const { schema, secrets, wireNames } = SETTINGS[key]
  const secretFields = Object.keys(secrets).flatMap((field) => [
    [field, true],
    [isSetName(field), true],
  ])
  return {
    ...renamed(listBodyFields(schema), wireNames),
    ...(Object.fromEntries(secretFields) as BodyFields),
    version: true,
  }
}

function renamed<Value>(
  fields: Readonly<Record<string, Value>> | object,
  names: Readonly<Record<string, string>>,
): Record<string, Value> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]: [string, Value]) => [names[name] ?? name, value]),
  )
}
