import { domainToASCII, domainToUnicode } from 'node:url'

/**
 * Returns the normal form of an email address: lower case, composed letters, the domain in Unicode. Two spellings of one
 * address, such as `müller.example` and `xn--mller-kva.example`, have one normal form.
 */
export function normalizeMailAddress(address: string): string {
  const text = address.normalize('NFC').trim().toLowerCase()
  const at = text.lastIndexOf('@')
  const domain = text.slice(at + 1)
  // Most addresses need no look at the tables of Unicode.
  if (at < 0 || (/^[ -~]*$/.test(domain) && !domain.includes('xn--'))) return text
  return `${text.slice(0, at)}@${domainToUnicode(domainToASCII(domain)) || domain}`
}

/** Returns all spellings under which an address may be stored. */
export function spellMailAddress(address: string): string[] {
  const normal = normalizeMailAddress(address)
  const at = normal.lastIndexOf('@')
  const ascii = `${normal.slice(0, at + 1)}${domainToASCII(normal.slice(at + 1))}`
  return [...new Set([normal, address.trim().toLowerCase(), ...(at < 0 ? [] : [ascii])])]
}

export const isSameMailAddress = (a: string, b: string): boolean => normalizeMailAddress(a) === normalizeMailAddress(b)
