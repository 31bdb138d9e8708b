import type { WordTable } from '../words/word-table.ts'

/** The mail that tells a reviewer of the shop's reply. */
export const replyMailWords = [
  /*i18n*/ { id: 'replyMail.subject', message: '{shop} replied to your review' },
  /*i18n*/ { id: 'replyMail.preheader', message: 'Someone at {shop} read what you wrote.' },
  /*i18n*/ { id: 'replyMail.content', message: '{hasName, select, yes {Hello {customer},} other {Hello,}}\n\nThank you for your review of {product}. Here’s what {shop} replied.' },
  /*i18n*/ { id: 'replyMail.reply', message: 'Reply from {shop}' },
  /*i18n*/ { id: 'replyMail.yours', message: 'Your review of {product}' },
  /*i18n*/ { id: 'replyMail.button', message: 'See it in the shop' },
  /*i18n*/ { id: 'replyMail.why', message: 'You’re receiving this email because you reviewed {product} at {shop}.' },
] as const satisfies WordTable
