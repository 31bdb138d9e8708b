import { emptiedField } from '../../rules/edited-words.ts'
import { reviewEdit } from '../../rules/review-input.ts'
import { reviewActions } from '../../rules/review-status.ts'
import { inTransaction, type Ctx } from '../context.ts'
import { InvalidInput, NotAllowed, NotFound, parse, PlanRequired, Stale } from '../errors.ts'
import { reviewRules } from './act.ts'
import { lockReviews, type LockedTexts, type Original } from './locked.ts'
import { mediaOf, showsMedia, type Media } from './media-rows.ts'
import { productTitles, setHidden } from './revert.ts'
import { searchTextOf } from './search-text.ts'
import { byActor, writeReviews } from './write.ts'

export interface EditInput {
  id: string
  version?: number | null | undefined
  title?: unknown
  content?: unknown
  media?: unknown
}

/**
 * Changes the text of a review and which of its pictures are shown (spec 4): what was first is kept for revert. What is the
 * same already changes nothing.
 * @throws NotFound, Stale, InvalidInput with the fields: also where it would take a customer's words away; NotAllowed where the
 * customer has not confirmed, or it was imported
 */
export async function editReview(ctx: Ctx, { id, version, ...fields }: EditInput): Promise<void> {
  const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value != null))
  const edit = parse(reviewEdit, given)
  await inTransaction(ctx, async (tx) => {
    const row = await editable(tx, id, version)
    const media = await mediaOf(tx, id)
    const turned = turnedMedia(media, edit.media ?? [])
    const [title, content] = [edit.title ?? row.title, edit.content ?? row.content]
    if (title === row.title && content === row.content && turned.length === 0) return
    const hiddenNow = new Map(turned.map((each) => [each.id, each.hidden]))
    const after = media.map((each) => ({ ...each, hidden: hiddenNow.get(each.id) ?? each.hidden }))
    requireWords(row, { title, content })
    const texts = { ...(title !== row.title && { title }), ...(content !== row.content && { content }) }
    const titles = await productTitles(tx, [row])
    await setHidden(tx, turned)
    await writeReviews(tx, {
      action: 'edited',
      by: byActor(tx),
      seen: true,
      set: {
        ...texts, edited: true, original: firstOf(row, media), hasMedia: showsMedia(after),
        searchText: searchTextOf({ ...row, title, content }, titles.get(row.productId ?? '')),
      },
      changes: [{ row, ...(turned.length > 0 && { before: { media: turned.map((each) => ({ id: each.id, hidden: !each.hidden })) }, after: { media: turned } }) }],
    })
  })
}

/** Judged by what was written first, however often it was edited since; who leaves the words alone is not asked for any. */
function requireWords(row: LockedTexts, edited: Pick<LockedTexts, 'title' | 'content'>): void {
  if (edited.title === row.title && edited.content === row.content) return
  const emptied = emptiedField({ ...(row.original ?? row), origin: row.origin }, edited)
  if (emptied) throw new InvalidInput({ [emptied]: 'customerWordsEmptied' })
}

/** The flag alone, as the wire's status `edited` sets it (decisions 'Words'). @throws as editReview */
export async function markEdited(ctx: Ctx, { id, version }: Pick<EditInput, 'id' | 'version'>): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const row = await editable(tx, id, version)
    if (row.edited) return
    await writeReviews(tx, { action: 'edited', by: byActor(tx), set: { edited: true, original: firstOf(row, await mediaOf(tx, id)) }, changes: [{ row }] })
  })
}

/**
 * Locks a review whose text and pictures the merchant may change now.
 * @throws NotFound, Stale, NotAllowed
 */
export async function editable(tx: Ctx, id: string, version: number | null | undefined): Promise<LockedTexts> {
  const row = await lockReview(tx, id, version)
  const permission = reviewActions(row, await reviewRules(tx)).edit
  if (permission.allowed) return row
  throw permission.feature ? new PlanRequired(permission.feature) : new NotAllowed(permission.reason)
}

/** @throws NotFound, Stale */
export async function lockReview(tx: Ctx, id: string, version: number | null | undefined): Promise<LockedTexts> {
  const [row] = await lockReviews(tx, [id], { texts: true })
  if (!row) throw new NotFound()
  if (version != null && row.version !== version) throw new Stale()
  return row
}

/** What revert gives back: kept at the first edit, and as it is at any later one. */
export function firstOf(row: LockedTexts, media: readonly Media[]): Original {
  return row.original ?? { title: row.title, content: row.content, media: media.map(({ id, hidden }) => ({ id, hidden })) }
}

function turnedMedia(media: readonly Media[], wanted: readonly { id: string; hidden: boolean }[]): { id: string; hidden: boolean }[] {
  const known = new Map(media.map(({ id, hidden }) => [id, hidden]))
  const foreign = wanted.findIndex(({ id }) => !known.has(id))
  if (foreign >= 0) throw new InvalidInput({ [`media.${foreign}.id`]: 'notFound' })
  return [...new Map(wanted.map((each) => [each.id, each])).values()].filter(({ id, hidden }) => known.get(id) !== hidden)
}
