import type { ReviewAct, ReviewOrigin, ReviewStatus } from './review-status.ts'

/** Reasons why a shop doesn't show a review (decision 0100). */
export const REFUSAL_REASONS = ['offTopic', 'personalData', 'insult', 'spam', 'noPurchase', 'illegal', 'other'] as const
export type RefusalReason = (typeof REFUSAL_REASONS)[number]

/** Actions that keep a review from the storefront. */
export const REFUSING_ACTS = ['unpublish', 'trash', 'delete'] as const satisfies ReviewAct[]
export type RefusingAct = (typeof REFUSING_ACTS)[number]
export const isRefusing = (act: ReviewAct): act is RefusingAct => REFUSING_ACTS.some((each) => each === act)

/** Whether refusing a review needs a reason: a shopper wrote it, and it isn't in the trash or spam already. */
export const needsReason = ({ origin, status }: { origin: ReviewOrigin; status: ReviewStatus }): boolean =>
  (origin === 'customer' || origin === 'guest') && status !== 'deleted' && status !== 'rejected'

/** Who refused a review: a person of the shop, or one of its moderation rules. */
export const STATEMENT_DECIDERS = ['merchant', 'rule'] as const
export type StatementDecider = (typeof STATEMENT_DECIDERS)[number]

export const maxRefusalNoteChars = 500
export const maxObjectionChars = 2_000
/** Authors may object for six months, as article 20 of the EU's Digital Services Act asks of platforms. */
export const objectionDays = 183
/** An action undone within this time sends no email. */
export const statementDelayMinutes = 5

export interface Refusal {
  reason: RefusalReason
  /** The shop's own words to the author, or empty. */
  note: string
}

/** Returns how authors read a reason. Calls without one are stored as `other` without words (decision 0120). */
export const nameReason = ({ reason, note }: { reason: string; note: string }): RefusalReason | 'unstated' =>
  reason === 'other' && note === '' ? 'unstated' : (reason as RefusalReason)

export const OBJECTION_DECISIONS = ['restored', 'kept'] as const
export type ObjectionDecision = (typeof OBJECTION_DECISIONS)[number]
