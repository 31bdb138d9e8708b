import type { EmailSetting } from '../../../rules/settings/email-setting.ts'
import { isMailAddress } from '../../requests/mail/mail.ts'

export type NoticeKind = 'new' | 'negative' | 'flood' | 'week' | 'reported' | 'objected' | 'frozen' | 'webhook'

const lists = {
  new: 'receiverNewReview',
  negative: 'receiverNegativeReview',
  flood: 'receiverNegativeReview',
  week: 'receiverWeeklySummary',
  reported: 'receiverNegativeReview',
  objected: 'receiverNegativeReview',
} as const

/** Returns a notice's recipients: the unique addresses of its list, or the shop's own if empty (spec 3). */
export function listReceivers(setting: EmailSetting, kind: NoticeKind, shopEmail: string): string[] {
  const listed = (kind === 'frozen' || kind === 'webhook' ? shopEmail : setting[lists[kind]])
    .split(',')
    .map((address) => address.trim().toLowerCase())
    .filter(isMailAddress)
  return listed.length > 0 ? [...new Set(listed)] : [shopEmail].filter(isMailAddress)
}

export function isNegative({ enabledEmailNegativeReview, negativeReview }: EmailSetting, rate: number): boolean {
  return enabledEmailNegativeReview && rate <= negativeReview
}

/**
 * Returns whether a new review belongs in the hourly notice. It doesn't if all its recipients get the immediate notice,
 * so no one gets a review twice.
 */
export function isForDigest(setting: EmailSetting, rate: number, shopEmail: string): boolean {
  if (!setting.enabledEmailNewReview) return false
  if (!isNegative(setting, rate)) return true
  const negativeReceivers = new Set(listReceivers(setting, 'negative', shopEmail))
  return listReceivers(setting, 'new', shopEmail).some((address) => !negativeReceivers.has(address))
}
