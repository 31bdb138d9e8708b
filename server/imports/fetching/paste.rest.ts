import { listBodyFields } from '../../core/rest/body-fields.ts'
import type { RestRoute } from '../../core/rest/route.ts'
import { importGlobalId } from '../ids.ts'
import { createImportFromText, pasteSchema } from './paste.ts'

export const pasteRoutes: readonly RestRoute[] = [
  {
    method: 'POST',
    path: '/imports/paste',
    body: listBodyFields(pasteSchema),
    run: async (ctx, { body }) => ({
      success: true,
      data: { id: importGlobalId((await createImportFromText(ctx, body)).id) },
    }),
  },
]
