import { sentence } from '../../rules/messages.ts'
import { generalSchema } from '../../rules/settings/general.ts'
import { InvalidInput } from '../errors.ts'
import { fieldsOf } from '../rest/body-fields.ts'
import type { RestRoute } from '../rest/rest.ts'
import { generalSettings, saveGeneralSettings } from './general-settings.ts'

/** Rows about the general settings. */
export const generalSettingsRoutes: readonly RestRoute[] = [
  { method: 'GET', path: '/settings/general', run: async (ctx) => ({ success: true, data: await generalSettings(ctx) }) },
  {
    method: 'PUT',
    path: '/settings/general',
    body: { ...fieldsOf(generalSchema), version: true },
    async run(ctx, { body }) {
      const { version, ...patch } = body as { version?: unknown }
      if (version !== undefined && !Number.isInteger(version)) throw new InvalidInput({ version: 'valueInvalid' })
      return { success: true, data: await saveGeneralSettings(ctx, patch, version as number | undefined), message: sentence('saved') }
    },
  },
]
