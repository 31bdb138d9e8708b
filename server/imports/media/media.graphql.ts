import { builder } from '../../core/graphql/builder.ts'
import { encodeId } from '../../core/global-ids.ts'
import { readImportMedia, type BrokenMedia, type ImportMedia } from './import-media.ts'
import { ImportRun } from '../imports.graphql.ts'

/** Counting an import's pictures costs as much as a page of a list. */
const mediaComplexity = 20

const Broken = builder.objectRef<BrokenMedia>('ImportBrokenMedia').implement({
  fields: (t) => ({
    reviewId: t.id({ resolve: ({ reviewId }) => encodeId('Review', reviewId) }),
    kind: t.exposeString('kind', { description: 'image or video.' }),
    address: t.exposeString('address', { description: 'The address to fetch.' }),
    problem: t.exposeString('problem', {
      description:
        'unreachable, timeout, status, address, redirects, type, tooLarge, notAnImage, notAVideo, videoTooLong, planRequired …',
    }),
  }),
})

const Media = builder.objectRef<ImportMedia>('ImportMedia').implement({
  description: 'Pictures and videos are fetched after their reviews, which stay even if a fetch fails.',
  fields: (t) => ({
    waiting: t.exposeInt('waiting'),
    ready: t.exposeInt('ready'),
    failed: t.exposeInt('failed'),
    broken: t.field({ type: [Broken], description: 'The first 100 that failed.', resolve: ({ broken }) => broken }),
  }),
})

builder.objectFields(ImportRun, (t) => ({
  media: t.field({
    type: Media,
    complexity: mediaComplexity,
    description: 'Counted now.',
    resolve: ({ id }, _args, { ctx }) => readImportMedia(ctx, id),
  }),
}))
