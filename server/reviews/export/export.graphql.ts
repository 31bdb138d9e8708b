import { NotAllowed } from '../../core/errors.ts'
import type { ReviewExport } from '../../generated/prisma/client.ts'
import { builder } from '../../core/graphql/builder.ts'
import { enumOf } from '../../core/graphql/enums.ts'
import { decodeRowId } from '../../core/global-ids.ts'
import { newestComplexity, clampNewestRows } from '../../core/graphql/list-complexity.ts'
import { readFilter, ReviewFilterInput } from '../reviews/reviews.graphql.ts'
import { Shop } from '../../shop/shops/shops.graphql.ts'
import {
  exportById,
  exportDownloadUrl,
  exportFileName,
  isExportKept,
  listExports,
  startReviewExport,
} from './export.ts'
import { watchExport } from './watch.ts'
import type { ExportFormat } from './write-file.ts'

const Format = enumOf('ExportFormat', ['csv', 'xlsx'])
const Status = enumOf('ExportStatus', ['running', 'done', 'failed'])

const ReviewExportRef = builder.objectRef<ReviewExport>('ReviewExport')
builder.node(ReviewExportRef, {
  description: 'An export of reviews to a file.',
  id: { resolve: ({ id }) => id },
  loadOne: (id, { ctx }) => exportById(ctx, id).catch(() => null),
  fields: (t) => ({
    format: t.field({ type: Format, resolve: ({ format }) => format as ExportFormat }),
    status: t.expose('status', { type: Status }),
    total: t.exposeInt('total', {
      nullable: true,
      description: 'Reviews that the filter selects; null until they are counted.',
    }),
    done: t.exposeInt('done', {
      description: 'Reviews written so far. Starts again from 0 after a crash.',
    }),
    fileName: t.string({ resolve: (row, _args, { ctx }) => exportFileName(ctx, row) }),
    fileKept: t.boolean({
      description: 'Whether the file can be downloaded: it is finished and at most seven days old.',
      resolve: isExportKept,
    }),
    fileSize: t.float({
      description: 'In bytes; 0 until it is finished.',
      resolve: ({ fileSize }) => Number(fileSize),
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    finishedAt: t.expose('finishedAt', { type: 'DateTime', nullable: true }),
    error: t.exposeString('error', { nullable: true, description: 'Message code of the failure.' }),
  }),
})

builder.objectFields(Shop, (t) => ({
  reviewExports: t.field({
    type: [ReviewExportRef],
    description: 'Newest first, 50 at most.',
    args: { first: t.arg.int({ defaultValue: 5 }) },
    complexity: newestComplexity(5),
    resolve: (_shop, { first }, { ctx }) => listExports(ctx, clampNewestRows(first, { usual: 5, most: 50 })),
  }),
}))

const StartInput = builder.inputType('StartReviewExportInput', {
  fields: (t) => ({ format: t.field({ type: Format, required: true }), filter: t.field({ type: ReviewFilterInput }) }),
})
const DownloadInput = builder.inputType('DownloadReviewExportInput', {
  fields: (t) => ({ id: t.id({ required: true }) }),
})
const Download = builder.objectRef<{ url: string }>('ExportDownload').implement({
  fields: (t) => ({ url: t.exposeString('url', { description: 'Private URL for one use within five minutes.' }) }),
})

builder.mutationFields((t) => ({
  startReviewExport: t.field({
    type: ReviewExportRef,
    description: 'Writes the reviews of a filter into a file, in the background. One at a time; on every plan.',
    errors: { types: [NotAllowed] },
    args: { input: t.arg({ type: StartInput, required: true }) },
    resolve: async (_root, { input: { format, filter } }, { ctx }) =>
      startReviewExport(ctx, { format, filter: await readFilter(ctx, filter) }),
  }),
  downloadReviewExport: t.field({
    type: Download,
    errors: { types: [NotAllowed] },
    args: { input: t.arg({ type: DownloadInput, required: true }) },
    resolve: async (_root, { input: { id } }, { ctx }) => ({
      url: await exportDownloadUrl(ctx, decodeRowId('ReviewExport', id)),
    }),
  }),
}))

builder.subscriptionField('reviewExportProgress', (t) =>
  t.field({
    type: ReviewExportRef,
    description: 'Progress of the export, at once and after every step, until it ends.',
    args: { exportId: t.arg.id({ required: true }) },
    subscribe: async (_root, { exportId }, { ctx, pubsub }) =>
      watchExport(ctx, pubsub, decodeRowId('ReviewExport', exportId)) as AsyncIterable<ReviewExport>,
    resolve: (row) => row,
  }),
)
