import { v7 as uuidv7 } from 'uuid'
import { chooseImportedStatus, type PublishChoice } from '../../../rules/import-status.ts'
import type { Ctx } from '../../core/context.ts'
import { pick } from '../../core/pick.ts'
import { mapYielding } from '../../core/yield-every.ts'
import { insertReviews, type NewReview } from '../../reviews/reviews/adding/insert.ts'
import { storeTranslations, type NewTranslation } from '../../reviews/reviews/translations.ts'
import type { PlacedRow } from '../checking/report.ts'
import type { OwnReview } from '../sources/source.ts'
import { mediaRows, type MediaRow } from './media-rows.ts'

interface BatchTarget {
  importId: string
  /** The app that wrote the file. */
  source: string
  fileName: string
  publish: PublishChoice
}

/**
 * Writes new reviews with pictures, counters and product versions. Uses a fixed number of statements. Must run in the
 * transaction that moves the import on. Returns how many reviews were new.
 */
export async function writeBatch(tx: Ctx, target: BatchTarget, rows: readonly PlacedRow[]): Promise<number> {
  const newIds = rows.map(() => uuidv7())
  const media = rows.map((row, index) => mediaRows(tx, newIds[index] ?? '', row.review))
  const reviews = await mapYielding(rows, (row, index) =>
    reviewRow(tx, { id: newIds[index] ?? '', row, target, media: media[index] ?? [] }),
  )
  const stored = new Set(await insertReviews(tx, reviews, { as: 'imported', media: media.flat() }))
  await storeTranslations(
    tx,
    rows.flatMap(({ review: { own, title, content } }, index): NewTranslation[] => {
      const reviewId = newIds[index] ?? ''
      return stored.has(reviewId)
        ? (own?.translations ?? []).map((translation) => ({ ...translation, reviewId, source: { title, content } }))
        : []
    }),
  )
  return stored.size
}

interface RowInput {
  id: string
  row: PlacedRow
  target: BatchTarget
  media: readonly MediaRow[]
}

function reviewRow(tx: Ctx, { id, row, target, media }: RowInput): NewReview {
  const { review } = row
  const now = tx.now()
  const status = chooseImportedStatus(review.status, target.publish)
  const [firstName, lastName] = review.own ? [review.own.firstName, review.own.lastName] : splitName(review.author)
  const { title, content, email } = review
  return {
    id,
    productId: row.productId,
    importId: target.importId,
    channel: target.source,
    rate: review.rate,
    title,
    content,
    firstName,
    lastName,
    email,
    status,
    featured: review.featured,
    replyContent: review.reply?.content ?? null,
    replyAt: review.reply ? (review.reply.at ?? now) : null,
    location: review.location,
    externalId: review.externalId,
    contentHash: row.hash,
    originalRate: review.originalRate,
    createdAt: review.createdAt ?? now,
    publishedAt: status === 'published' ? now : null,
    // Counts as trashed today, whenever the source deleted it.
    deletedAt: status === 'deleted' ? now : null,
    ...importedDefaults,
    ...pick(review, statedColumns),
    // A file proves no order, so "verified" becomes the merchant's mark (domain rule 9).
    verifiedBy: review.verified ? 'merchant' : 'none',
    why: { code: `import.${status}`, params: { file: target.fileName, row: row.row } },
    ...(review.own && (ownColumns(review.own, { kept: status === review.status, media }) as Partial<NewReview>)),
  }
}

/** Defaults for what other apps don't export. */
const importedDefaults = {
  decidedBy: 'import',
  origin: 'imported',
  testimonial: false,
  edited: false,
  editRequest: null,
  editRequestedAt: null,
  original: null,
  beforeTrash: null,
  language: null,
  type: 'review',
} satisfies Partial<NewReview>

const statedColumns = ['source', 'pinned', 'incentivized', 'variantTitle', 'country'] as const

const ownColumnNames = [
  ...statedColumns,
  'origin',
  'verifiedBy',
  'testimonial',
  'edited',
  'language',
  'type',
  'beforeTrash',
] as const

/** Restores the columns of our own export. `kept`: keeps the file's status instead of the merchant's choice. */
function ownColumns(own: OwnReview, { kept, media }: { kept: boolean; media: readonly MediaRow[] }) {
  const newIds = new Map(own.media.map(({ id }, at) => [id, media[at]?.id]))
  const shown = (own.original?.media ?? []) as { id: string; hidden: boolean }[]
  // The email of an open edit request links to the original review, so that state isn't restored.
  const answered = own.editRequest === 'unconfirmed' ? null : own.editRequest
  return {
    ...pick(own, ownColumnNames),
    ...(kept && { decidedBy: own.decidedBy, why: own.why, publishedAt: own.publishedAt ?? null }),
    editRequest: answered,
    editRequestedAt: answered ? (own.editRequestedAt ?? null) : null,
    original: own.original && {
      ...own.original,
      media: shown.flatMap(({ id, hidden }) => {
        const now = newIds.get(id)
        return now ? [{ id: now, hidden }] : []
      }),
    },
  }
}

/** Splits at the first space; joined, the parts give the written name. */
function splitName(author: string): [string, string] {
  const space = author.indexOf(' ')
  return space < 0 ? [author, ''] : [author.slice(0, space), author.slice(space + 1)]
}
