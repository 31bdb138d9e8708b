import type { WordTable } from '../words/word-table.ts'

/** What merchants are told by mail, in the language of their admin. */
export const notificationWords = [
  /*i18n*/ { id: 'notice.negative.subject', message: '{rate, plural, one {# star} other {# stars}} for {product}' },
  /*i18n*/ { id: 'notice.negative.preheader', message: '{shop}: a review that may need a quick reply.' },
  /*i18n*/ { id: 'notice.negative.content', message: '{author} rated {product} {rate, plural, one {# star} other {# stars}}. {status, select, published {The review is published.} other {The review is waiting for you.}}\n\nA quick, friendly reply often turns things around.' },
  /*i18n*/ { id: 'notice.negative.button', message: 'Reply to the review' },
  /*i18n*/ { id: 'notice.new.subject', message: '{count, plural, one {A new review at {shop}} other {# new reviews at {shop}}}' },
  /*i18n*/ { id: 'notice.new.preheader', message: 'Read what your customers say.' },
  /*i18n*/ { id: 'notice.new.content', message: '{count, plural, one {You have a new review.} other {You have # new reviews.}}' },
  /*i18n*/ { id: 'notice.new.more', message: '{count, plural, one {# more is in your list.} other {# more are in your list.}}' },
  /*i18n*/ { id: 'notice.new.button', message: 'View reviews' },
  /*i18n*/ { id: 'notice.rated', message: '{rate} of 5 stars' },
  /*i18n*/ { id: 'notice.anonymous', message: 'Someone' },
  /*i18n*/ { id: 'notice.why', message: 'You’re receiving this email because notifications of new reviews are on for {shop}. Turn them off or change who gets them in your email notification settings.' },
] as const satisfies WordTable
