import { listBodyFields } from '../../core/rest/body-fields.ts'
import type { RestRoute } from '../../core/rest/route.ts'
import { fetchImport, fetchSchema } from './fetch.ts'
import { fetchJudgemeImport, judgemeSchema } from './fetch-judgeme.ts'
import { importGlobalId, importIdOf } from '../ids.ts'
import { readImportMedia } from '../media/import-media.ts'

export const fetchRoutes: readonly RestRoute[] = [
  {
    method: 'POST',
    path: '/imports/fetch',
    body: listBodyFields(fetchSchema),
    run: async (ctx, { body }) => ({ success: true, data: { id: importGlobalId((await fetchImport(ctx, body)).id) } }),
  },
  {
    method: 'POST',
    path: '/imports/judgeme',
    body: listBodyFields(judgemeSchema),
    run: async (ctx, { body }) => ({
      success: true,
      data: { id: importGlobalId((await fetchJudgemeImport(ctx, body)).id) },
    }),
  },
  {
    method: 'GET',
    path: '/imports/:id/media',
    run: async (ctx, { params }) => ({ success: true, data: await readImportMedia(ctx, importIdOf(params.id ?? '')) }),
  },
]
