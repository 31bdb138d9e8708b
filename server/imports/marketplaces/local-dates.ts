/** Languages of Amazon's and AliExpress' pages. */
const languages = 'en de fr es it pt nl pl sv tr ar ja ko zh zh-Hant he cs ru hi ta te vi id th uk'.split(' ')
/** Countries with an Amazon shop, and those whose reviewers use a neighbor's. */
const countries = 'US GB DE FR IT ES NL BE SE PL TR AE SA EG IN JP AU SG MX BR CA ZA IE CN AT CH'.split(' ')
/** Inflected names, and names that Amazon writes differently. */
const bent: Readonly<Record<string, readonly string[]>> = {
  US: [
    'Vereinigten Staaten',
    'Stanach Zjednoczonych',
    'Stanów Zjednoczonych',
    'USA',
    'ABD',
    'アメリカ',
    'Förenta staterna',
    'Spojených státech',
  ],
  GB: ['Vereinigten Königreich', 'Wielkiej Brytanii', 'Zjednoczonym Królestwie', 'Storbritannien', 'イギリス', 'UK'],
  DE: ['Niemczech', 'Niemiec', 'Německu'],
  FR: ['Francji', 'Francii'],
  IT: ['Włoszech', 'Włoch'],
  ES: ['Hiszpanii'],
  NL: ['Niederlanden', 'Holandii', 'Pays-Bas', 'Países Bajos', 'Países Baixos', 'Paesi Bassi'],
  BE: ['Belgii'],
  SE: ['Szwecji'],
  PL: ['Polsce', 'Polski'],
  TR: ['Turkey', 'Turkije', 'Turcji'],
  AE: ['Vereinigten Arabischen Emiraten', 'Zjednoczonych Emiratach Arabskich', 'UAE'],
  MX: ['Mexico', 'Méjico'],
  JP: ['Japonii'],
  CA: ['Kanadzie'],
}

const noon = 12
const longest = 300

const monthsByName = new Map<string, number>()
for (const language of languages) {
  for (const style of ['long', 'short'] as const) {
    const format = new Intl.DateTimeFormat(`${language}-u-ca-gregory-nu-latn`, {
      day: 'numeric',
      month: style,
      year: 'numeric',
      timeZone: 'UTC',
    })
    const alone = new Intl.DateTimeFormat(`${language}-u-ca-gregory-nu-latn`, { month: style, timeZone: 'UTC' })
    for (let month = 0; month < 12; month++) {
      const day = Date.UTC(2024, month, 12, noon)
      const names = [format.formatToParts(day).find(({ type }) => type === 'month')?.value ?? '', alone.format(day)]
      for (const name of names) if (!/^\d|^$/.test(name)) addMonth(name, month + 1)
    }
  }
}
for (const [month, names] of [
  ['sept', 9],
  ['mrt', 3],
  ['set', 9],
  ['févr', 2],
  ['juil', 7],
] as const)
  addMonth(month, names)

/** A name that two languages use for different months (`mar`) belongs to the first. */
function addMonth(name: string, month: number): void {
  const key = plain(name)
  if (!monthsByName.has(key)) monthsByName.set(key, month)
}

const countriesByName: [name: string, code: string][] = []
for (const language of languages) {
  const names = new Intl.DisplayNames(language, { type: 'region' })
  for (const code of countries) countriesByName.push([names.of(code)?.toLowerCase() ?? '', code])
}
for (const [code, names] of Object.entries(bent))
  for (const name of names) countriesByName.push([name.toLowerCase(), code])
countriesByName.sort(([one], [other]) => other.length - one.length)

/** Also converts both kinds of Arabic digits. */
const plainDigits = (text: string): string =>
  text
    .replace(/[٠-٩]/g, (sign) => String(sign.charCodeAt(0) - 0x660))
    .replace(/[۰-۹]/g, (sign) => String(sign.charCodeAt(0) - 0x6f0))

function plain(name: string): string {
  return name.toLowerCase().replace(/\.$/, '').normalize('NFC')
}

const yearFirst = /(\d{4})\s?[年년]\s?(\d{1,2})\s?[月월]\s?(\d{1,2})\s?[日일]/
const dayFirst =
  /(\d{1,2})(?:st|nd|rd|th|er|º|ª|\.)?[\s-](?:de\s|ב)?([\p{L}\p{M}]+)\.?,?[\s-](?:de\s|del\s|г\.?\s)?(\d{4})/u
const monthFirst = /(?<![\p{L}\p{M}])([\p{L}\p{M}]+)\.?\s(\d{1,2})(?:st|nd|rd|th)?,?\s(\d{4})/u

/** Finds a day in a text of any of these languages, as `2024-03-12`; null without one. */
export function dayIn(text: string): string | null {
  const words = plainDigits(text.slice(0, longest)).replace(/[\s\u200E\u200F]+/g, ' ')
  const far = yearFirst.exec(words)
  if (far) return dayOf(far[1], Number(far[2]), far[3])
  const found = dayFirst.exec(words)
  const month = found && monthsByName.get(plain(found[2] ?? ''))
  if (month) return dayOf(found[3], month, found[1])
  const turned = monthFirst.exec(words)
  const turnedMonth = turned && monthsByName.get(plain(turned[1] ?? ''))
  return turnedMonth ? dayOf(turned[3], turnedMonth, turned[2]) : null
}

const dayOf = (year = '', month = 0, day = ''): string =>
  `${year}-${String(month).padStart(2, '0')}-${day.padStart(2, '0')}`

/** Finds a country in a sentence of any of these languages. Returns its ISO code, or ''. */
export function countryIn(text: string): string {
  const words = text.slice(0, longest).toLowerCase()
  return countriesByName.find(([name]) => name !== '' && hasWord(words, name))?.[1] ?? ''
}

/** Whether a text contains a name as a whole word, for scripts with spaces. An apostrophe may follow (`Türkiye’de`). */
function hasWord(words: string, name: string): boolean {
  const at = words.indexOf(name)
  if (at < 0) return false
  if (!/^[\p{Script=Latin}]/u.test(name)) return true
  return !/\p{L}/u.test(words[at - 1] ?? ' ') && !/\p{L}/u.test(words[at + name.length] ?? ' ')
}
