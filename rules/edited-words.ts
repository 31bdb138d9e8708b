import type { ReviewOrigin } from './review-status.ts'
import { isInvisible } from './visible-text.ts'

interface Words {
  title: string
  content: string
}

/**
 * Which field of a customer's review an edit may not leave empty; null: the edit leaves enough. Agreeing to an edit is no leave to
 * take the words away (decision 0022): what had a text keeps one, what had a title alone keeps that or gets a text. A review of the
 * merchant's own is theirs.
 */
export function findEmptiedField(original: Words & { origin: ReviewOrigin }, edited: Words): keyof Words | null {
  if (original.origin === 'admin' || !isInvisible(edited.content)) return null
  if (!isInvisible(original.content)) return 'content'
  return !isInvisible(original.title) && isInvisible(edited.title) ? 'title' : null
}
