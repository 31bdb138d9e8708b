/** Formats of a reviewer's name (spec 3, formatCustomerName). */
export const AUTHOR_NAME_FORMATS = ['full', 'firstAndInitial', 'initials', 'first', 'hidden'] as const
export type AuthorNameFormat = (typeof AUTHOR_NAME_FORMATS)[number]

/** Returns the author's name for the storefront; '' stands for "anonymous". */
export function formatCustomerName(author: { firstName: string; lastName: string }, format: AuthorNameFormat): string {
  const { firstName, lastName } = withoutContact(author.firstName.trim(), author.lastName.trim())
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

interface Contact {
  /** The name without email addresses and phone numbers; '' if nothing else is left. */
  name: string
  /** The first email address, in lower case; '' without a whole one. */
  email: string
  /** The text held an address or a number. */
  found: boolean
}

const mayHoldContact = /[@＠%\p{Nd}([{]/u
/** A name is split at these before its parts are taken for addresses. */
const between = /([\s<>()[\]{}",;|]+)/
const address = /^(?:mailto:)?([^@＠%]+)(?:[@＠]|%40)([^@＠%.．。]+(?:[.．。]+[^@＠%.．。]+)+)$/i
const spelledAddress =
  /\S{1,64}\s{0,3}[([{]\s?(?:at|ät|arroba|@)\s?[)\]}]\s{0,3}\S{1,255}(?:\s{0,3}[([{]\s?(?:dot|punkt|point|punto)\s?[)\]}]\s{0,3}\S{1,64})?/gi
/** Seven digits or more that stand alone, also in other scripts. `user12345678` is a name. */
const phone = /(?<![\p{L}\p{Nd}_])[+＋]?\(?\p{Nd}(?:[\s().\-–/]{0,3}\p{Nd}){6,}(?![\p{L}\p{Nd}_])/gu
const labels = /(?:e-?mail|mailto|tel|phone|mobile|whatsapp|telefon|fon)\s*[:.]|[([{<"']\s*[)\]}>"']/gi
const hasLetter = /\p{L}/u

/** Finds email addresses and phone numbers in a name, which must not be shown to visitors. */
export function splitContact(text: string): Contact {
  if (!mayHoldContact.test(text)) return { name: text, email: '', found: false }
  let email = ''
  const rest = text
    .split(between)
    .map((part) => {
      const [, local, host] = address.exec(part.replace(/(?<![.])[.]+$/, '')) ?? []
      if (local === undefined || host === undefined) return part
      if (!`${local}${host}`.includes('*'))
        email ||= `${local}@${host}`.normalize('NFKC').replaceAll('。', '.').toLowerCase()
      return ''
    })
    .join('')
    .replace(spelledAddress, '')
    .replace(phone, '')
  if (rest === text) return { name: text, email: '', found: false }
  const name = rest
    .replace(labels, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[\s,;:|/·-]+|(?<![\s,;:|/·-])[\s,;:|/·-]+$/g, '')
  return { name: hasLetter.test(name) ? name : '', email, found: true }
}

function withoutContact(firstName: string, lastName: string): { firstName: string; lastName: string } {
  const { name, found } = splitContact(join(firstName, lastName))
  return found ? splitName(name) : { firstName, lastName }
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
