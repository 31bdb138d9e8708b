import type { WordTable } from './word-table.ts'

/** Words of the sample review in an email preview. */
export const emailWords = [
  /*i18n*/ { id: 'sample.review', message: 'It arrived well packed and does what it should. I use it every day.' },
  /*i18n*/ {
    id: 'sample.edited',
    message: 'It arrived well packed and does what it should. I use it every day, and so does my sister.',
  },
  /*i18n*/ { id: 'sample.reply', message: 'Thank you for your kind words! We’re happy that you like it.' },
] as const satisfies WordTable
