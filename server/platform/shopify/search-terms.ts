/** Special characters of the platform's search language. */
const syntax = /[\\:()"'*<>]/g
const mostWords = 8

/**
 * Turns words of a user into a platform search: every word must match. Escapes operators, so that they cannot change
 * the query.
 * @param match how one word is searched, as in `title:*word*`
 */
export function searchTerms(text: string, match: (word: string) => string): string {
  return text
    .replace(syntax, ' ')
    .split(/\s+/)
    .map((word) => word.replace(/^-+/, ''))
    .filter((word) => word !== '' && !/^(and|or|not)$/i.test(word))
    .slice(0, mostWords)
    .map(match)
    .join(' ')
}
