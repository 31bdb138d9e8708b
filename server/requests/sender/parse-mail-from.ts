/** Returns our own address from MAIL_FROM, which is an address or `Name <address>`. */
export function parseMailFrom(mailFrom: string): string {
  return /<([^<>]+)>\s*$/.exec(mailFrom)?.[1] ?? mailFrom.trim()
}
