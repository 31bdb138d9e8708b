import { watchRow } from '../../core/background/watch.ts'
import { NotAllowed } from '../../core/errors.ts'
import { decodeRowId } from '../../core/global-ids.ts'
import { builder } from '../../core/graphql/builder.ts'
import { enumOf } from '../../core/graphql/enums.ts'
import type { ShopArchive } from '../../generated/prisma/client.ts'
import { Shop } from '../../shop/shops/shops.graphql.ts'
import {
  archiveById,
  archiveDownloadUrl,
  archiveFileName,
  findNewestArchive,
  isArchiveKept,
  startArchive,
} from './archive.ts'

const ShopArchiveRef = builder.objectRef<ShopArchive>('ShopArchive')
builder.node(ShopArchiveRef, {
  description: 'A file with everything that the shop owns.',
  id: { resolve: ({ id }) => id },
  loadOne: (id, { ctx }) => archiveById(ctx, id).catch(() => null),
  fields: (t) => ({
    status: t.expose('status', { type: enumOf('ArchiveStatus', ['running', 'done', 'failed']) }),
    total: t.exposeInt('total', { description: 'Rows and pictures to archive; 0 until they are counted.' }),
    done: t.exposeInt('done', { description: 'Rows and pictures archived so far.' }),
    fileName: t.string({ resolve: (row, _args, { ctx }) => archiveFileName(ctx, row) }),
    fileKept: t.boolean({
      description: 'Whether the file can be downloaded: it is finished and at most seven days old.',
      resolve: isArchiveKept,
    }),
    fileSize: t.float({ description: 'In bytes, so far.', resolve: ({ fileSize }) => Number(fileSize) }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    finishedAt: t.expose('finishedAt', { type: 'DateTime', nullable: true }),
  }),
})

builder.objectField(Shop, 'newestArchive', (t) =>
  t.field({
    type: ShopArchiveRef,
    nullable: true,
    description: 'The last archive of everything that the shop owns.',
    resolve: (_shop, _args, { ctx }) => findNewestArchive(ctx),
  }),
)

const StartInput = builder.inputType('StartArchiveInput', {
  fields: (t) => ({ mail: t.boolean({ defaultValue: true, description: 'Whether an email says when it is ready.' }) }),
})
const DownloadInput = builder.inputType('DownloadArchiveInput', { fields: (t) => ({ id: t.id({ required: true }) }) })
const Download = builder.objectRef<{ url: string }>('ArchiveDownload').implement({
  fields: (t) => ({ url: t.exposeString('url', { description: 'Private URL for one use within five minutes.' }) }),
})

builder.mutationFields((t) => ({
  startArchive: t.field({
    type: ShopArchiveRef,
    description: 'Writes everything that the shop owns into a file, in the background. One at a time; on every plan.',
    errors: { types: [NotAllowed] },
    args: { input: t.arg({ type: StartInput, required: true }) },
    resolve: (_root, { input: { mail } }, { ctx }) => startArchive(ctx, { mailed: mail ?? true }),
  }),
  downloadArchive: t.field({
    type: Download,
    errors: { types: [NotAllowed] },
    args: { input: t.arg({ type: DownloadInput, required: true }) },
    resolve: async (_root, { input: { id } }, { ctx }) => ({
      url: await archiveDownloadUrl(ctx, decodeRowId('ShopArchive', id)),
    }),
  }),
}))

builder.subscriptionField('archiveProgress', (t) =>
  t.field({
    type: ShopArchiveRef,
    description: 'Progress of the archive, at once and after every step, until it ends.',
    args: { archiveId: t.arg.id({ required: true }) },
    subscribe: async (_root, { archiveId }, { ctx, pubsub }) => {
      const id = decodeRowId('ShopArchive', archiveId)
      return watchRow(ctx, pubsub, {
        topic: 'archive',
        id,
        read: () => archiveById(ctx, id),
        version: ({ status, total, done }) => `${status} ${total} ${done}`,
        isEnded: ({ status }) => status !== 'running',
      }) as AsyncIterable<ShopArchive>
    },
    resolve: (row) => row,
  }),
)
