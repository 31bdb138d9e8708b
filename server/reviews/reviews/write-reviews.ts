import { v7 as uuidv7 } from 'uuid'
import type { HistoryAction, HistoryActorKind } from '../../../rules/review-history.ts'
import { isVisible, type ReviewStatus } from '../../../rules/review-status.ts'
import { recordFacts } from '../../shop/analytics/facts.ts'
import type { Ctx } from '../../core/context.ts'
import { Prisma } from '../../generated/prisma/client.ts'
import { raiseProductVersions } from '../../shop/products/products.ts'
import { applyCounts } from './counts.ts'
import type { LockedReview, ReviewColumns, ReviewTexts } from './lock-reviews.ts'
import { changeFacts } from './review-facts.ts'

export interface ChangeAuthor {
  actor: HistoryActorKind
  /** Name or email address of the merchant's login, or empty. */
  name: string
}

/** Returns the session's merchant; automatic changes belong to a rule. */
export function readChangeAuthor({ actor }: Ctx): ChangeAuthor {
  return actor.kind === 'merchant'
    ? { actor: 'merchant', name: actor.name || (actor.email ?? '') }
    : { actor: 'rule', name: '' }
}

export type ColumnValues = Partial<ReviewColumns & ReviewTexts>

export interface ReviewChange {
  row: LockedReview & Partial<ReviewTexts>
  /** Values of this row alone; all changes of one write have the same columns. */
  set?: ColumnValues
  /** History data besides the columns. */
  before?: object
  after?: object
  /** Undo data besides the columns. */
  kept?: object
}

export interface ReviewWrite {
  action: HistoryAction
  by: ChangeAuthor
  bulkId?: string | undefined
  /** Values that all rows share. */
  set: ColumnValues
  changes: readonly ReviewChange[]
  /** Whether pictures changed what visitors see. */
  seen?: boolean
}

const columnTypes: Record<keyof (ReviewColumns & ReviewTexts), string> = {
  status: '"ReviewStatus"',
  decidedBy: '"DecidedBy"',
  why: 'jsonb',
  publishedAt: 'timestamptz',
  enteredAt: 'timestamptz',
  deletedAt: 'timestamptz',
  beforeTrash: 'jsonb',
  pinned: 'boolean',
  featured: 'boolean',
  testimonial: 'boolean',
  verifiedBy: '"VerifiedBy"',
  edited: 'boolean',
  original: 'jsonb',
  editRequest: '"EditRequestStatus"',
  editRequestedAt: 'timestamptz',
  editRequestId: 'uuid',
  replyContent: 'text',
  replyAt: 'timestamptz',
  hasMedia: 'boolean',
  orderId: 'uuid',
  customerId: 'uuid',
  deliveredAt: 'timestamptz',
  emailConfirmedAt: 'timestamptz',
  assigneeId: 'uuid',
  openObjection: 'boolean',
  rate: 'smallint',
  title: 'text',
  content: 'text',
  searchText: 'text',
}
type Column = keyof typeof columnTypes

/** Columns that the history records; others follow from these or are internal. */
const historyColumns: readonly Column[] = [
  'status',
  'pinned',
  'featured',
  'testimonial',
  'verifiedBy',
  'title',
  'content',
  'replyContent',
  'replyAt',
  'editRequest',
  'edited',
  'rate',
]
const storefrontColumns: readonly Column[] = [
  'status',
  'pinned',
  'featured',
  'testimonial',
  'verifiedBy',
  'title',
  'content',
  'replyContent',
  'replyAt',
  'hasMedia',
  'rate',
]

/**
 * Changes locked reviews in a fixed number of statements: rows with versions, history, undo data, counters and product
 * versions. Emits the events. All actions and edits use it. Fetched pictures (show-media.ts) and new product titles
 * (retitle.ts) do not, as no person causes them.
 */
export async function writeReviews(tx: Ctx, write: ReviewWrite): Promise<void> {
  if (write.changes.length === 0) return
  await updateRows(tx, write)
  await writeHistory(tx, write)
  if (write.bulkId) await keepBefore(tx, write, write.bulkId)
  const { set, changes } = write
  const moved = changes.flatMap(({ row, set: own }) => {
    const status = own?.status ?? set.status ?? row.status
    const rate = own?.rate ?? set.rate ?? row.rate
    return status === row.status && rate === row.rate ? [] : [{ row, status, rate }]
  })
  recordFacts(tx, changeFacts(write))
  if (moved.length > 0)
    await applyCounts(
      tx,
      moved.flatMap(({ row, status, rate }) => [
        { ...row, by: -1 },
        { ...row, status, rate, by: 1 },
      ]),
    )
  const isPublished = (was: ReviewStatus, status: ReviewStatus) => isVisible(status) && !isVisible(was)
  const seen = write.seen === true || columnsOf(write).some((column) => storefrontColumns.includes(column))
  if (seen)
    await raiseProductVersions(
      tx,
      changes
        .filter(({ row, set: own }) => isVisible(row.status) || isVisible(own?.status ?? set.status ?? row.status))
        .map(({ row }) => row.productId),
    )
  const changed = seen
    ? changes.filter(({ row, set: own }) => {
        const status = own?.status ?? set.status ?? row.status
        return status !== 'deleted' && !isPublished(row.status, status)
      })
    : []
  if (changed.length > 0) await tx.emit('review.changed', { ids: changed.map(({ row }) => row.id) })
  await emitVisibilityChange(
    tx,
    moved.filter(({ row, status }) => isPublished(row.status, status)).map(({ row }) => row),
    'review.published',
  )
  await emitVisibilityChange(
    tx,
    moved.filter(({ row, status }) => isVisible(row.status) && !isVisible(status)).map(({ row }) => row),
    'review.hidden',
  )
}

