import type { FilePort } from '../../core/files/files.ts'
import type { Prisma } from '../../generated/prisma/client.ts'
import {
  exportColumns,
  productIdPrefix,
  buildMediaKey,
  yesCell,
  type ExportColumn,
  type MediaDetails,
  type ReviewDetails,
} from './file-format.ts'

export const reviewColumns = {
  id: true,
  productId: true,
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
  verifiedBy: true,
  edited: true,
  featured: true,
  pinned: true,
  testimonial: true,
  incentivized: true,
  editRequest: true,
  editRequestedAt: true,
  original: true,
  beforeTrash: true,
  replyContent: true,
  replyAt: true,
  variantTitle: true,
  language: true,
  country: true,
  location: true,
  type: true,
  externalId: true,
  originalRate: true,
  createdAt: true,
  publishedAt: true,
} satisfies Prisma.ReviewSelect
export const mediaColumns = {
  reviewId: true,
  id: true,
  kind: true,
  status: true,
  key: true,
  posterKey: true,
  sourceUrl: true,
  seconds: true,
  width: true,
  height: true,
  hidden: true,
} satisfies Prisma.ReviewMediaSelect
export const productColumns = { id: true, platformId: true, handle: true, title: true } satisfies Prisma.ProductSelect

export type ExportedReview = Prisma.ReviewGetPayload<{ select: typeof reviewColumns }>
export type ExportedMedia = Prisma.ReviewMediaGetPayload<{ select: typeof mediaColumns }>
type ExportedProduct = Prisma.ProductGetPayload<{ select: typeof productColumns }>

interface Exported {
  review: ExportedReview
  product: ExportedProduct | null
  media: readonly ExportedMedia[]
  translations: ReviewDetails['translations']
}

/** Returns one review as a row of cells, with texts unchanged. Times are UTC, to the millisecond. */
export function formatCells(
  { review, product, media, translations }: Exported,
  files: Pick<FilePort, 'url'>,
): string[] {
  const { title = '', content = '', ...rest } = (review.original ?? {}) as { title?: string; content?: string }
  const cells: Record<ExportColumn, string> = {
    candor_id: review.id,
    product_id: product ? `${productIdPrefix}${product.platformId}` : '',
    product_handle: product?.handle ?? '',
    product_title: product?.title ?? '',
    rating: String(review.rate),
    title: review.title,
    body: review.content,
    reviewer_name: `${review.firstName} ${review.lastName}`.trim(),
    reviewer_email: review.email,
    review_date: review.createdAt.toISOString(),
    status: review.status,
    origin: review.origin,
    source: review.source,
    verified_by: review.verifiedBy,
    featured: flag(review.featured),
    pinned: flag(review.pinned),
    testimonial: flag(review.testimonial),
    edited: flag(review.edited),
    incentivized: flag(review.incentivized),
    reply: review.replyContent ?? '',
    reply_date: review.replyAt?.toISOString() ?? '',
    picture_urls: media.flatMap((one) => (one.key ? files.url(buildMediaKey(one)) : (one.sourceUrl ?? []))).join('\n'),
    variant: review.variantTitle,
    language: review.language ?? '',
    country: review.country ?? '',
    location: review.location,
    original_title: title,
    original_body: content,
    details: JSON.stringify(detailsOf({ review, product, media, translations }, rest)),
  }
  return exportColumns.map((column) => cells[column])
}

const flag = (value: boolean): string => (value ? yesCell : '')

type Written<T> = { [Field in keyof T]: T[Field] extends Date | null ? string | null : T[Field] }

function detailsOf({ review, media, translations }: Exported, original: object): Written<ReviewDetails> {
  return {
    firstName: review.firstName,
    lastName: review.lastName,
    type: review.type,
    decidedBy: review.decidedBy,
    why: (review.why ?? {}) as Record<string, unknown>,
    publishedAt: review.publishedAt?.toISOString() ?? null,
    beforeTrash: review.beforeTrash as Record<string, unknown> | null,
    original: review.original ? { ...original } : null,
    editRequest: review.editRequest,
    editRequestedAt: review.editRequestedAt?.toISOString() ?? null,
    externalId: review.externalId,
    originalRate: review.originalRate,
    media: media.map(({ id, kind, key, posterKey, sourceUrl, seconds, width, height, hidden }): MediaDetails => ({
      id,
      kind,
      key,
      posterKey,
      sourceUrl,
      seconds,
      width,
      height,
      hidden,
    })),
    translations: [...translations],
  }
}
