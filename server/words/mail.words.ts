import type { WordTable } from './word-table.ts'

/** What the request mail says around the merchant's own text. */
export const mailWords = [
  /*i18n*/ { id: 'mail.request.subject', message: 'How do you like your {product}?' },
  /*i18n*/ { id: 'mail.request.preheader', message: 'One tap on the stars is enough to begin. It takes a minute and helps others choose.' },
  /*i18n*/ { id: 'mail.request.content', message: '{hasName, select, yes {Hello {customer},} other {Hello,}}\n\nThank you for your order {order}. By now you will have an opinion. Would you share it? Two honest sentences help the next person more than any advertisement.' },
  /*i18n*/ { id: 'mail.request.stars', message: 'Tap the stars to rate' },
  /*i18n*/ { id: 'mail.request.rate', message: '{count, plural, one {Rate {product} with # star} other {Rate {product} with # stars}}' },
  /*i18n*/ { id: 'mail.request.button', message: 'Write a review' },
  /*i18n*/ { id: 'mail.request.more', message: '{count, plural, one {and # more product on the review page} other {and # more products on the review page}}' },
  /*i18n*/ { id: 'mail.request.notArrived', message: 'Not arrived yet? Ask me again in a week.' },
  /*i18n*/ { id: 'mail.request.why', message: 'You receive this one mail because you ordered {order} at {shop}.' },
  /*i18n*/ { id: 'mail.request.unsubscribe', message: 'No more review requests from this shop' },
] as const satisfies WordTable
