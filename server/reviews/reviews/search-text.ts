import { foldText } from '../../../rules/fold-text.ts'

/** Limits the indexed text: trigrams of a novel would be useless. */
const mostCharacters = 8000

/** Returns the searchable text of a review, folded as searches are. */
export function buildSearchText(
  review: { title: string; content: string; firstName: string; lastName: string; email: string },
  productTitle = '',
): string {
  const author = `${review.firstName} ${review.lastName}`.trim()
  const text = [review.title, review.content, author, review.email, productTitle].filter(Boolean).join('\n')
  return foldText(text).slice(0, mostCharacters)
}
