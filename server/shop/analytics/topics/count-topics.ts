import { detectLanguages, LANGUAGES, type TopicLanguage } from './languages.ts'

/** Reviews with fewer mentions say nothing about a topic. */
const leastMentions = 3
const mostTopics = 12
/** A pair of words replaces a word that mostly occurs in it: "customer service". */
const pairShare = 0.6
const goodFrom = 4
const badTo = 2
/** Quotes of about this length read best. */
const quoteChars = 90

export interface ReviewText {
  id: string
  rate: number
  text: string
}

/** A place in a review: texts stay in the review, so that an erased one leaves nothing behind. */
interface Quote {
  reviewId: string
  /** Position of the sentence in the review’s text. */
  at: number
}

/** What several reviews mention. */
export interface Topic {
  /** The most frequent form. */
  word: string
  /** Finds all forms in the list of reviews: what they have in common. */
  search: string
  /** Number of reviews; `good` of four and five stars, `bad` of one and two. */
  mentions: number
  good: number
  bad: number
  /** At most one of a good and one of a bad review. */
  quotes: Quote[]
}

interface Found {
  forms: Map<string, number>
  mentions: number
  good: number
  bad: number
  goodQuote: (Quote & { score: number }) | null
  badQuote: (Quote & { score: number }) | null
  parts: readonly string[]
}

const isTopic = (word: string): boolean =>
  /^\p{L}[\p{L}\p{M}’'-]*$/u.test(word) && (word.length > 2 || (word.length > 1 && !/^\p{Script=Latin}/u.test(word)))

/** Counts the topics of reviews, each at most once per review. Topics of both good and bad reviews come first. */
export function countTopics(reviews: readonly ReviewText[], likely: string): Topic[] {
  const found = new Map<string, Found>()
  const languages = detectLanguages(
    reviews.map(({ text }) => text),
    likely,
  )
  reviews.forEach((review, at) => addReview(found, review, languages[at] ?? 'en'))
  const frequent = [...found].filter(([, { mentions }]) => mentions >= leastMentions)
  return withoutParts(frequent)
    .sort(
      ([one, a], [other, b]) =>
        Number(isShared(b)) - Number(isShared(a)) || b.mentions - a.mentions || (one < other ? -1 : 1),
    )
    .slice(0, mostTopics)
    .map(([, topic]) => topicOf(topic))
}

const isShared = ({ good, bad }: Found): boolean => good > 0 && bad > 0

function addReview(found: Map<string, Found>, { id, rate, text }: ReviewText, code: TopicLanguage): void {
  const { skipped, stem, segmenter, endings } = LANGUAGES[code]
  const seen = new Set<string>()
  splitSentences(text).forEach((sentence, at) => {
    const note = (key: string, form: string, parts: readonly string[]) => {
      const topic = found.get(key) ?? {
        forms: new Map<string, number>(),
        mentions: 0,
        good: 0,
        bad: 0,
        goodQuote: null,
        badQuote: null,
        parts,
      }
      found.set(key, topic)
      const quote = { reviewId: id, at, score: Math.abs(sentence.trim().length - quoteChars) }
      if (rate >= goodFrom) topic.goodQuote = better(topic.goodQuote, quote)
      if (rate <= badTo) topic.badQuote = better(topic.badQuote, quote)
      if (seen.has(key)) return
      seen.add(key)
      topic.forms.set(form, (topic.forms.get(form) ?? 0) + 1)
      topic.mentions += 1
      if (rate >= goodFrom) topic.good += 1
      if (rate <= badTo) topic.bad += 1
    }
    let before: { key: string; form: string } | null = null
    for (const { segment, isWordLike } of segmenter.segment(sentence.toLowerCase())) {
      const word = segment.normalize('NFC')
      if (!isWordLike) {
        if (word.trim() !== '') before = null
        continue
      }
      if (skipped.has(word) || endings?.test(word) || !isTopic(word)) {
        before = null
        continue
      }
      const key = `${code} ${stem(word)}`
      note(key, word, [])
      if (before && before.key !== key) note(`${before.key}+${key}`, `${before.form} ${word}`, [before.key, key])
      before = { key, form: word }
    }
  })
}

const better = (kept: Found['goodQuote'], quote: Quote & { score: number }): Found['goodQuote'] =>
  kept && kept.score <= quote.score ? kept : quote

/** Leaves out words that mostly occur in a frequent pair, and pairs of which no word mostly does. */
function withoutParts(frequent: readonly [string, Found][]): [string, Found][] {
  const mentions = new Map(frequent.map(([key, topic]) => [key, topic.mentions]))
  const replaced = new Set<string>()
  const pairs = new Set<string>()
  for (const [key, { parts, mentions: together }] of frequent)
    for (const part of parts)
      if (together >= pairShare * (mentions.get(part) ?? Infinity)) {
        replaced.add(part)
        pairs.add(key)
      }
  return frequent.filter(([key, { parts }]) => (parts.length === 0 ? !replaced.has(key) : pairs.has(key)))
}

function topicOf({ forms, mentions, good, bad, goodQuote, badQuote }: Found): Topic {
  const [[word] = ['']] = [...forms].sort(([a, x], [b, y]) => y - x || a.length - b.length)
  const quotes = [goodQuote, badQuote].flatMap((quote) => (quote ? [{ reviewId: quote.reviewId, at: quote.at }] : []))
  return { word, search: sharedStart([...forms.keys()], word), mentions, good, bad, quotes }
}

/** Returns what all forms start with if that is long enough to search for; otherwise the usual form. */
function sharedStart(forms: readonly string[], usual: string): string {
  let start = usual
  for (const form of forms) while (!form.startsWith(start)) start = start.slice(0, -1)
  return start.trim().length > 2 ? start.trim() : usual
}

const sentences = new Intl.Segmenter(undefined, { granularity: 'sentence' })

/** Splits a text as the counted quotes do. */
export const splitSentences = (text: string): string[] => [...sentences.segment(text)].map(({ segment }) => segment)
