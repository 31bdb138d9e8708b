import { foldText } from './fold-text.ts'
import type { RefusalReason } from './refusal.ts'
import { stripInvisible } from './visible-text.ts'

/** What a rule does with a review: nothing, mark it, keep it pending, or hide it. */
export const RULE_ACTS = ['off', 'mark', 'hold', 'reject'] as const
export type RuleAct = (typeof RULE_ACTS)[number]
export type ActingRule = Exclude<RuleAct, 'off'>

/** The shop's rules, in the order in which they are named. None reads stars or judges a mood. */
export const MODERATION_RULES = ['word', 'link', 'contact', 'language'] as const
export type ModerationRule = (typeof MODERATION_RULES)[number]

/** Reasons to look at a review first: hits of rules, and what it shares with other reviews. */
export const SUSPICION_KINDS = [...MODERATION_RULES, 'sameText', 'samePhoto', 'sameNetwork', 'burst'] as const
export type SuspicionKind = (typeof SUSPICION_KINDS)[number]

/** Points of each kind; the queue shows the most points first. */
export const suspicionPoints: Readonly<Record<SuspicionKind, number>> = {
  word: 3,
  link: 3,
  contact: 2,
  language: 1,
  sameText: 4,
  samePhoto: 4,
  sameNetwork: 3,
  burst: 1,
}

/** Why the author of a rejected review is refused; words have the merchant's own reason. */
export const ruleRefusals: Readonly<Record<Exclude<ModerationRule, 'word'>, RefusalReason>> = {
  link: 'spam',
  contact: 'personalData',
  language: 'other',
}

export interface SuspicionReason {
  kind: SuspicionKind
  /** What the text holds: the word, link, address, or code of the language. Empty for shared things. */
  found: string
  /** What the rule did; null if no rule is on and the reason only orders the queue. */
  act: ActingRule | null
  /** How many other reviews share it. */
  count: number
  /** The newest of them. */
  reviewIds: string[]
}

/** Languages that the rule tells apart, as ISO 639-1 codes. */
export const REVIEW_LANGUAGES = [
  'ar',
  'cs',
  'de',
  'el',
  'en',
  'es',
  'fr',
  'he',
  'hi',
  'hu',
  'id',
  'it',
  'ja',
  'ko',
  'nl',
  'pl',
  'pt',
  'ro',
  'ru',
  'sv',
  'th',
  'tr',
  'uk',
  'vi',
  'zh',
] as const
export type ReviewLanguage = (typeof REVIEW_LANGUAGES)[number]

export const maxRuleWords = 1_000
export const maxRuleWordChars = 100
/** Reviews of which a merchant sees what unsaved rules would have done. */
export const previewReviews = 100
/** Days of the figures beside the rules. */
export const ruleCountDays = 30
/** Percent of the last reviews from which a rule is said to act on too many. */
export const tooManyPercent = 20

/** Text beyond this is not looked at, as people write less. */
const mostChars = 20_000
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u
const wordPart = /[\p{L}\p{N}\p{M}_]/u

/** Returns where a word can't begin or end: between two letters. Scripts without spaces have no such places. */
function findJoints(text: string): boolean[] {
  const isPart = Array.from({ length: text.length }, (_, at) => {
    const char = text.charAt(at)
    return wordPart.test(char) && !unspaced.test(char)
  })
  return Array.from({ length: text.length + 1 }, (_, at) => isPart[at - 1] === true && isPart[at] === true)
}

/** Makes a function that returns the first of the words in a text, as the merchant wrote it; or null. */
export function makeWordFinder(words: readonly string[]): (text: string) => string | null {
  const written = new Map<string, string>()
  const lengths = new Map<string, Set<number>>()
  for (const word of words) {
    const folded = foldSpaces(word)
    if (folded === '' || written.has(folded)) continue
    written.set(folded, word)
    const first = folded.charAt(0)
    lengths.set(first, (lengths.get(first) ?? new Set()).add(folded.length))
  }
  return (text) => {
    const folded = foldSpaces(takeText(text))
    const joints = findJoints(folded)
    for (let at = 0; at < folded.length; at++) {
      for (const length of joints[at] ? [] : (lengths.get(folded.charAt(at)) ?? [])) {
        if (at + length > folded.length || joints[at + length]) continue
        const found = written.get(folded.slice(at, at + length))
        if (found !== undefined) return found
      }
    }
    return null
  }
}

/** Returns the part of a text that rules read, as a reader sees it. */
const takeText = (text: string): string => stripInvisible(text).slice(0, mostChars)

const foldSpaces = (text: string): string => foldText(stripInvisible(text)).replace(/\s+/g, ' ').trim()

/** Domains that people write without http. Others need it: a missing space after a full stop is no link. */
const endings = 'com|net|org|info|biz|shop|store|online|site|xyz|club|top|io|co|app|link|ru|cn|uk|eu|fr|nl|pl|ly|gg'
const link = new RegExp(
  String.raw`https?:\/\/[^\s<>"]{1,300}|(?<![\p{L}\p{N}@.-])(?:www\.[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){1,4}|[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){0,3}\.(?:${endings}))(?![\p{L}\p{N}@-])(?:\/[^\s<>"]{0,300})?`,
  'iu',
)
const mail = /(?<![\p{L}\p{N}._%+-])[\p{L}\p{N}._%+-]{1,64}@[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){1,4}/u
const phone = /(?<![\p{L}\p{N}.,/-])(?:\+|00)?\(?\d(?:[ ()./-]{0,2}\d){8,14}(?![\p{L}\p{N}])/u
/** Dates, prices and numbers of orders have other separators or fewer digits than a telephone number. */
const notPhone = /^\d{4}[-./]\d{2}[-./]\d{2}|^\d{1,2}[./]\d{1,2}[./]\d{4}|^\d{9,15}$/

/** Returns the first link in a text, or null. */
export const findLink = (text: string): string | null => link.exec(takeText(text))?.[0] ?? null

/** Returns the first mail address or telephone number in a text, or null. */
export function findContact(text: string): string | null {
  const some = takeText(text)
  const number = phone.exec(some)?.[0]
  return mail.exec(some)?.[0] ?? (number && !notPhone.test(number) ? number : null)
}

/** Returns the strictest act of some reasons; null without one. */
export function strictestAct(reasons: readonly Pick<SuspicionReason, 'act'>[]): ActingRule | null {
  const acts: readonly RuleAct[] = reasons.flatMap(({ act }) => act ?? [])
  return (['reject', 'hold', 'mark'] as const).find((act) => acts.includes(act)) ?? null
}

export const scoreReasons = (reasons: readonly Pick<SuspicionReason, 'kind'>[]): number =>
  reasons.reduce((sum, { kind }) => sum + suspicionPoints[kind], 0)
