import type { WordTable } from '../words/word-table.ts'

/** What merchants are told by mail, in the language of their admin. */
export const notificationWords = [
  /*i18n*/ { id: 'notice.negative.subject', message: '{rate, plural, one {# star} other {# stars}} for {product}' },
  /*i18n*/ { id: 'notice.negative.preheader', message: '{shop}: a review that may want an answer soon.' },
  /*i18n*/ { id: 'notice.negative.content', message: '{author} has rated {product} with {rate, plural, one {# star} other {# stars}}. {status, select, published {The review is online.} other {The review waits for you.}}\n\nA quick and friendly answer often turns things round.' },
  /*i18n*/ { id: 'notice.negative.button', message: 'Answer the review' },
  /*i18n*/ { id: 'notice.new.subject', message: '{count, plural, one {A new review at {shop}} other {# new reviews at {shop}}}' },
  /*i18n*/ { id: 'notice.new.preheader', message: 'Read what your customers say.' },
  /*i18n*/ { id: 'notice.new.content', message: '{count, plural, one {A new review has come in.} other {# new reviews have come in.}}' },
  /*i18n*/ { id: 'notice.new.more', message: '{count, plural, one {# more is in your list.} other {# more are in your list.}}' },
  /*i18n*/ { id: 'notice.new.button', message: 'Open the reviews' },
  /*i18n*/ { id: 'notice.rated', message: '{rate} of 5 stars' },
  /*i18n*/ { id: 'notice.anonymous', message: 'Somebody' },
  /*i18n*/ { id: 'notice.why', message: 'You receive this mail because notices of new reviews are on for {shop}. Switch them off, or change who gets them, in the settings of email notifications.' },
] as const satisfies WordTable
