import * as words from 'stopword'
import { stemmer as arabic } from '@orama/stemmers/arabic'
import { stemmer as dutch } from '@orama/stemmers/dutch'
import { stemmer as english } from '@orama/stemmers/english'
import { stemmer as french } from '@orama/stemmers/french'
import { stemmer as german } from '@orama/stemmers/german'
import { stemmer as italian } from '@orama/stemmers/italian'
import { stemmer as portuguese } from '@orama/stemmers/portuguese'
import { stemmer as spanish } from '@orama/stemmers/spanish'
import { markers, opinions } from './opinions.ts'

export type TopicLanguage = keyof typeof opinions

interface Language {
  /** Lower-cased words that are no topics. */
  skipped: ReadonlySet<string>
  /** Endings of words that are no nouns. */
  endings?: RegExp
  /** Words before nouns, such as articles. Without any, every word may be a topic. */
  markers: ReadonlySet<string>
  /** Whether nouns are capitalized. */
  hasCapitals: boolean
  /** Returns the part that a word’s forms share. */
  stem(word: string): string
  segmenter: Intl.Segmenter
}

const same = (word: string): string => word
/** Korean adds particles to nouns; no kept library removes them. */
const withoutParticle = (word: string): string =>
  word.length > 2
    ? word.replace(/(?:에서|으로|이랑|하고|까지|부터|은|는|이|가|을|를|도|의|에|로|와|과|만)$/u, '')
    : word

const language = (
  code: TopicLanguage,
  stopWords: readonly string[],
  { stem = same, endings }: Partial<Pick<Language, 'stem' | 'endings'>> = {},
): Language => ({
  ...(endings && { endings }),
  markers: new Set(markers[code]?.split(' ')),
  hasCapitals: code === 'de',
  skipped: new Set([...stopWords, ...opinions[code].split(' ')].map((word) => word.toLowerCase())),
  stem,
  segmenter: new Intl.Segmenter(code, { granularity: 'word' }),
})

export const LANGUAGES: Readonly<Record<TopicLanguage, Language>> = {
  ar: language('ar', words.ara, { stem: arabic }),
  de: language('de', words.deu, { stem: german }),
  en: language('en', words.eng, { stem: english, endings: /(?:[^e]ed|ly)$/ }),
  es: language('es', words.spa, { stem: spanish, endings: /mente$/ }),
  fr: language('fr', words.fra, { stem: french }),
  he: language('he', words.heb),
  it: language('it', words.ita, { stem: italian, endings: /mente$/ }),
  // Words without kanji or katakana are verbs and particles.
  ja: language('ja', words.jpn, { endings: /^\p{Script=Hiragana}+$/u }),
  ko: language('ko', words.kor, { stem: withoutParticle }),
  nl: language('nl', words.nld, { stem: dutch }),
  pt: language('pt', [...words.por, ...words.porBr], { stem: portuguese, endings: /mente$/ }),
  zh: language('zh', words.zho),
}

const scripts: readonly (readonly [RegExp, TopicLanguage])[] = [
  [/[\p{Script=Hiragana}\p{Script=Katakana}]/u, 'ja'],
  [/\p{Script=Hangul}/u, 'ko'],
  [/\p{Script=Han}/u, 'zh'],
  [/\p{Script=Hebrew}/u, 'he'],
  [/\p{Script=Arabic}/u, 'ar'],
]
const latin = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl'] as const
type Latin = (typeof latin)[number]

/** Fewer words more say too little against the language of most texts. */
const clearLead = 2

/** Returns each text’s language: by its script, or by its words in the lists; in doubt that of most texts. */
export function detectLanguages(texts: readonly string[], likely: string): TopicLanguage[] {
  const scores = texts.map(scoreLatin)
  const total = (of: Latin) => scores.reduce((sum, score) => sum + (score?.[of] ?? 0), 0)
  const [code] = likely.toLowerCase().split('-')
  const first = latin.find((of) => of === code) ?? 'en'
  const usual = latin.reduce((best, of) => (total(of) > total(best) ? of : best), first)
  return texts.map((text, at) => {
    const score = scores[at]
    if (!score) return scripts.find(([script]) => script.test(text))?.[1] ?? usual
    const best = latin.reduce((most, of) => (score[of] > score[most] ? of : most), usual)
    return score[best] >= score[usual] + clearLead ? best : usual
  })
}

/** Returns how many words each language’s list has; null for a text in a script of its own. */
function scoreLatin(text: string): Record<Latin, number> | null {
  if (scripts.some(([script]) => script.test(text))) return null
  const known = text.toLowerCase().match(/\p{L}+/gu) ?? []
  const score = (of: Latin) => known.filter((word) => LANGUAGES[of].skipped.has(word)).length
  return Object.fromEntries(latin.map((of) => [of, score(of)])) as Record<Latin, number>
}
