import { leastPhotoReminderRate } from '../../../rules/limits.ts'
import type { QueueKindRow } from './kind.ts'

export const photoReminder: QueueKindRow = {
  isMetered: false,
  about({ reviewed }) {
    const asked = reviewed.filter(
      ({ rate, hasMedia, status }) =>
        !hasMedia && rate >= leastPhotoReminderRate && status !== 'deleted' && status !== 'rejected',
    )
    if (asked.length > 0) return asked
    return reviewed.some(({ hasMedia }) => hasMedia) ? 'hasPhotos' : 'noProducts'
  },
  endsWithReview: false,
  words: {
    subject: 'mail.photo.subject',
    preheader: 'mail.photo.preheader',
    content: 'mail.photo.content',
    button: 'mail.photo.button',
    more: 'mail.request.more',
    why: 'mail.request.why',
    unsubscribe: 'mail.request.unsubscribe',
    heading: 'mail.heading',
    rewardPhoto: 'mail.reward.photo',
    rewardReview: 'mail.reward.review',
  },
}
