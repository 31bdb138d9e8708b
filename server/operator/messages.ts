export const operatorPaths = { alive: '/operator', import: '/operator/import', export: '/operator/export' } as const

/** The order as JSON in base64url. */
export const orderHeader = 'candor-order'
/** Trailer with a file's number of reviews, sent after its last byte. */
export const reviewsTrailer = 'candor-reviews'

/** Limits a file, which the server holds in memory while it serves others. */
export const largestSentBytes = 512 * 1024 * 1024

/** One line of a response; the last one has the exit code. */
export type CommandMessage =
  | { print: string }
  | { note: string }
  | { done: number; total: number }
  | { code: 0 | 1 | 2 | 3 | 4; sentence?: string }
