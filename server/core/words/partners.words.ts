import type { WordTable } from './word-table.ts'

/** What Candor's recommended apps do for a shop with reviews. */
export const partnerWords = [
  /*i18n*/ { id: 'partner.joy', message: 'Points for purchases and reviews, and rewards that bring reviewers back.' },
  /*i18n*/ { id: 'partner.klaviyo', message: 'Email and text messages. Win back the customers who love a product.' },
  /*i18n*/ {
    id: 'partner.aem',
    message:
      'Newsletters and automations. It can send your review requests, so that all your emails come from one tool.',
  },
  /*i18n*/ {
    id: 'partner.push-owl',
    message: 'Browser notifications. It can remind customers of a review when emails stay unopened.',
  },
  /*i18n*/ {
    id: 'partner.shopify-flow',
    message: 'Automates your store. Tag the customers and products that Candor should not ask reviews for.',
  },
] as const satisfies WordTable
