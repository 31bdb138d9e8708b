import type { RestRoute } from '../../core/rest/route.ts'
import { importIdShape } from '../import-shapes.rest.ts'
import { importGlobalId } from '../ids.ts'
import { createImportFromText, pasteSchema } from './paste.ts'

export const pasteRoutes: readonly RestRoute[] = [
  {
    method: 'POST',
    path: '/imports/paste',
    summary: 'Import pasted reviews of a marketplace',
    answer: { data: importIdShape },
    body: pasteSchema,
    run: async (ctx, { body }) => ({
      success: true,
      data: { id: importGlobalId((await createImportFromText(ctx, body)).id) },
    }),
  },
]
