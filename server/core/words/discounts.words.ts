import type { WordTable } from './word-table.ts'

/** Words of discount codes: on the thank-you page, in their emails and reminders. */
export const discountWords = [
  /*i18n*/ {
    id: 'discountMail.terms',
    message: '{hasEnd, select, yes {{worth}. Valid until {ends}.} other {{worth}.}}',
  },
  /*i18n*/ { id: 'discountReminder.subject', message: 'Your discount code expires soon' },
  /*i18n*/ { id: 'discountReminder.preheader', message: 'Valid until {ends}: {worth}.' },
  /*i18n*/ {
    id: 'discountReminder.content',
    message:
      '{hasName, select, yes {Hello {customer},} other {Hello,}}\n\nYou haven’t used your discount code yet. It is valid until {ends}.',
  },
  /*i18n*/ {
    id: 'discount.percentage',
    message: '{products, select, yes {{value}% off selected products} other {{value}% off}}',
  },
  /*i18n*/ {
    id: 'discount.amount',
    message: '{products, select, yes {{value} off selected products} other {{value} off}}',
  },
  /*i18n*/ { id: 'discount.shipping', message: 'Free shipping' },
  /*i18n*/ { id: 'discount.thanks', message: 'Here is your discount as a thank-you for your review.' },
  /*i18n*/ { id: 'discount.until', message: 'Valid until {date}.' },
  /*i18n*/ { id: 'discount.waiting', message: 'Your discount code appears here once your review is published.' },
  /*i18n*/ { id: 'discount.soon', message: 'Your discount code is being prepared. Open this page again in a minute.' },
  /*i18n*/ { id: 'discount.mailed', message: 'We’ll email you a discount code shortly.' },
  /*i18n*/ { id: 'discount.keep', message: 'Open your discount' },
  /*i18n*/ { id: 'discount.copy', message: 'Copy code' },
  /*i18n*/ { id: 'discount.copied', message: 'Copied' },
  /*i18n*/ { id: 'discount.use', message: 'Shop with this code' },
  /*i18n*/ { id: 'discount.used', message: 'This discount code was already used.' },
  /*i18n*/ { id: 'discount.gone', message: 'This discount is no longer available.' },
  /*i18n*/ { id: 'discount.title', message: 'Your discount' },
] as const satisfies WordTable
