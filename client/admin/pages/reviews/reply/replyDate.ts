import { isoDay, startOfDay } from '../../../../../rules/dates.ts'

interface Days {
  /** The chosen day, YYYY-MM-DD; empty: now. */
  day: string
  /** Current public date of the reply. */
  repliedAt: string | null
  reviewedAt: string
  timeZone: string
}

/**
 * Returns the moment for a reply's public date; null leaves it to the server: now, or the current date. A day is in the
 * shop's zone. On the review's own day, the reply is dated after the review.
 */
export function replyMoment({ day, repliedAt, reviewedAt, timeZone }: Days): string | null {
  if (day === '' || day === isoDay(repliedAt ? new Date(repliedAt) : new Date(), timeZone)) return null
  const reviewed = new Date(reviewedAt)
  return (day === isoDay(reviewed, timeZone) ? reviewed : startOfDay(day, timeZone)).toISOString()
}
