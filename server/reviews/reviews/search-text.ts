/** Limits the indexed text: trigrams of a novel would be useless. */
const mostCharacters = 8000

/** Returns the searchable text of a review (issue 3, point 1), in lower case. */
export function buildSearchText(
  review: { title: string; content: string; firstName: string; lastName: string; email: string },
  productTitle = '',
): string {
  const author = `${review.firstName} ${review.lastName}`.trim()
  return [review.title, review.content, author, review.email, productTitle]
    .filter(Boolean)
    .join('\n')
    .toLowerCase()
    .slice(0, mostCharacters)
}
