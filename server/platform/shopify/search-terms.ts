/** Characters that mean something in the platform's search language. */
const syntax = /[\\:()"'*<>]/g
const mostWords = 8

/**
 * A person's words as a search in the platform's language: every word must match.
 * Operators in the words lose their meaning instead of changing the query.
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
