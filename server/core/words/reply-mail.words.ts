import type { WordTable } from './word-table.ts'

/** Words of the email with the shop's reply to a review. */
export const replyMailWords = [
  /*i18n*/ { id: 'replyMail.subject', message: '{shop} replied to your review' },
  /*i18n*/ { id: 'replyMail.preheader', message: 'Read the reply to your review.' },
  /*i18n*/ {
    id: 'replyMail.content',
    message:
      '{hasName, select, yes {Hello {customer},} other {Hello,}}\n\nThank you for your review of {product}. {shop} has replied to it.',
  },
  /*i18n*/ { id: 'replyMail.reply', message: 'Reply from {shop}' },
  /*i18n*/ { id: 'replyMail.yours', message: 'Your review of {product}' },
  /*i18n*/ { id: 'replyMail.button', message: 'View in store' },
  /*i18n*/ { id: 'replyMail.why', message: 'You received this email because you reviewed {product} at {shop}.' },
] as const satisfies WordTable
