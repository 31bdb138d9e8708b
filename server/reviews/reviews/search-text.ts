/** Longer texts are found by their beginning; an index entry for each trigram of a novel is useless. */
const mostCharacters = 8000

/** What the list's search reads of a review: title, text, author, address and product (issue 3, point 1), lower case. */
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
