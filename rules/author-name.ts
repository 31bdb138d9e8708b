/** Formats of a reviewer's name (spec 3, formatCustomerName). */
export const AUTHOR_NAME_FORMATS = ['full', 'firstAndInitial', 'initials', 'first', 'hidden'] as const
export type AuthorNameFormat = (typeof AUTHOR_NAME_FORMATS)[number]

/** Returns the author's name for the storefront; '' stands for "anonymous". */
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

/** Splits a name: the last word is the family name. A single word is a first name. */
export function splitName(name: string): { firstName: string; lastName: string } {
  const words = name.trim().split(/\s+/)
  const lastName = words.length > 1 ? (words.pop() ?? '') : ''
  return { firstName: words.join(' '), lastName }
}

const join = (...parts: string[]): string => parts.filter(Boolean).join(' ')

const letters = new Intl.Segmenter('en', { granularity: 'grapheme' })
/** A letter without a combining character behind it. Most names match and don't need the slow segmenter. */
const plainLetter = /^[A-Za-z](?![^\0-\x7f])/

/** Returns the first letter, keeping combined characters whole. Scripts without capitals get no full stop. */
function initial(name: string): string {
  if (plainLetter.test(name)) return `${name.charAt(0).toUpperCase()}.`
  const first = letters.segment(name)[Symbol.iterator]().next()
  if (first.done) return ''
  const { segment } = first.value
  return segment.toUpperCase() === segment.toLowerCase() ? segment : `${segment.toUpperCase()}.`
}
