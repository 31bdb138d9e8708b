import type { WordTable } from './word-table.ts'

/** Words of the email about an archive. */
export const archiveWords = [
  /*i18n*/ { id: 'archive.ready.subject', message: 'Everything from {shop} is ready to download' },
  /*i18n*/ { id: 'archive.ready.preheader', message: 'One file with your reviews, pictures, customers and settings.' },
  /*i18n*/ {
    id: 'archive.ready.content',
    message:
      'The file has everything your shop has in {app}. It contains your customers’ data, so keep it safe.\n\nThis link works for a day. In the settings, you can download the file for 7 days.',
  },
  /*i18n*/ { id: 'archive.ready.button', message: 'Download everything' },
  /*i18n*/ { id: 'archive.ready.why', message: 'You received this email because this file was requested in {app}.' },
] as const satisfies WordTable
