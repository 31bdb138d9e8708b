import { formatMessage, type MessageCode } from '../../../rules/messages.ts'
import { newMerchantReview, newReviewWire, reviewUpdate } from '../../../rules/review-input.ts'
import { isRefusing } from '../../../rules/refusal.ts'
import type { ReviewAct } from '../../../rules/review-status.ts'
import type { Ctx } from '../../core/context.ts'
import { InvalidInput, parse, parseField } from '../../core/errors.ts'
import { findRowIds } from '../../core/global-ids.ts'
import { listBodyFields } from '../../core/rest/body-fields.ts'
import type { RestRequest, RestRoute } from '../../core/rest/route.ts'
import { performReviewAction } from './changes/perform-action.ts'
import { createReview } from './adding/create.ts'
import { replyToReview } from './changes/reply.ts'
import { parseMediaId, parseReviewId } from './review-ids.ts'
import { addReviewMedia, hideReviewMedia, removeReviewMedia } from './media/review-media.ts'
import { buildReviewPage, reviewWireNames } from './list/review-query.ts'
import { reviewDetail, reviewWireById } from './review-wire.ts'
import { updateReview } from './changes/update-review.ts'

export const readReviewId = ({ params }: RestRequest): string => parseReviewId(params.id ?? '')
const mediaOf = ({ params }: RestRequest): string => parseMediaId(params.mediaId ?? '')

const bodyOf = ({ body }: Pick<RestRequest, 'body'>): Record<string, unknown> => body as Record<string, unknown>

/** Returns the seen version from the body, or from the query if the body is absent or a file. @throws InvalidInput */
export function readVersion(request: RestRequest): number | undefined {
  const given = bodyOf(request).version ?? request.query.version
  if (given === undefined || given === '') return undefined
  const version = typeof given === 'string' && /^\d{1,9}$/.test(given) ? Number(given) : given
  if (typeof version !== 'number' || !Number.isInteger(version) || version < 1 || version > 2_147_483_647)
    throw new InvalidInput({ version: 'mustBeDigits' })
  return version
}

export const buildReviewAnswer = async (ctx: Ctx, id: string, message: MessageCode) => ({
  success: true,
  data: await reviewWireById(ctx, id),
  message: formatMessage(message),
})

async function performAction(ctx: Ctx, request: RestRequest, what: ReviewAct): Promise<object> {
  const id = readReviewId(request)
  const { reason, note, assigneeId } = bodyOf(request)
  await performReviewAction(ctx, { act: what, ids: [id], version: readVersion(request), reason, note, assigneeId })
  if (what === 'delete') return { success: true, data: { id }, message: formatMessage('updateStatusSuccessfully') }
  return buildReviewAnswer(ctx, id, 'updateStatusSuccessfully')
}

/** `{ value: false }` removes a flag. */
function chooseFlagAction(request: RestRequest, [set, unset]: readonly [ReviewAct, ReviewAct]): ReviewAct {
  const { value = true } = bodyOf(request)
  if (typeof value !== 'boolean') throw new InvalidInput({ value: 'valueInvalid' })
  return value ? set : unset
}

const plain = {
  publish: 'publish',
  unpublish: 'unpublish',
  trash: 'trash',
  restore: 'restore',
  revert: 'revert',
  assign: 'assign',
} as const satisfies Record<string, ReviewAct>
const flags = {
  pin: ['pin', 'unpin'],
  feature: ['feature', 'unfeature'],
  verify: ['verify', 'unverify'],
  testimonial: ['addTestimonial', 'removeTestimonial'],
} as const satisfies Record<string, readonly [ReviewAct, ReviewAct]>

async function create(ctx: Ctx, request: RestRequest): Promise<object> {
  const { productId, status, ...fields } = parse(newReviewWire, bodyOf(request))
  const [product = null] = productId ? await findRowIds(ctx, 'Product', { given: [productId], field: 'productId' }) : []
  const id = await createReview(ctx, {
    ...fields,
    productId: product,
    ...(status && { published: status !== 'pending' }),
  })
  return buildReviewAnswer(ctx, id, 'saved')
}

async function update(ctx: Ctx, request: RestRequest): Promise<object> {
  const id = readReviewId(request)
  const input = parse(reviewUpdate, readEditFields(request))
  await updateReview(ctx, { id, version: readVersion(request), ...input })
  return buildReviewAnswer(ctx, id, 'saved')
}

