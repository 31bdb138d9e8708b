const dotless = /^(gmail|googlemail)\.com$/

/**
 * Returns one form for all spellings that reach the same mailbox: lower case, without a `+tag`, and for Gmail without
 * dots. To compare addresses, never to send to.
 */
export function foldAddress(email: string): string {
  const at = email.lastIndexOf('@')
  const domain = email
    .slice(at + 1)
    .trim()
    .toLowerCase()
  const local = email
    .slice(0, at)
    .trim()
    .toLowerCase()
    .replace(/(?!^)\+.*$/, '')
  return dotless.test(domain) ? `${local.replaceAll('.', '')}@gmail.com` : `${local}@${domain}`
}
