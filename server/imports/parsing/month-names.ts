/** Languages of the admin and of the marketplaces' pages. A name of two languages belongs to the first. */
export const nameLanguages =
  'en de fr es it pt nl pl sv tr ar ja ko zh zh-Hant he cs ru hi ta te vi id th uk da nb fi hu ro'.split(' ')
/** Abbreviations that Intl writes differently. */
const others: Readonly<Record<string, number>> = {
  sept: 9,
  mrt: 3,
  set: 9,
  févr: 2,
  fev: 2,
  juil: 7,
  maerz: 3,
  jänner: 1,
  märz: 3,
}
const noon = 12

let numbers: Map<string, number> | undefined

/** Returns 1 to 12 for the name of a month in any of the languages, case and form. Null for other words. */
export function monthNumber(name: string): number | null {
  numbers ??= collectNames()
  return numbers.get(plain(name)) ?? null
}

/** Builds the names on first use, which takes some milliseconds. */
function collectNames(): Map<string, number> {
  const found = new Map<string, number>()
  const add = (name: string, month: number) => {
    for (const key of [
      plain(name),
      plain(name)
        .normalize('NFD')
        .replace(/[\u0300-\u036F]/g, ''),
    ])
      if (!/^\d|^$/.test(key) && !found.has(key)) found.set(key, month)
  }
  for (const language of nameLanguages) {
    for (const style of ['long', 'short'] as const) {
      const locale = `${language}-u-ca-gregory-nu-latn`
      const format = new Intl.DateTimeFormat(locale, { day: 'numeric', month: style, year: 'numeric', timeZone: 'UTC' })
      const alone = new Intl.DateTimeFormat(locale, { month: style, timeZone: 'UTC' })
      for (let month = 0; month < 12; month++) {
        const day = Date.UTC(2024, month, 12, noon)
        add(format.formatToParts(day).find(({ type }) => type === 'month')?.value ?? '', month + 1)
        add(alone.format(day), month + 1)
      }
    }
  }
  for (const [name, month] of Object.entries(others)) add(name, month)
  return found
}

const plain = (name: string): string => name.toLowerCase().replace(/\.$/, '').normalize('NFC')

/** Converts both kinds of Arabic digits. */
export const westernDigits = (text: string): string =>
  text
    .replace(/[٠-٩]/g, (sign) => String(sign.charCodeAt(0) - 0x660))
    .replace(/[۰-۹]/g, (sign) => String(sign.charCodeAt(0) - 0x6f0))
