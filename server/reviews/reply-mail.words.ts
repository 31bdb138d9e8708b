import type { WordTable } from '../words/word-table.ts'

/** The mail that tells a reviewer of the shop's reply. */
export const replyMailWords = [
  /*i18n*/ { id: 'replyMail.subject', message: '{shop} has answered your review' },
  /*i18n*/ { id: 'replyMail.preheader', message: 'Somebody at {shop} has read what you wrote.' },
  /*i18n*/ { id: 'replyMail.content', message: '{hasName, select, yes {Hello {customer},} other {Hello,}}\n\nThank you for your review of {product}. Here is what {shop} has answered.' },
  /*i18n*/ { id: 'replyMail.reply', message: 'Reply from {shop}' },
  /*i18n*/ { id: 'replyMail.yours', message: 'Your review of {product}' },
  /*i18n*/ { id: 'replyMail.button', message: 'See it in the shop' },
  /*i18n*/ { id: 'replyMail.why', message: 'You receive this mail because you reviewed {product} at {shop}.' },
] as const satisfies WordTable
