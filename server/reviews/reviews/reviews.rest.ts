import { z } from 'zod'
import { formatMessage, type MessageCode } from '../../../rules/messages.ts'
import { datedReply, newMerchantReview, newReviewWire, reviewUpdate } from '../../../rules/review-input.ts'
import { isRefusing } from '../../../rules/refusal.ts'
import type { ReviewAct } from '../../../rules/review-status.ts'
import type { Ctx } from '../../core/context.ts'
import { InvalidInput, parse, parseField } from '../../core/errors.ts'
import { joinFields } from '../../core/rest/body-fields.ts'
import { findRowIds } from '../../core/global-ids.ts'
import type { RestRequest, RestRoute } from '../../core/rest/route.ts'
import { emptyBody } from '../../core/rest/shapes.ts'
import { performReviewAction } from './changes/perform-action.ts'
import { createReview } from './adding/create.ts'
import { replyToReview } from './changes/reply.ts'
import { parseMediaId, parseReviewId } from './review-ids.ts'
import { addReviewMedia, hideReviewMedia, removeReviewMedia } from './media/review-media.ts'
import { buildReviewPage, reviewWireNames } from './list/review-query.ts'
import {
  refusalBody,
  reviewDetailShape,
  reviewQuery,
  reviewShape,
  versionBody,
  versionQuery,
} from './review-shapes.rest.ts'
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

const plainSummaries: Readonly<Record<keyof typeof plain, string>> = {
  publish: 'Publish a review',
  unpublish: 'Hide a review',
  trash: 'Move a review to the recycle bin',
  restore: 'Restore a review from the recycle bin',
  revert: 'Undo the edits of a review',
  assign: 'Assign a review to a person',
}
const flagSummaries: Readonly<Record<keyof typeof flags, string>> = {
  pin: 'Pin a review, or remove its pin',
  feature: 'Feature a review, or stop it',
  verify: 'Mark a review as verified, or not',
  testimonial: 'Make a review a testimonial, or not',
}

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

const newReviewFields = joinFields(newMerchantReview(new Date()), newReviewWire)
const replyBody = joinFields(datedReply(new Date()), versionBody)
const assignBody = versionBody.extend({
  assigneeId: z.string().nullable().describe('A person of `GET /people`; null: no one.').optional(),
})
const flagBody = versionBody.extend({ value: z.boolean().describe('False removes the mark.').optional() })

/** REST routes for reviews (issue 3, section 10). */
export const reviewRoutes: readonly RestRoute[] = [
  {
    method: 'GET',
    path: '/reviews',
    summary: 'List reviews',
    description: 'Newest first. Without a status the trash is left out.',
    query: reviewQuery,
    answer: { page: reviewShape },
    wireNames: reviewWireNames,
    run: (ctx, { query }) => buildReviewPage(ctx, query),
  },
  {
    method: 'POST',
    path: '/reviews',
    summary: 'Add a review',
    description: 'Its source is “Created by admin”.',
    answer: { data: reviewShape },
    body: newReviewFields,
    wireNames: { published: 'status' },
    run: create,
  },
  {
    method: 'GET',
    path: '/reviews/:id',
    summary: 'Read a review',
    answer: { data: reviewDetailShape },
    run: async (ctx, request) => ({ success: true, data: await reviewDetail(ctx, readReviewId(request)) }),
  },
  {
    method: 'PUT',
    path: '/reviews/:id',
    summary: 'Change a review',
    description: 'Saves all changes or none. The words of a customer’s review need an edit request.',
    query: versionQuery,
    answer: { data: reviewShape },
    body: joinFields(reviewUpdate, versionBody),
    run: update,
  },
  {
    method: 'DELETE',
    path: '/reviews/:id',
    summary: 'Delete a review for good',
    query: versionQuery,
    answer: { data: z.object({ id: z.string() }) },
    body: refusalBody,
    run: (ctx, request) => performAction(ctx, request, 'delete'),
  },
  {
    method: 'PUT',
    path: '/reviews/:id/reply',
    summary: 'Reply to a review',
    description: '`createdAt` is the public date. `sendMail` says whether the reviewer gets an email.',
    query: versionQuery,
    answer: { data: reviewShape },
    feature: 'replies',
    body: replyBody,
    run: reply,
  },
  {
    method: 'DELETE',
    path: '/reviews/:id/reply',
    summary: 'Delete a reply',
    query: versionQuery,
    answer: { data: reviewShape },
    body: versionBody,
    run: (ctx, request) => performAction(ctx, request, 'deleteReply'),
  },
  {
    method: 'POST',
    path: '/reviews/:id/media',
    summary: 'Add a picture or video to a review',
    description: 'Only a video needs the plan. `poster` is a frame of the video.',
    query: versionQuery,
    answer: { data: reviewShape },
    feature: 'videoReviews',
    body: emptyBody,
    takesMedia: true,
    run: addMedia,
  },
  {
    method: 'PUT',
    path: '/reviews/:id/media/:mediaId',
    summary: 'Hide or show a picture',
    query: versionQuery,
    answer: { data: reviewShape },
    body: versionBody.extend({ hidden: z.boolean() }),
    run: changeMedia,
  },
  {
    method: 'DELETE',
    path: '/reviews/:id/media/:mediaId',
    summary: 'Delete a picture',
    query: versionQuery,
    answer: { data: reviewShape },
    body: versionBody,
    run: removeMedia,
  },
  ...Object.entries(plain).map(([word, what]): RestRoute => ({
    method: 'POST',
    path: `/reviews/:id/${word}`,
    summary: plainSummaries[what],
    query: versionQuery,
    answer: { data: reviewShape },
    ...(what === 'trash' && { feature: 'recycleBin' }),
    body: isRefusing(what) ? refusalBody : what === 'assign' ? assignBody : versionBody,
    run: (ctx, request) => performAction(ctx, request, what),
  })),
  ...Object.entries(flags).map(([word, ways]): RestRoute => ({
    method: 'POST',
    path: `/reviews/:id/${word}`,
    summary: flagSummaries[word as keyof typeof flags],
    query: versionQuery,
    answer: { data: reviewShape },
    body: flagBody,
    run: (ctx, request) => performAction(ctx, request, chooseFlagAction(request, ways)),
  })),
]
