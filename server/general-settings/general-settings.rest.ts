import { sentence } from '../../rules/messages.ts'
import { InvalidInput } from '../errors.ts'
import type { RestRoute } from '../rest/rest.ts'
import { generalSettings, saveGeneralSettings } from './general-settings.ts'

/** Rows about the general settings. */
export const generalSettingsRoutes: readonly RestRoute[] = [
  { method: 'GET', path: '/settings/general', run: async (ctx) => ({ success: true, data: await generalSettings(ctx) }) },
  {
    method: 'PUT',
    path: '/settings/general',
    async run(ctx, { body }) {
      if (typeof body !== 'object' || body === null || Array.isArray(body)) throw new InvalidInput({ input: 'malformedInput' })
      const { version, ...patch } = body as { version?: unknown }
      if (version !== undefined && !Number.isInteger(version)) throw new InvalidInput({ version: 'valueInvalid' })
      return { success: true, data: await saveGeneralSettings(ctx, patch, version as number | undefined), message: sentence('saved') }
    },
  },
]
