import type { WordTable } from './word-table.ts'

/** What the shopper's own pages say: the review form, unsubscribing, postponing. */
export const reviewFormWords = [
  /*i18n*/ { id: 'form.title', message: 'Your review' },
] as const satisfies WordTable
