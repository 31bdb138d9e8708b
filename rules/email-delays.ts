import type { EmailTemplates } from './settings/email-templates.ts'

/** Delays and repetitions of emails, with defaults for missing template values. */
interface MailTiming {
  /** Minutes from a reply to its email. */
  replyMinutes: number
  /** Minutes from an edit request to its email. */
  editMinutes: number
  /** Minutes from a review to the email with its code. */
  discountMinutes: number
  discountNotification: boolean
  expirationReminder: { enabled: boolean; sendBefore: number }
  /** From an order's fulfillment or delivery to the survey's email. */
  survey: { amount: number; unit: keyof typeof unitMinutes }
  /** Days between two requests of an order, and how many may follow. */
  secondRequest: { enabled: boolean; days: number; max: number }
  /** Minutes from a review without photos to the photo reminder. */
  photoMinutes: number
  /** Reviews that get a photo reminder. */
  photoFor: 'all' | 'verified'
  photoTimes: 1 | 2
}

const unitMinutes = { minutes: 1, hours: 60, days: 1440, weeks: 7 * 1440, months: 30 * 1440 } as const

interface Delay {
  sendAfter?: 'immediately' | 'custom'
  sendAfterCustom?: number
  timeUnit?: keyof typeof unitMinutes
}
interface Known {
  reviewReminder: { enabled: boolean; secondRequest?: MailTiming['secondRequest'] }
  photoReminder: Delay & { enabled: boolean; sendFor?: 'all' | 'verified'; reminderType?: 'once' | 'twice' }
  confirmEdit: Delay & { enabled: boolean }
  reviewReply: Delay & { enabled: boolean }
  discountReview: Delay & {
    enabled: boolean
    discountNotification?: boolean
    discountExpirationReminder?: MailTiming['expirationReminder']
  }
  survey: Delay & { enabled: boolean }
}

const minutesOf = ({ sendAfter, sendAfterCustom = 0, timeUnit = 'minutes' }: Delay, otherwise: number): number =>
  sendAfter === undefined ? otherwise : sendAfter === 'immediately' ? 0 : sendAfterCustom * unitMinutes[timeUnit]

/** Returns the minutes of a delay in GraphQL's words: IMMEDIATELY or CUSTOM, and HOURS. */
export const countDelayMinutes = (sendAfter: string, amount: number, unit: string): number =>
  sendAfter === 'IMMEDIATELY' ? 0 : amount * unitMinutes[unit.toLowerCase() as keyof typeof unitMinutes]

export function readMailTiming(templates: EmailTemplates): MailTiming {
  const { reviewReminder, photoReminder, confirmEdit, reviewReply, discountReview, survey }: Known = templates
  return {
    replyMinutes: minutesOf(reviewReply, 5),
    editMinutes: minutesOf(confirmEdit, 0),
    discountMinutes: minutesOf(discountReview, 30),
    survey:
      survey.sendAfter === 'custom'
        ? { amount: survey.sendAfterCustom ?? 10, unit: survey.timeUnit ?? 'days' }
        : { amount: 0, unit: 'minutes' },
    discountNotification: discountReview.discountNotification ?? true,
    expirationReminder: discountReview.discountExpirationReminder ?? { enabled: true, sendBefore: 5 },
    secondRequest: reviewReminder.secondRequest ?? { enabled: false, days: 7, max: 2 },
    photoMinutes: minutesOf(photoReminder, 7 * 1440),
    photoFor: photoReminder.sendFor ?? 'all',
    photoTimes: photoReminder.reminderType === 'twice' ? 2 : 1,
  }
}
