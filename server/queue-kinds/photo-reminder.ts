import type { QueueKindRow } from './kind.ts'

/** Asks for photos of products that the customer has reviewed. */
export const photoReminder: QueueKindRow = {
  isMetered: false,
  about: ({ reviewed }) => (reviewed.length > 0 ? reviewed : 'noProducts'),
  endsWithReview: false,
  words: {
    subject: 'mail.photo.subject', preheader: 'mail.photo.preheader', content: 'mail.photo.content', button: 'mail.photo.button',
    more: 'mail.request.more', why: 'mail.request.why', unsubscribe: 'mail.request.unsubscribe',
  },
}
