import type { WordTable } from './word-table.ts'

/** Words of emails about a customer's request for their data. */
export const privacyWords = [
  /*i18n*/ { id: 'privacy.file.subject', message: 'A customer of {shop} asked for their data' },
  /*i18n*/ { id: 'privacy.file.preheader', message: 'The file is ready. Send it to the customer.' },
  /*i18n*/ {
    id: 'privacy.file.content',
    message:
      'Shopify forwarded a customer’s request for their data. We collected everything that {app} stores about this customer: {count, plural, one {# record} other {# records}}.\n\nDownload the file and send it to the customer within 30 days. The link works for 7 days. In {app}, you find the file for 30 days under Settings > Privacy requests.',
  },
  /*i18n*/ { id: 'privacy.file.button', message: 'Download the file' },
  /*i18n*/ {
    id: 'privacy.file.why',
    message: 'You received this email because {shop} collects reviews with {app}.',
  },
] as const satisfies WordTable
