import type { I18n, MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { graphql } from 'react-relay/hooks'
import type { RecordSourceProxy } from 'relay-runtime'
import { toEnumName, fromEnumName } from '../../../../../rules/enum-name.ts'
import { plans, requiredPlan } from '../../../../../rules/plans.ts'
import { findActionOf, FLAG_ACTS, type ReviewAct } from '../../../../../rules/review-status.ts'
import type { ReviewAct as WireAct } from '../../../../__generated__/useActOnReviewsMutation.graphql.ts'
import type { listActs_review$data } from '../../../../__generated__/listActs_review.graphql.ts'
import { formatSentence, formatRefusal } from '../../../shell/words/sentences.ts'
import type { GivenRefusal } from '../review/RefusalDialog.tsx'
import { actionLabels, featureOf } from '../review/reviewPageActs.ts'

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
    needsReason
    assignee { accountId }
    reply { content }
    actions { action allowed code reason }
  }
`

/** What the merchant wrote or chose for an action. */
export interface ActionWords extends Partial<GivenRefusal> {
  content?: string
  /** Null: no one. */
  assigneeId?: string | null
}

/** Fields of a row that actions need. */
export type ActionRow = Omit<listActs_review$data, ' $fragmentType'>

/** Converts an action to its wire name: `addTestimonial` becomes ADD_TESTIMONIAL. */
export const toWireAct = (act: ReviewAct): WireAct => toEnumName(act) as WireAct
export const fromWireAct = (wire: string): ReviewAct => fromEnumName(wire) as ReviewAct

const isFlag = (act: ReviewAct): act is keyof typeof FLAG_ACTS => Object.hasOwn(FLAG_ACTS, act)

/** Returns whether an action would change a row. A flag that is set already is not set again. */
export function canApply(act: ReviewAct, row: ActionRow): boolean {
  if (isFlag(act) && row[FLAG_ACTS[act].flag] === FLAG_ACTS[act].value) return false
  return row.actions.some(({ action, allowed }) => action === findActionOf(act) && allowed)
}

/** Returns the loaded version of a single row, which the server compares; null for several rows. */
export const readSeenVersion = (rows: readonly ActionRow[]): number | null =>
  rows.length === 1 ? (rows[0]?.version ?? null) : null

/** Appends the author's name if the action is on one review, to tell similar toasts apart. */
export function addAuthorName(rows: readonly ActionRow[], words: string): string {
  const [row, another] = rows
  const name = row && !another ? `${row.firstName} ${row.lastName}`.trim() : ''
  return name ? `${words} · ${name}` : words
}

/** Returns why an action is forbidden, as code and translated text; null if it is allowed. */
export function findRefusal(
  i18n: I18n,
  act: ReviewAct | 'edit' | 'requestEdit',
  row: ActionRow,
): { code: string; sentence: string } | null {
  const name = act === 'edit' || act === 'requestEdit' ? act : findActionOf(act)
  const state = row.actions.find(({ action }) => action === name)
  if (!state || state.allowed || !state.code) return null
  const feature = featureOf[name]
  const { code } = state
  if (code === 'planRequired' && feature)
    return { code, sentence: formatSentence(i18n, code, { plan: plans[requiredPlan(feature)].displayName }) }
  return { code, sentence: formatRefusal(i18n, { code, message: state.reason ?? null }) }
}

const replyLabels = { reply: msg`Reply`, editReply: msg`Edit reply`, deleteReply: msg`Delete reply` } as const

export function actionLabel(act: ReviewAct): MessageDescriptor {
  return act === 'reply' || act === 'editReply' || act === 'deleteReply'
    ? replyLabels[act]
    : actionLabels[toWireAct(act) as keyof typeof actionLabels]
}

const statusAfter: Partial<Record<ReviewAct, string>> = { publish: 'PUBLISHED', unpublish: 'HIDDEN', trash: 'DELETED' }

/** Updates the flags and status in the Relay store before the server responds. */
export function applyOptimistically(store: RecordSourceProxy, act: ReviewAct, rows: readonly ActionRow[]): void {
  for (const row of rows.filter((each) => canApply(act, each))) {
    const record = store.get(row.id)
    const status = statusAfter[act]
    if (status) record?.setValue(status, 'status')
    else if (isFlag(act)) record?.setValue(FLAG_ACTS[act].value, FLAG_ACTS[act].flag)
  }
}

/**
 * Returns the action that reverses another; null if there is none. It leaves "decided by" as the merchant; only the
 * undo of a bulk action restores that.
 */
export function findInverseAct(act: ReviewAct, before: readonly ActionRow[]): ReviewAct | null {
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

/** Returns whether an action asks first, because its effect on people or texts can't be undone. */
export const needsConfirmation = (act: ReviewAct): act is 'delete' | 'deleteReply' | 'revert' =>
  act === 'delete' || act === 'deleteReply' || act === 'revert'
