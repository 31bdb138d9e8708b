/** Prefixes with 13 digits: 02, 04 and 2; with 8 digits: 0 and 2. */
const restricted = /^(?:0[24]\d{11}|2\d{12}|[02]\d{7})$/

/**
 * Returns a barcode as a GTIN without spaces and hyphens. A GTIN has 8, 12, 13 or 14 digits with a valid check digit.
 * Returns '' for anything else, because merchants enter all kinds of numbers. GS1's restricted ranges, which shops
 * assign internally, are refused, as Google does.
 */
export function gtinOf(barcode: string | null | undefined): string {
  const digits = (barcode ?? '').replace(/[\s-]/g, '')
  if (!/^(\d{8}|\d{12,14})$/.test(digits) || /^0+$/.test(digits)) return ''
  if (restricted.test(digits.length === 8 ? digits : digits.padStart(14, '0').slice(1))) return ''
  const sum = [...digits].reverse().reduce((all, digit, at) => all + Number(digit) * (at % 2 === 0 ? 1 : 3), 0)
  return sum % 10 === 0 ? digits : ''
}
