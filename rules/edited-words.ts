import type { ReviewOrigin } from './review-status.ts'
import { isInvisible } from './visible-text.ts'

interface Words {
  title: string
  content: string
}

/**
 * Returns the field that the edit must not clear; null if the edit is allowed. An agreed edit can't remove a customer's
 * words (decision 0022). A text must stay a text; a title alone may become a text. Doesn't apply to the merchant's own
 * reviews.
 */
export function findEmptiedField(original: Words & { origin: ReviewOrigin }, edited: Words): keyof Words | null {
  if (original.origin === 'admin' || !isInvisible(edited.content)) return null
  if (!isInvisible(original.content)) return 'content'
  return !isInvisible(original.title) && isInvisible(edited.title) ? 'title' : null
}
