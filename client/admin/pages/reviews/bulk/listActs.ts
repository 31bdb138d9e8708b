import type { I18n, MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { graphql } from 'react-relay/hooks'
import type { RecordSourceProxy } from 'relay-runtime'
import { enumName, wordOfEnum } from '../../../../../rules/enum-name.ts'
import { plans, requiredPlan } from '../../../../../rules/plans.ts'
import { FLAG_ACTS, type ReviewAct, type ReviewAction } from '../../../../../rules/review-status.ts'
import type { ReviewAct as WireAct } from '../../../../__generated__/useActOnReviewsMutation.graphql.ts'
import type { listActs_review$data } from '../../../../__generated__/listActs_review.graphql.ts'
import { sentenceIn, sentenceOf } from '../../../shell/words/sentences.ts'
import { actLabels, featureOf } from '../review/reviewActs.ts'

export const reviewState = graphql`
  fragment listActs_review on Review {
    id
    version
    status
    firstName
    lastName
    pinned
    featured
    verified
    testimonial
    reply { content }
    actions { action allowed code reason }
  }
`

/** What the acts need to know of a row. */
export type ActRow = Omit<listActs_review$data, ' $fragmentType'>

/** `addTestimonial` is ADD_TESTIMONIAL on the wire. */
export const wireAct = (act: ReviewAct): WireAct => enumName(act) as WireAct
export const actOfWire = (wire: string): ReviewAct => wordOfEnum(wire) as ReviewAct

const isFlag = (act: ReviewAct): act is keyof typeof FLAG_ACTS => Object.hasOwn(FLAG_ACTS, act)
const actionOf = (act: ReviewAct): ReviewAction => (isFlag(act) ? FLAG_ACTS[act].action : act)

/** Whether an act would change a row; a flag that stands already is not set again. */
export function canDo(act: ReviewAct, row: ActRow): boolean {
  if (isFlag(act) && row[FLAG_ACTS[act].flag] === FLAG_ACTS[act].value) return false
  return row.actions.some(({ action, allowed }) => action === actionOf(act) && allowed)
}

/** What was seen of a single row, which must still be so when the server acts; several go by what each then is. */
export const seenVersion = (rows: readonly ActRow[]): number | null =>
  rows.length === 1 ? (rows[0]?.version ?? null) : null

/** What is said of an act, with the author where it is of one review: the toasts of two acts can be told apart. */
export function about(rows: readonly ActRow[], words: string): string {
  const [row, another] = rows
  const name = row && !another ? `${row.firstName} ${row.lastName}`.trim() : ''
  return name ? `${words} · ${name}` : words
}

/** Why an act is forbidden, as code and in the merchant's language; null when it is allowed. */
export function whyNot(
  i18n: I18n,
  act: ReviewAct | 'edit' | 'requestEdit',
  row: ActRow,
): { code: string; sentence: string } | null {
  const name = act === 'edit' || act === 'requestEdit' ? act : actionOf(act)
  const state = row.actions.find(({ action }) => action === name)
  if (!state || state.allowed || !state.code) return null
  const feature = featureOf[name]
  const { code } = state
  if (code === 'planRequired' && feature)
    return { code, sentence: sentenceIn(i18n, code, { plan: plans[requiredPlan(feature)].displayName }) }
  return { code, sentence: sentenceOf(i18n, { code, message: state.reason ?? null }) }
}

const replyLabels = { reply: msg`Reply`, editReply: msg`Edit reply`, deleteReply: msg`Delete reply` } as const

/** What an act is called, on a review's page and in the list. */
export function labelOf(act: ReviewAct): MessageDescriptor {
  return act === 'reply' || act === 'editReply' || act === 'deleteReply'
    ? replyLabels[act]
    : actLabels[wireAct(act) as keyof typeof actLabels]
}

const statusAfter: Partial<Record<ReviewAct, string>> = { publish: 'PUBLISHED', unpublish: 'HIDDEN', trash: 'DELETED' }

/** Shows on the screen, before the server has answered, what an act is certain to change: flags and where a review stands. */
export function showAtOnce(store: RecordSourceProxy, act: ReviewAct, rows: readonly ActRow[]): void {
  for (const row of rows.filter((each) => canDo(act, each))) {
    const record = store.get(row.id)
    const status = statusAfter[act]
    if (status) record?.setValue(status, 'status')
    else if (isFlag(act)) record?.setValue(FLAG_ACTS[act].value, FLAG_ACTS[act].flag)
  }
}

/** The act that takes another back; null when there is none. What decided before stays the merchant's now: only the undo of a run gives that back too. */
export function oppositeOf(act: ReviewAct, before: readonly ActRow[]): ReviewAct | null {
  const all = (status: string) => before.length > 0 && before.every((row) => row.status === status)
  if (act === 'publish') return all('HIDDEN') ? 'unpublish' : null
  if (act === 'unpublish') return all('PUBLISHED') ? 'publish' : null
  if (act === 'trash') return 'restore'
  if (act === 'restore') return 'trash'
  if (!isFlag(act)) return null
  const { flag } = FLAG_ACTS[act]
  return (
    (Object.keys(FLAG_ACTS) as (keyof typeof FLAG_ACTS)[]).find(
      (other) => other !== act && FLAG_ACTS[other].flag === flag,
    ) ?? null
  )
}

/** Acts whose effect on people or texts cannot be taken back: they ask once. */
export const asksFirst = (act: ReviewAct): act is 'delete' | 'deleteReply' | 'revert' =>
  act === 'delete' || act === 'deleteReply' || act === 'revert'
