import { z } from 'zod'
import type { RestRoute } from '../../core/rest/route.ts'
import { count } from '../../core/rest/shapes.ts'
import { fetchImport, fetchSchema } from './fetch.ts'
import { fetchJudgemeImport, judgemeSchema } from './fetch-judgeme.ts'
import { importIdShape } from '../import-shapes.rest.ts'
import { importGlobalId, importIdOf } from '../ids.ts'
import { readImportMedia } from '../media/import-media.ts'

export const fetchRoutes: readonly RestRoute[] = [
  {
    method: 'POST',
    path: '/imports/fetch',
    summary: 'Import reviews from a marketplace',
    description: 'Answers after up to 40 seconds.',
    answer: { data: importIdShape },
    body: fetchSchema,
    run: async (ctx, { body }) => ({ success: true, data: { id: importGlobalId((await fetchImport(ctx, body)).id) } }),
  },
  {
    method: 'POST',
    path: '/imports/judgeme',
    summary: 'Import reviews from Judge.me',
    answer: { data: importIdShape },
    body: judgemeSchema,
    run: async (ctx, { body }) => ({
      success: true,
      data: { id: importGlobalId((await fetchJudgemeImport(ctx, body)).id) },
    }),
  },
  {
    method: 'GET',
    path: '/imports/:id/media',
    summary: 'Read the pictures of an import',
    answer: {
      data: z.object({
        waiting: count,
        ready: count,
        failed: count,
        broken: z.array(z.object({ reviewId: z.string(), kind: z.string(), address: z.string(), problem: z.string() })),
      }),
    },
    run: async (ctx, { params }) => ({ success: true, data: await readImportMedia(ctx, importIdOf(params.id ?? '')) }),
  },
]