/** Emits events for reviews that became visible or hidden. */
export async function emitVisibilityChange(
  tx: Ctx,
  rows: readonly Pick<LockedReview, 'id' | 'productId'>[],
  event: 'review.published' | 'review.hidden',
): Promise<void> {
  if (rows.length > 0) await tx.emit(event, { ids: rows.map(({ id }) => id), productIds: productIdsOf(rows) })
}

export const productIdsOf = (rows: readonly Pick<LockedReview, 'productId'>[]): string[] =>
  [...new Set(rows.flatMap(({ productId }) => productId ?? []))].sort()

const keysOf = (values: ColumnValues | undefined): Column[] => Object.keys(values ?? {}) as Column[]
const columnsOf = ({ set, changes }: ReviewWrite): Column[] => [
  ...new Set([...keysOf(set), ...keysOf(changes[0]?.set)]),
]

const definition = (columns: readonly Column[]) =>
  columns.map((column) => `"${column}" ${columnTypes[column]}`).join(', ')

async function updateRows(tx: Ctx, { set, changes }: ReviewWrite): Promise<void> {
  const [same, own] = [keysOf(set), keysOf(changes[0]?.set)]
  const assigned = [
    ...same.filter((column) => !own.includes(column)).map((column) => `"${column}" = same."${column}"`),
    ...own.map((column) => `"${column}" = own."${column}"`),
  ]
  const assignments = assigned.map((each) => `${each}, `).join('')
  // Converts JSON null to SQL's. `same` has at least one column, as an empty list is invalid SQL.
  await tx.db.$executeRaw(Prisma.sql`
    update "Review" review set ${Prisma.raw(assignments)} "updatedAt" = ${tx.now()}, version = review.version + 1
    from jsonb_to_recordset(${JSON.stringify(changes.map(({ row, set: values }) => ({ id: row.id, ...values })))}::jsonb)
      as own(${Prisma.raw(['id uuid', definition(own)].filter(Boolean).join(', '))}),
      jsonb_to_record(${JSON.stringify(set)}::jsonb) as same(${Prisma.raw(['nothing text', definition(same)].filter(Boolean).join(', '))})
    where review."shopId" = ${tx.shop.id}::uuid and review.id = own.id`)
}

function present(row: ReviewChange['row'], columns: readonly Column[]): Record<string, unknown> {
  return Object.fromEntries(columns.map((column) => [column, row[column] ?? null]))
}

async function writeHistory(tx: Ctx, write: ReviewWrite): Promise<void> {
  const { action, by, bulkId, set, changes } = write
  const columns = columnsOf(write).filter((column) => historyColumns.includes(column))
  const same = Object.fromEntries(
    keysOf(set)
      .filter((column) => historyColumns.includes(column))
      .map((column) => [column, set[column] ?? null]),
  )
  await addHistory(tx, {
    action,
    by,
    bulkId,
    after: same,
    entries: changes.map(({ row, set: own, before, after }) => ({
      reviewId: row.id,
      before: { ...present(row, columns), ...before },
      after: {
        ...Object.fromEntries(
          keysOf(own)
            .filter((column) => historyColumns.includes(column))
            .map((column) => [column, own?.[column] ?? null]),
        ),
        ...after,
      },
    })),
  })
}

interface HistoryWrite {
  action: HistoryAction
  by: ChangeAuthor
  bulkId?: string | undefined
  after?: object
  entries: readonly { reviewId: string; before?: object; after?: object }[]
}

/** Writes history entries of one action for this shop's reviews in one statement. */
export async function addHistory(tx: Ctx, { action, by, bulkId, after = {}, entries }: HistoryWrite): Promise<void> {
  const rows = entries.map((entry) => ({
    id: uuidv7(),
    reviewId: entry.reviewId,
    before: entry.before ?? {},
    after: entry.after ?? {},
  }))
  await tx.db.$executeRaw`
    insert into "ReviewHistory" ("shopId", id, "reviewId", actor, "actorName", action, "bulkId", before, after, "createdAt")
    select ${tx.shop.id}::uuid, id, "reviewId", ${by.actor}::"HistoryActor", ${by.name}, ${action}, ${bulkId ?? null}::uuid, before, ${JSON.stringify(after)}::jsonb || after, ${tx.now()}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as entry(id uuid, "reviewId" uuid, before jsonb, after jsonb)`
}

/** Stores the values for the undo of a bulk run, and the version that shows whether a review changed since. */
async function keepBefore(tx: Ctx, write: ReviewWrite, bulkId: string): Promise<void> {
  const columns = columnsOf(write)
  const items = write.changes.map(({ row, kept }) => ({
    id: row.id,
    before: { ...present(row, columns), ...kept },
    version: row.version + 1,
  }))
  await saveBulkItems(tx, bulkId, items)
}

export async function saveBulkItems(
  tx: Ctx,
  bulkId: string,
  items: readonly { id: string; before: object; version: number | null }[],
): Promise<void> {
  await tx.db.$executeRaw`
    update "BulkItem" item set before = done.before, version = done.version
    from jsonb_to_recordset(${JSON.stringify(items)}::jsonb) as done(id uuid, before jsonb, version int)
    where item."shopId" = ${tx.shop.id}::uuid and item."bulkId" = ${bulkId}::uuid and item."reviewId" = done.id`
}
