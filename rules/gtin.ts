/**
 * Returns a barcode as a GTIN (8, 12, 13 or 14 digits with a valid check digit); empty for anything else, as merchants put all kinds of
 * numbers there. Spaces and hyphens are left out.
 */
export function gtinOf(barcode: string | null | undefined): string {
  const digits = (barcode ?? '').replace(/[\s-]/g, '')
  if (!/^(\d{8}|\d{12,14})$/.test(digits) || /^0+$/.test(digits)) return ''
  const sum = [...digits].reverse().reduce((all, digit, at) => all + Number(digit) * (at % 2 === 0 ? 1 : 3), 0)
  return sum % 10 === 0 ? digits : ''
}
