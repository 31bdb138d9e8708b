import { findEmptiedField } from '../../../../rules/edited-words.ts'
import { reviewEdit, type ReviewEdit } from '../../../../rules/review-input.ts'
import { checkReviewActions } from '../../../../rules/review-status.ts'
import { inTransaction, type Ctx } from '../../../core/context.ts'
import { InvalidInput, NotAllowed, NotFound, parse, PlanRequired, Stale } from '../../../core/errors.ts'
import { omitNulls } from '../../../core/omit-nulls.ts'
import { readReviewRules } from './perform-action.ts'
import { lockReviews, type LockedReviewTexts, type Original } from '../lock-reviews.ts'
import { listMedia, showsMedia, type Media } from '../media/media-rows.ts'
import { productTitles, setHidden } from './revert.ts'
import { buildSearchText } from '../search-text.ts'
import { readChangeAuthor, writeReviews, type ColumnValues, type ReviewWrite } from '../write-reviews.ts'

export interface EditInput {
  id: string
  version?: number | null | undefined
  title?: unknown
  content?: unknown
  media?: unknown
}

/**
 * Changes a review's text and the visibility of its pictures (spec 4). Keeps the first version for revert. Does nothing
 * without a difference.
 * @throws NotFound, Stale
 * @throws InvalidInput with the fields, also if the edit would empty a customer's text
 * @throws NotAllowed for a customer's or an imported review
 */
export async function editReview(ctx: Ctx, { id, version, ...fields }: EditInput): Promise<void> {
  const edit = parse(reviewEdit, omitNulls(fields))
  await inTransaction(ctx, async (tx) => {
    const row = await lockEditableReview(tx, id, version)
    const change = await compareEdit(tx, row, edit)
    if (change) await writeTextChange(tx, change, { action: 'edited', by: readChangeAuthor(tx) })
  })
}

interface ReviewTextChange {
  row: LockedReviewTexts
  title: string
  content: string
  media: readonly Media[]
  /** Pictures with changed visibility, in their new state. */
  turned: readonly { id: string; hidden: boolean }[]
}

/**
 * Compares an edit with a locked review; null without a difference.
 * @throws InvalidInput for a picture of another review, or if a customer's text would be emptied
 */
export async function compareEdit(tx: Ctx, row: LockedReviewTexts, edit: ReviewEdit): Promise<ReviewTextChange | null> {
  const media = await listMedia(tx, row.id)
  const turned = turnedMedia(media, edit.media ?? [])
  const [title, content] = [edit.title ?? row.title, edit.content ?? row.content]
  if (title === row.title && content === row.content && turned.length === 0) return null
  requireWords(row, { title, content })
  return { row, title, content, media, turned }
}

/** Writes a change with its history entry; `set` adds columns to the same entry. */
export async function writeTextChange(
  tx: Ctx,
  { row, title, content, media, turned }: ReviewTextChange,
  write: Pick<ReviewWrite, 'action' | 'by'> & { set?: ColumnValues },
): Promise<void> {
  const hiddenNow = new Map(turned.map((each) => [each.id, each.hidden]))
  const after = media.map((each) => ({ ...each, hidden: hiddenNow.get(each.id) ?? each.hidden }))
  const texts = { ...(title !== row.title && { title }), ...(content !== row.content && { content }) }
  const titles = await productTitles(tx, [row])
  await setHidden(tx, turned)
  await writeReviews(tx, {
    action: write.action,
    by: write.by,
    seen: true,
    set: {
      ...write.set,
      ...texts,
      edited: true,
      original: buildOriginal(row, media),
      hasMedia: showsMedia(after),
      searchText: buildSearchText({ ...row, title, content }, titles.get(row.productId ?? '')),
    },
    changes: [
      {
        row,
        ...(turned.length > 0 && {
          before: { media: turned.map((each) => ({ id: each.id, hidden: !each.hidden })) },
          after: { media: turned },
        }),
      },
    ],
  })
  if (Object.keys(texts).length > 0) await tx.emit('review.edited', { ids: [row.id] })
}

/** Compares with the first version, not the last edit. An edit of pictures alone may leave the text empty. */
function requireWords(row: LockedReviewTexts, edited: Pick<LockedReviewTexts, 'title' | 'content'>): void {
  if (edited.title === row.title && edited.content === row.content) return
  const emptied = findEmptiedField({ ...(row.original ?? row), origin: row.origin }, edited)
  if (emptied) throw new InvalidInput({ [emptied]: 'customerWordsEmptied' })
}

/** Sets the flag alone, for the REST status `edited` (decisions 'Words'). @throws as editReview */
export async function markEdited(ctx: Ctx, { id, version }: Pick<EditInput, 'id' | 'version'>): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    if ((await lockReview(tx, id, version)).edited) return
    const row = await lockEditableReview(tx, id, version)
    await writeReviews(tx, {
      action: 'edited',
      by: readChangeAuthor(tx),
      set: { edited: true, original: buildOriginal(row, await listMedia(tx, id)) },
      changes: [{ row }],
    })
  })
}

/** Locks a review that the merchant may edit directly. @throws NotFound, Stale, NotAllowed */
export async function lockEditableReview(
  tx: Ctx,
  id: string,
  version: number | null | undefined,
): Promise<LockedReviewTexts> {
  const row = await lockReview(tx, id, version)
  const permission = checkReviewActions(row, await readReviewRules(tx)).edit
  if (permission.allowed) return row
  throw permission.feature ? new PlanRequired(permission.feature) : new NotAllowed(permission.reason)
}

/** @throws NotFound, Stale */
export async function lockReview(tx: Ctx, id: string, version: number | null | undefined): Promise<LockedReviewTexts> {
  const [row] = await lockReviews(tx, [id], { texts: true })
  if (!row) throw new NotFound()
  if (version != null && row.version !== version) throw new Stale()
  return row
}

/** Returns the version for revert: stored at the first edit, unchanged by later ones. */
export function buildOriginal(row: LockedReviewTexts, media: readonly Media[]): Original {
  return (
    row.original ?? { title: row.title, content: row.content, media: media.map(({ id, hidden }) => ({ id, hidden })) }
  )
}

function turnedMedia(
  media: readonly Media[],
  wanted: readonly { id: string; hidden: boolean }[],
): { id: string; hidden: boolean }[] {
  const known = new Map(media.map(({ id, hidden }) => [id, hidden]))
  const foreign = wanted.findIndex(({ id }) => !known.has(id))
  if (foreign >= 0) throw new InvalidInput({ [`media.${foreign}.id`]: 'notFound' })
  return [...new Map(wanted.map((each) => [each.id, each])).values()].filter(
    ({ id, hidden }) => known.get(id) !== hidden,
  )
}
