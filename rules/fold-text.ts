const marks = /[\u0300-\u036f]/g
const ascii = /^[\0-\x7f]*$/
/** Signs and letters that Unicode doesn't decompose, with what people type instead. */
const typed: Readonly<Record<string, string>> = {
  ...Object.fromEntries([...'’‘‛ʼʻ′`'].map((sign) => [sign, "'"])),
  ...Object.fromEntries([...'“”„‟«»″'].map((sign) => [sign, '"'])),
  ...Object.fromEntries([...'‐‑‒–—―−'].map((sign) => [sign, '-'])),
  ı: 'i',
  ł: 'l',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ς: 'σ',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
}
const signs = new RegExp(`[${Object.keys(typed).join('')}]`, 'g')

/**
 * Folds a text for searching: texts that look or read alike become equal. Case, accents, width, composition, curly
 * quotes and long dashes don't count. The database has the same function (`candor_fold`).
 */
export function foldText(text: string): string {
  if (ascii.test(text)) return text.toLowerCase().replaceAll('`', "'")
  return text
    .replaceAll('´', "'")
    .normalize('NFKD')
    .replace(marks, '')
    .toLowerCase()
    .replace(signs, (sign) => typed[sign] ?? sign)
    .normalize('NFC')
}
