const dotless = /^(gmail|googlemail)\.com$/

/**
 * Returns one form for all spellings of a mailbox. It is in lower case without a `+tag`, and for Gmail without dots.
 * Use it to compare addresses, never to send to.
 */
export function foldAddress(email: string): string {
  const at = email.lastIndexOf('@')
  const domain = email
    .slice(at + 1)
    .trim()
    .toLowerCase()
  const whole = email.slice(0, at).trim().toLowerCase()
  const tag = whole.indexOf('+', 1)
  const local = tag < 0 ? whole : whole.slice(0, tag)
  return dotless.test(domain) ? `${local.replaceAll('.', '')}@gmail.com` : `${local}@${domain}`
}
