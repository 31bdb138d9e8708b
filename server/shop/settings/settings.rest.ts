import { z } from 'zod'
import { formatMessage } from '../../../rules/messages.ts'
import { isSetName } from '../../../rules/settings/document.ts'
import { SETTING_KEYS, SETTINGS, type SettingKey } from '../../../rules/settings/settings.ts'
import { plans, requiredPlan, type Feature } from '../../../rules/plans.ts'
import type { Ctx } from '../../core/context.ts'
import { joinFields } from '../../core/rest/body-fields.ts'
import { buildPagination, readPageArgs } from '../../core/page-params.ts'
import type { RestRoute } from '../../core/rest/route.ts'
import { nameShape, pageQuery, text, time, uuid } from '../../core/rest/shapes.ts'
import { listSettingHistory } from './history.ts'
import { readVersionedSetting, saveSetting, type SettingChange } from './settings.ts'

const settingChangeShape = z.object({
  id: uuid,
  key: text.describe('A document’s key, `shop` or `integrations`.'),
  actor: text,
  actorName: text,
  changes: z.unknown(),
  createdAt: time,
})

/** `GET` and `PUT /settings/{key}` for each settings document. */
const documentRoutes = SETTING_KEYS.flatMap((key): RestRoute[] => {
  const { wireNames } = SETTINGS[key]
  const path = `/settings/${key}`
  const answer = { data: documentShape(key) }
  return [
    {
      method: 'GET',
      path,
      summary: `Read the settings ${key}`,
      answer,
      run: async (ctx) => ({ success: true, data: await readWire(ctx, key) }),
    },
    {
      method: 'PUT',
      path,
      summary: `Save the settings ${key}`,
      description: describeGates(key),
      answer,
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
    summary: 'List saves of settings',
    query: pageQuery,
    answer: { page: settingChangeShape },
    async run(ctx, { query }) {
      const { edges, pageInfo } = await listSettingHistory(ctx, readPageArgs(query).args)
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
        pagination: buildPagination(pageInfo),
      }
    },
  },
]

async function readWire(ctx: Ctx, key: SettingKey): Promise<object> {
  return renamed(await readVersionedSetting(ctx, key), SETTINGS[key].wireNames)
}

/** Returns the fields of a GET, under their names in REST. */
function documentShape(key: SettingKey): z.ZodObject {
  const { schema, secrets, wireNames } = SETTINGS[key]
  const isSet = Object.fromEntries(Object.keys(secrets).map((field) => [isSetName(field), z.boolean()]))
  const fields = renamed<z.ZodType>(joinFields(schema).shape, wireNames)
  const name = `Settings${key.charAt(0).toUpperCase()}${key.slice(1)}`
  return nameShape(name, z.object({ ...fields, ...isSet, version: z.int() }))
}

/** Returns the fields that a PUT may have: all of a GET's, and the secrets. */
function bodyOf(key: SettingKey): z.ZodObject {
  return z.object({ ...documentShape(key).shape, ...SETTINGS[key].secrets }).partial()
}

/** Names the features that fields need. */
function describeGates(key: SettingKey): string {
  const gates = Object.entries<Feature>(SETTINGS[key].gated)
  const named = gates.map(([path, feature]) => `\`${path}\` (${plans[requiredPlan(feature)].displayName})`)
  return ['Absent fields stay.', ...(named.length > 0 ? [`Fields that need a plan: ${named.join(', ')}.`] : [])].join(
    ' ',
  )
}

function renamed<Value>(
  fields: Readonly<Record<string, Value>> | object,
  names: Readonly<Record<string, string>>,
): Record<string, Value> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]: [string, Value]) => [names[name] ?? name, value]),
  )
}
