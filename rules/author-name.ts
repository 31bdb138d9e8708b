/** How a reviewer's name is shown (spec 3, formatCustomerName). */
export const AUTHOR_NAME_FORMATS = ['full', 'firstAndInitial', 'initials', 'first', 'hidden'] as const
export type AuthorNameFormat = (typeof AUTHOR_NAME_FORMATS)[number]

/** The author as the storefront may show it; an empty string means "show the word for anonymous". */
export function formatCustomerName(author: { firstName: string; lastName: string }, format: AuthorNameFormat): string {
  const firstName = author.firstName.trim()
  const lastName = author.lastName.trim()
  switch (format) {
    case 'full':
      return join(firstName, lastName)
    case 'firstAndInitial':
      return join(firstName || initial(lastName), firstName ? initial(lastName) : '')
    case 'initials':
      return join(initial(firstName), initial(lastName))
    case 'first':
      return firstName || initial(lastName)
    case 'hidden':
      return ''
  }
}

/** One name field into two: the last word is the family name. A name of one word is a first name. */
export function splitName(name: string): { firstName: string; lastName: string } {
  const words = name.trim().split(/\s+/)
  const lastName = words.length > 1 ? (words.pop() ?? '') : ''
  return { firstName: words.join(' '), lastName }
}

const join = (...parts: string[]): string => parts.filter(Boolean).join(' ')

const letters = new Intl.Segmenter('en', { granularity: 'grapheme' })
/** A letter that the sign behind it, if any, does not combine with: most names need no segmenter, which is slow. */
const plainLetter = /^[A-Za-z](?![^\0-\x7f])/

/** The first letter as a reader sees it, so that combined letters stay whole; scripts without capitals take no full stop. */
function initial(name: string): string {
  if (plainLetter.test(name)) return `${name.charAt(0).toUpperCase()}.`
  const first = letters.segment(name)[Symbol.iterator]().next()
  if (first.done) return ''
  const { segment } = first.value
  return segment.toUpperCase() === segment.toLowerCase() ? segment : `${segment.toUpperCase()}.`
}
