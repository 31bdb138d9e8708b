import { monthNumber, nameLanguages, westernDigits } from '../parsing/month-names.ts'

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

const longest = 300

const countriesByName: [name: string, code: string][] = []
for (const language of nameLanguages) {
  const names = new Intl.DisplayNames(language, { type: 'region' })
  for (const code of countries) countriesByName.push([names.of(code)?.toLowerCase() ?? '', code])
}
for (const [code, names] of Object.entries(bent))
  for (const name of names) countriesByName.push([name.toLowerCase(), code])
countriesByName.sort(([one], [other]) => other.length - one.length)

const yearFirst = /(\d{4})\s?[年년]\s?(\d{1,2})\s?[月월]\s?(\d{1,2})\s?[日일]/
const dayFirst =
  /(\d{1,2})(?:st|nd|rd|th|er|º|ª|\.)?[\s-](?:de\s|ב)?([\p{L}\p{M}]+)\.?,?[\s-](?:de\s|del\s|г\.?\s)?(\d{4})/u
const monthFirst = /(?<![\p{L}\p{M}])([\p{L}\p{M}]+)\.?\s(\d{1,2})(?:st|nd|rd|th)?,?\s(\d{4})/u

/** Finds a day in a text of any of these languages, as `2024-03-12`; null without one. */
export function dayIn(text: string): string | null {
  const words = westernDigits(text.slice(0, longest)).replace(/[\s\u200E\u200F]+/g, ' ')
  const far = yearFirst.exec(words)
  if (far) return dayOf(far[1], Number(far[2]), far[3])
  const found = dayFirst.exec(words)
  const month = found && monthNumber(found[2] ?? '')
  if (month) return dayOf(found[3], month, found[1])
  const turned = monthFirst.exec(words)
  const turnedMonth = turned && monthNumber(turned[1] ?? '')
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
