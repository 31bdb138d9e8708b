/** The product's own address. MAIL_FROM is an address, bare or as `Name <address>`. */
export function parseMailFrom(mailFrom: string): string {
  return /<([^<>]+)>\s*$/.exec(mailFrom)?.[1] ?? mailFrom.trim()
}
