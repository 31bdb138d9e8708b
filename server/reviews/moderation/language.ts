import { stripInvisible } from '../../../rules/visible-text.ts'
import type { ReviewLanguage } from '../../../rules/moderation.ts'

/** The detector's ISO 639-3 codes; it often takes a language for its close neighbor. */
const codes: Readonly<Record<Exclude<ReviewLanguage, 'he'>, readonly string[]>> = {
  ar: ['arb'],
  cs: ['ces'],
  de: ['deu'],
  el: ['ell'],
  en: ['eng'],
  es: ['spa'],
  fr: ['fra'],
  hi: ['hin', 'mag', 'mai'],
  hu: ['hun'],
  id: ['ind', 'zlm'],
  it: ['ita'],
  ja: ['jpn'],
  ko: ['kor'],
  nl: ['nld'],
  pl: ['pol'],
  pt: ['por'],
  ro: ['ron'],
  ru: ['rus'],
  sv: ['swe'],
  th: ['tha'],
  tr: ['tur'],
  uk: ['ukr'],
  vi: ['vie'],
  zh: ['cmn'],
}
const known = Object.entries(codes)

/** Fewer letters don't tell languages of one alphabet apart. A script of its own needs fewer. */
const [leastLetters, leastOfOwnScript] = [40, 8]
/** Share of the best score from which a chosen language is possible, too. */
const doubtful = 0.85
const mostChars = 2_000

/**
 * Returns the text's language if it is surely none of the chosen ones. Null: one of these, a short text, or doubt.
 * The detector is loaded at the first use.
 */
export async function findForeignLanguage(text: string, chosen: readonly string[]): Promise<string | null> {
  const letters = (
    stripInvisible(text)
      .slice(0, mostChars)
      .match(/[\p{L}\p{M}]+/gu) ?? []
  ).join(' ')
  if (letters.length < leastOfOwnScript) return null
  const found = await scoreLanguages(letters)
  const [best] = found
  if (!best || best[0] === 'und' || (letters.length < leastLetters && found.length > 1)) return null
  const likely = found.filter(([, score]) => score >= doubtful).map(([code]) => code)
  return likely.some((code) => chosen.includes(code)) ? null : best[0]
}

async function scoreLanguages(letters: string): Promise<[code: string, score: number][]> {
  if (/\p{Script=Hebrew}/u.test(letters)) return [['he', 1]]
  const { francAll } = await import('franc-min')
  return francAll(letters).map(([code, score]) => [known.find(([, all]) => all.includes(code))?.[0] ?? code, score])
}
