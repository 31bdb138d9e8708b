import type { WordTable } from './word-table.ts'

/** Words of the email that asks a customer to approve a change of their review, and of its pages. */
export const editRequestWords = [
  /*i18n*/ { id: 'editMail.subject', message: '{shop} would like to edit your review of {product}' },
  /*i18n*/ { id: 'editMail.preheader', message: 'Review the change, then approve or decline it.' },
  /*i18n*/ {
    id: 'editMail.content',
    message:
      '{hasName, select, yes {Hello {customer},} other {Hello,}}\n\n{shop} would like to edit your review of {product}. Below is your review today and how it would read after the change. Your star rating stays the same. Nothing changes unless you approve it.',
  },
  /*i18n*/ { id: 'edit.before', message: 'Your review today' },
  /*i18n*/ { id: 'edit.after', message: 'Your review after the change' },
  /*i18n*/ { id: 'edit.note', message: 'Message from {shop}' },
  /*i18n*/ { id: 'edit.pictures', message: 'Photos and videos' },
  /*i18n*/ {
    id: 'edit.hides',
    message: '{count, plural, one {# photo or video will be hidden.} other {# photos or videos will be hidden.}}',
  },
  /*i18n*/ {
    id: 'edit.shows',
    message:
      '{count, plural, one {# photo or video will be shown again.} other {# photos or videos will be shown again.}}',
  },
  /*i18n*/ { id: 'editMail.confirm', message: 'Approve the change' },
  /*i18n*/ { id: 'editMail.deny', message: 'Keep my review' },
  /*i18n*/ {
    id: 'editMail.why',
    message:
      'You received this email because you reviewed {product} at {shop}. The request expires after {days, plural, one {# day} other {# days}}.',
  },
  /*i18n*/ { id: 'edit.confirm.title', message: 'Approve this change to your review?' },
  /*i18n*/ {
    id: 'edit.confirm.lead',
    message: '{shop} would like to edit your review. Your star rating stays the same.',
  },
  /*i18n*/ { id: 'edit.confirm.button', message: 'Approve the change' },
  /*i18n*/ { id: 'edit.deny.title', message: 'Keep your review as it is?' },
  /*i18n*/ { id: 'edit.deny.lead', message: '{shop} would like to edit your review. If you decline, nothing changes.' },
  /*i18n*/ { id: 'edit.deny.button', message: 'Keep my review' },
  /*i18n*/ { id: 'edit.confirmed.title', message: 'Your review has been updated' },
  /*i18n*/ {
    id: 'edit.confirmed.lead',
    message: 'It now reads as you approved it. {shop} needs your approval for any other change.',
  },
  /*i18n*/ { id: 'edit.denied.title', message: 'Your review stays as it is' },
  /*i18n*/ { id: 'edit.denied.lead', message: 'You declined the change by {shop}.' },
  /*i18n*/ { id: 'edit.expired.title', message: 'This request has expired' },
  /*i18n*/ {
    id: 'edit.expired.lead',
    message: 'It was open for {days, plural, one {# day} other {# days}}. Your review stays as it is.',
  },
  /*i18n*/ { id: 'edit.replaced.title', message: 'This request is closed' },
  /*i18n*/ { id: 'edit.replaced.lead', message: 'If {shop} sent a new request, use the links in its latest email.' },
  /*i18n*/ { id: 'edit.gone.title', message: 'This review is no longer available' },
  /*i18n*/ { id: 'edit.gone.lead', message: 'There is nothing left to approve.' },
  /*i18n*/ { id: 'edit.tooMany', message: 'Too many attempts. Please try again in a few minutes.' },
] as const satisfies WordTable
