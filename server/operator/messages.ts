/** Where the running server takes commands, and what both sides call what they send. */
export const operatorPaths = { alive: '/operator', import: '/operator/import', export: '/operator/export' } as const

/** The order as JSON in base64url. */
export const orderHeader = 'candor-order'
/** How many reviews a file has, told behind its last byte. */
export const reviewsTrailer = 'candor-reviews'

/** The server holds a file in its memory while it works for others, too. */
export const largestSentBytes = 512 * 1024 * 1024

/** One line of an answer; the last one has the code. */
export type CommandMessage =
  | { print: string }
  | { note: string }
  | { done: number; total: number }
  | { code: 0 | 1 | 2 | 3 | 4; sentence?: string }
