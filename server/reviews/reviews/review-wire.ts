import {
  editRequestExpiresAt,
  findOpenEditRequest,
  isVisible,
  REVIEW_SOURCES,
  toWireStatus,
} from '../../../rules/review-status.ts'
import { findProvenance } from '../../../rules/review-source.ts'
import type { Ctx } from '../../core/context.ts'
import { readEditProposals } from './changes/proposals.ts'
import { NotFound } from '../../core/errors.ts'
import type { Prisma } from '../../generated/prisma/client.ts'
import type { Original } from './lock-reviews.ts'
import { buildMediaUrls } from './media/media-rows.ts'
import { purgeDate } from './review-details.ts'

/** Columns of a review for REST; one statement with its product and media. */
export const wireSelect = {
  id: true,
  rate: true,
  title: true,
  content: true,
  firstName: true,
  lastName: true,
  email: true,
  status: true,
  decidedBy: true,
  why: true,
  origin: true,
  source: true,
  channel: true,
  orderId: true,
  deliveredAt: true,
  emailConfirmedAt: true,
  helpful: true,
  unhelpful: true,
  openReports: true,
  openObjection: true,
  assigneeId: true,
  verifiedBy: true,
  edited: true,
  featured: true,
  pinned: true,
  testimonial: true,
  incentivized: true,
  editRequest: true,
  editRequestedAt: true,
  replyContent: true,
  replyAt: true,
  variantTitle: true,
  language: true,
  country: true,
  location: true,
  type: true,
  createdAt: true,
  updatedAt: true,
  publishedAt: true,
  deletedAt: true,
  version: true,
  product: { select: { id: true, platformId: true, title: true, handle: true, image: true } },
  media: {
    select: {
      id: true,
      kind: true,
      status: true,
      key: true,
      posterKey: true,
      seconds: true,
      width: true,
      height: true,
      hidden: true,
    },
    orderBy: [{ position: 'asc' }, { id: 'asc' }],
  },
} as const satisfies Prisma.ReviewSelect

export type WireRow = Prisma.ReviewGetPayload<{ select: typeof wireSelect }>

/** Converts reviews for REST: every field of spec 3, statuses in REST's words (decisions 'Words'). */
export function formatReviews(ctx: Ctx, rows: readonly WireRow[]): Promise<object[]> {
  return Promise.all(rows.map((row) => reviewWire(ctx, row)))
}

const describeState = ({ openReports, openObjection, assigneeId }: WireRow) => ({
  openReports,
  openObjection,
  assigneeId,
})

const describeSource = ({ deliveredAt, emailConfirmedAt, ...row }: WireRow) => ({
  origin: row.origin,
  provenance: findProvenance({ ...row, hasOrder: row.orderId !== null }),
  deliveredAt,
  emailConfirmedAt,
})

async function reviewWire(ctx: Ctx, row: WireRow): Promise<object> {
  const {
    id,
    rate,
    title,
    content,
    firstName,
    lastName,
    email,
    featured,
    pinned,
    edited,
    incentivized,
    language,
    country,
    location,
    type,
    createdAt,
    updatedAt,
    publishedAt,
    deletedAt,
    version,
  } = row
  const media = row.media.map((each) => ({
    id: each.id,
    kind: each.kind,
    seconds: each.seconds,
    width: each.width,
    height: each.height,
    hidden: each.hidden,
    ...buildMediaUrls(ctx.files, each),
  }))
  const addresses = (kinds: readonly string[]) =>
    media.flatMap(({ kind, url, hidden }) => (kinds.includes(kind) && url && !hidden ? [url] : []))
  const editRequest = findOpenEditRequest(row, ctx.now())
  return {
    id,
    rate,
    title,
    content,
    firstName,
    lastName,
    email,
    status: toWireStatus(row),
    source: row.source,
    sourceLabel: REVIEW_SOURCES[row.source],
    ...describeSource(row),
    type,
    product: row.product && {
      id: row.product.id,
      productId: row.product.platformId,
      title: row.product.title,
      handle: row.product.handle,
      image: row.product.image,
    },
    variants: row.variantTitle,
    verified: row.verifiedBy !== 'none',
    verifiedByOrder: row.verifiedBy === 'order',
    featured,
    pinned,
    edited,
    incentivized,
    testimonial: row.testimonial && isVisible(row.status),
    editRequest,
    editRequestExpiresAt:
      editRequest === 'unconfirmed' && row.editRequestedAt ? editRequestExpiresAt(row.editRequestedAt) : null,
    reply: row.replyContent && row.replyAt ? { content: row.replyContent, createdAt: row.replyAt } : null,
    media,
    images: addresses(['image']),
    files: addresses(['image', 'video']),
    language,
    country,
    location,
    why: row.why,
    helpful: row.helpful,
    unhelpful: row.unhelpful,
    ...describeState(row),
    createdAt,
    updatedAt,
    publishedAt,
    deletedAt,
    purgeAt: await purgeDate(ctx, row),
    version,
  }
}

/** Returns one review for REST. @throws NotFound */
export async function reviewWireById(ctx: Ctx, id: string): Promise<object> {
  const row = await ctx.db.review.findUnique({ where: { shopId_id: { shopId: ctx.shop.id, id } }, select: wireSelect })
  if (!row) throw new NotFound()
  return reviewWire(ctx, row)
}

/** Returns one review for REST with its first text, pending edit and history, newest first. @throws NotFound */
export async function reviewDetail(ctx: Ctx, id: string): Promise<object> {
  const row = await ctx.db.review.findUnique({
    where: { shopId_id: { shopId: ctx.shop.id, id } },
    select: {
      ...wireSelect,
      original: true,
      history: {
        orderBy: { id: 'desc' },
        take: 50,
        select: {
          createdAt: true,
          actor: true,
          actorName: true,
          action: true,
          before: true,
          after: true,
          bulkId: true,
        },
      },
    },
  })
  if (!row) throw new NotFound()
  const original = row.original as Original | null
  const history = row.history.map(({ createdAt, bulkId, ...entry }) => ({
    at: createdAt,
    ...entry,
    bulk: bulkId !== null,
  }))
  const proposal =
    findOpenEditRequest(row, ctx.now()) === 'unconfirmed' ? (await readEditProposals(ctx, [id])).get(id) : undefined
  return {
    ...(await reviewWire(ctx, row)),
    editProposal: proposal ?? null,
    original: original && { title: original.title, content: original.content },
    history,
  }
}
