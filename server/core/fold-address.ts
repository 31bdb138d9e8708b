import { normalizeMailAddress } from './mail-address.ts'

const dotless = /^(gmail|googlemail)\.com$/

/**
 * Returns one form for all spellings that reach the same mailbox: lower case and without a `+tag`. Gmail also ignores
 * dots. To compare addresses, never to send to.
 */
export function foldAddress(email: string): string {
  const address = normalizeMailAddress(email)
  const at = address.lastIndexOf('@')
  const domain = address.slice(at + 1)
  const tag = address.indexOf('+', 1)
  const local = address.slice(0, tag > 0 && tag < at ? tag : at)
  return dotless.test(domain) ? `${local.replaceAll('.', '')}@gmail.com` : `${local}@${domain}`
}
