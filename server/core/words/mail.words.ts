import type { WordTable } from './word-table.ts'

/** Words of queued emails around the merchant's own text. */
export const mailWords = [
  /*i18n*/ { id: 'mail.request.subject', message: 'How do you like your {product}?' },
  /*i18n*/ { id: 'mail.request.preheader', message: 'Tap a star to start. It takes a minute and helps others choose.' },
  /*i18n*/ {
    id: 'mail.request.content',
    message:
      '{hasName, select, yes {Hello {customer},} other {Hello,}}\n\nThank you for your order {order}. How are you finding it? A sentence or two about what you like, and what you don’t, helps other shoppers decide.',
  },
  /*i18n*/ { id: 'mail.request.stars', message: 'Tap a star to rate' },
  /*i18n*/ {
    id: 'mail.request.rate',
    message: '{count, plural, one {Rate {product} with # star} other {Rate {product} with # stars}}',
  },
  /*i18n*/ { id: 'mail.request.button', message: 'Write a review' },
  /*i18n*/ {
    id: 'mail.request.more',
    message:
      '{count, plural, one {and # more product on the review page} other {and # more products on the review page}}',
  },
  /*i18n*/ { id: 'mail.request.notArrived', message: 'Hasn’t arrived yet? Remind me in a week.' },
  /*i18n*/ {
    id: 'mail.request.why',
    message: 'You’re receiving this email because you placed order {order} at {shop}.',
  },
  /*i18n*/ { id: 'mail.request.unsubscribe', message: 'Unsubscribe from review requests' },
  /*i18n*/ { id: 'mail.photo.subject', message: 'Do you have a photo of your {product}?' },
  /*i18n*/ { id: 'mail.photo.preheader', message: 'A photo shows other shoppers what to expect.' },
  /*i18n*/ {
    id: 'mail.photo.content',
    message:
      '{hasName, select, yes {Hello {customer},} other {Hello,}}\n\nThank you for your review of {product}. Would you add a photo? It shows other shoppers what to expect.',
  },
  /*i18n*/ { id: 'mail.photo.button', message: 'Add a photo' },
  /*i18n*/ {
    id: 'mail.heading',
    message: '{hasName, select, yes {Thank you, {customer}} other {Thank you}}',
  },
  /*i18n*/ {
    id: 'mail.reward.photo',
    message:
      '{count, plural, one {Our thanks for a photo with your review: {worth}} other {Our thanks for # photos with your review: {worth}}}',
  },
  /*i18n*/ {
    id: 'mail.reward.points',
    message: '{count, plural, one {# loyalty point} other {# loyalty points}}',
  },
  /*i18n*/ { id: 'mail.reward.review', message: 'Our thanks for your review: {worth}' },
  /*i18n*/ { id: 'mail.test.subject', message: '[Test] {subject}' },
  /*i18n*/ {
    id: 'mail.test.note',
    message: 'This is a test email with sample data. Your customers didn’t receive it.',
  },
  /*i18n*/ { id: 'discountMail.subject', message: 'A discount code for your review' },
  /*i18n*/ { id: 'discountMail.preheader', message: 'Thank you for your review. Here is your code.' },
  /*i18n*/ {
    id: 'discountMail.content',
    message:
      '{hasName, select, yes {Hello {customer},} other {Hello,}}\n\nThank you for your review of {product}. Use this code with your next order:',
  },
  /*i18n*/ { id: 'discountMail.button', message: 'Go to the store' },
  /*i18n*/ { id: 'discountMail.why', message: 'You received this email because you reviewed {product} at {shop}.' },
] as const satisfies WordTable