/** Returns the fields of an edit, with decoded picture ids. */
export function readEditFields(request: RestRequest): object {
  const { version: _seen, media, ...fields } = bodyOf(request)
  const bare = Array.isArray(media)
    ? media.map((each: unknown, at) =>
        hasId(each) ? { ...each, id: parseField(`media.${at}.id`, () => parseMediaId(each.id)) } : each,
      )
    : media
  return { ...fields, ...(bare !== undefined && { media: bare }) }
}

const hasId = (value: unknown): value is { id: string } =>
  typeof value === 'object' && value !== null && 'id' in value && typeof value.id === 'string'

async function reply(ctx: Ctx, request: RestRequest): Promise<object> {
  const { content, createdAt, sendMail } = bodyOf(request)
  const id = readReviewId(request)
  await replyToReview(ctx, { id, version: readVersion(request), content, createdAt, sendMail })
  return buildReviewAnswer(ctx, id, 'saved')
}

async function addMedia(ctx: Ctx, request: RestRequest): Promise<object> {
  const media = await request.media()
  if (!media) throw new InvalidInput({ file: 'required' })
  const id = readReviewId(request)
  await addReviewMedia(ctx, { reviewId: id, version: readVersion(request), upload: media.upload, poster: media.poster })
  return buildReviewAnswer(ctx, id, 'saved')
}

async function changeMedia(ctx: Ctx, request: RestRequest): Promise<object> {
  const { hidden } = bodyOf(request)
  if (typeof hidden !== 'boolean')
    throw new InvalidInput({ hidden: hidden === undefined ? 'required' : 'valueInvalid' })
  const id = readReviewId(request)
  await hideReviewMedia(ctx, { reviewId: id, id: mediaOf(request), hidden, version: readVersion(request) })
  return buildReviewAnswer(ctx, id, 'saved')
}

async function removeMedia(ctx: Ctx, request: RestRequest): Promise<object> {
  const id = readReviewId(request)
  await removeReviewMedia(ctx, { reviewId: id, mediaId: mediaOf(request), version: readVersion(request) })
  return buildReviewAnswer(ctx, id, 'saved')
}

/** Version that the caller has seen; see `readVersion`. */
export const versionField = { version: true } as const
/** The reason and words to the author of refusalInput. */
export const refusalFields = { reason: true, note: true, ...versionField } as const
const newReviewFields = { ...listBodyFields(newMerchantReview(new Date())), ...listBodyFields(newReviewWire) }

/** REST routes for reviews (issue 3, section 10). */
export const reviewRoutes: readonly RestRoute[] = [
  { method: 'GET', path: '/reviews', wireNames: reviewWireNames, run: (ctx, { query }) => buildReviewPage(ctx, query) },
  { method: 'POST', path: '/reviews', body: newReviewFields, wireNames: { published: 'status' }, run: create },
  {
    method: 'GET',
    path: '/reviews/:id',
    run: async (ctx, request) => ({ success: true, data: await reviewDetail(ctx, readReviewId(request)) }),
  },
  { method: 'PUT', path: '/reviews/:id', body: { ...listBodyFields(reviewUpdate), ...versionField }, run: update },
  {
    method: 'DELETE',
    path: '/reviews/:id',
    body: refusalFields,
    run: (ctx, request) => performAction(ctx, request, 'delete'),
  },
  {
    method: 'PUT',
    path: '/reviews/:id/reply',
    body: { content: true, createdAt: true, sendMail: true, ...versionField },
    run: reply,
  },
  {
    method: 'DELETE',
    path: '/reviews/:id/reply',
    body: versionField,
    run: (ctx, request) => performAction(ctx, request, 'deleteReply'),
  },
  { method: 'POST', path: '/reviews/:id/media', body: {}, takesMedia: true, run: addMedia },
  { method: 'PUT', path: '/reviews/:id/media/:mediaId', body: { hidden: true, ...versionField }, run: changeMedia },
  { method: 'DELETE', path: '/reviews/:id/media/:mediaId', body: versionField, run: removeMedia },
  ...Object.entries(plain).map(([word, what]): RestRoute => ({
    method: 'POST',
    path: `/reviews/:id/${word}`,
    body: isRefusing(what) ? refusalFields : what === 'assign' ? { assigneeId: true, ...versionField } : versionField,
    run: (ctx, request) => performAction(ctx, request, what),
  })),
  ...Object.entries(flags).map(([word, ways]): RestRoute => ({
    method: 'POST',
    path: `/reviews/:id/${word}`,
    body: { value: true, ...versionField },
    run: (ctx, request) => performAction(ctx, request, chooseFlagAction(request, ways)),
  })),
]
