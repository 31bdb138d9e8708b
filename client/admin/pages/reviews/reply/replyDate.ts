import { isoDay, startOfDay } from '../../../../../rules/dates.ts'

interface Days {
  /** Day that the merchant chose, YYYY-MM-DD; empty: now. */
  day: string
  /** Public date of the reply so far. */
  repliedAt: string | null
  reviewedAt: string
  timeZone: string
}

/**
 * The moment to send as a reply's public date; null leaves it to the server: now, or the date it has. A day is the shop's; on the
 * day of the review itself, the reply follows it.
 */
export function replyMoment({ day, repliedAt, reviewedAt, timeZone }: Days): string | null {
  if (day === '' || day === isoDay(repliedAt ? new Date(repliedAt) : new Date(), timeZone)) return null
  const reviewed = new Date(reviewedAt)
  return (day === isoDay(reviewed, timeZone) ? reviewed : startOfDay(day, timeZone)).toISOString()
}
