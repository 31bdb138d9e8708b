import { z } from 'zod'
import { encodeId, decodeRowId } from '../../core/global-ids.ts'
import type { ReviewExport } from '../../generated/prisma/client.ts'
import type { Ctx } from '../../core/context.ts'
import { parseWireFilter } from '../reviews/list/filter-wire.ts'
import { reviewFilter } from '../../../rules/filters.ts'
import type { RestRoute } from '../../core/rest/route.ts'
import { count, nameShape, textOrNull, time, timeOrNull } from '../../core/rest/shapes.ts'
import { exportById, exportDownloadUrl, exportFileName, isExportKept, startReviewExport } from './export.ts'

async function exportBody(ctx: Ctx, row: ReviewExport): Promise<object> {
  const { format, status, total, done, error, fileSize, createdAt, finishedAt } = row
  return {
    id: encodeId('ReviewExport', row.id),
    format,
    status,
    total,
    done,
    error,
    createdAt,
    finishedAt,
    fileName: exportFileName(ctx, row),
    fileSize: Number(fileSize),
    downloadUrl: isExportKept(row) ? await exportDownloadUrl(ctx, row.id) : null,
  }
}

const exportShape = nameShape(
  'ReviewExport',
  z.object({
    id: z.string(),
    format: z.string(),
    status: z.enum(['running', 'done', 'failed']),
    total: count.nullable(),
    done: count,
    error: textOrNull,
    createdAt: time,
    finishedAt: timeOrNull,
    fileName: z.string(),
    fileSize: count,
    downloadUrl: textOrNull.describe('Works without a session. Null until the file is there.'),
  }),
)

/** @throws InvalidInput malformedId */
const idOf = (id = ''): string => decodeRowId('ReviewExport', id)

/** REST routes for exports (issue 3, section 8). */
export const reviewExportRoutes: readonly RestRoute[] = [
  {
    method: 'POST',
    path: '/reviews/export',
    summary: 'Start an export of reviews',
    answer: { data: exportShape },
    body: z.object({ format: z.enum(['csv', 'xlsx']), filter: reviewFilter.optional() }),
    async run(ctx, { body }) {
      const { format, filter } = body as { format?: unknown; filter?: unknown }
      return {
        success: true,
        data: await exportBody(
          ctx,
          await startReviewExport(ctx, { format, filter: await parseWireFilter(ctx, filter, 'filter.') }),
        ),
      }
    },
  },
  {
    method: 'GET',
    path: '/reviews/export/:id',
    summary: 'Read an export',
    answer: { data: exportShape },
    run: async (ctx, { params }) => ({
      success: true,
      data: await exportBody(ctx, await exportById(ctx, idOf(params.id))),
    }),
  },
]
