import { foldText } from '../../../../rules/fold-text.ts'
import { splitSearchWords } from '../../../../rules/votes-and-search.ts'
import { detectLanguages, LANGUAGES, type TopicLanguage } from './languages.ts'

/** Reviews with fewer mentions say nothing about a topic. */
const leastMentions = 3
const mostTopics = 12
/** A pair of words replaces a word that mostly occurs in it: "customer service". */
const pairShare = 0.6
const goodFrom = 4
const badTo = 2
/** Copies of one sentence, such as a template, are no topic. */
const leastSentences = 3
/** Share of a word's mentions in which it stands like a noun. */
const nounShare = 0.2
/** Share of reviews in common that makes two words one topic. */
const sameShare = 0.8
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
  /** At most two different sentences: of a good and a bad review, if both mention it. */
  quotes: Quote[]
}

interface Candidate extends Quote {
  text: string
  score: number
}

interface Found {
  forms: Map<string, number>
  mentions: number
  /** Mentions in which the word stands like a noun. */
  asNoun: number
  sentences: Set<string>
  good: number
  bad: number
  /** The two best sentences of each kind of review. */
  quotes: Record<'good' | 'bad' | 'between', Candidate[]>
  parts: readonly string[]
}

const isTopic = (word: string): boolean => /^\p{L}[\p{L}\p{M}’'-]*$/u.test(word) && isLong(word)

const isLong = (word: string): boolean => word.length > 2 || (word.length > 1 && !/^\p{Script=Latin}/u.test(word))

/** Counts the topics of reviews, each at most once per review. Topics of both good and bad reviews come first. */
export function countTopics(reviews: readonly ReviewText[], likely: string): Topic[] {
  const found = new Map<string, Found>()
  const languages = detectLanguages(
    reviews.map(({ text }) => text),
    likely,
  )
  reviews.forEach((review, at) => addReview(found, review, languages[at] ?? 'en'))
  const frequent = [...found].filter(
    ([, { mentions, sentences: different, asNoun }]) =>
      mentions >= leastMentions && different.size >= leastSentences && asNoun >= nounShare * mentions,
  )
  const ranked = withoutParts(frequent, found).sort(
    ([one, a], [other, b]) =>
      Number(isShared(b)) - Number(isShared(a)) || b.mentions - a.mentions || (one < other ? -1 : 1),
  )
  return chooseTopics(
    ranked.map(([, topic]) => topic),
    reviews,
  )
}

/** Returns the first topics. Of words that the same reviews mention, such as a couple's wedding, the first stays. */
function chooseTopics(ranked: readonly Found[], reviews: readonly ReviewText[]): Topic[] {
  const folded = reviews.map(({ text }) => foldText(text))
  const chosen: { topic: Topic; of: ReadonlySet<ReviewText> }[] = []
  for (const found of ranked) {
    if (chosen.length === mostTopics) break
    const search = searchOf(found)
    // The list of reviews that a tap opens has as many: it searches in the same way.
    const words = splitSearchWords(search)
    const of = new Set(reviews.filter((_, at) => words.every((word) => folded[at]?.includes(word))))
    const isLike = (other: ReadonlySet<ReviewText>) => {
      const both = [...of].filter((review) => other.has(review)).length
      return both >= sameShare * (of.size + other.size - both)
    }
    if (!chosen.some((other) => isLike(other.of))) chosen.push({ topic: topicOf(found, search, of), of })
  }
  return chosen.map(({ topic }) => topic)
}

const isShared = ({ good, bad }: Found): boolean => good > 0 && bad > 0

function addReview(found: Map<string, Found>, review: ReviewText, code: TopicLanguage): void {
  const seen = new Set<string>()
  splitSentences(review.text).forEach((sentence, at) => {
    const note = (key: string, { word, isNoun, parts = [] }: Mention) => {
      const topic = found.get(key) ?? makeFound(parts)
      found.set(key, topic)
      noteSentence(topic, { review, sentence: sentence.trim(), at })
      if (seen.has(key)) return
      seen.add(key)
      topic.forms.set(word, (topic.forms.get(word) ?? 0) + 1)
      topic.mentions += 1
      topic.asNoun += Number(isNoun)
      if (review.rate >= goodFrom) topic.good += 1
      if (review.rate <= badTo) topic.bad += 1
    }
    let before: { key: string; word: string } | null = null
    for (const mention of findWords(sentence, code)) {
      if (!mention) {
        before = null
        continue
      }
      const key = `${code} ${LANGUAGES[code].stem(mention.word)}`
      note(key, mention)
      if (before && before.key !== key)
        note(`${before.key}+${key}`, { word: `${before.word} ${mention.word}`, isNoun: true, parts: [before.key, key] })
      before = { key, word: mention.word }
    }
  })
}

interface Mention {
  word: string
  /** After an article, or capitalized in German. */
  isNoun: boolean
  parts?: readonly string[]
}

/** Elided articles of French and Italian: "l'envoi". */
const elided = /^(?:[cdjlmnst]|qu|un|dell|all|nell|sull|dall)['’](?=\p{L}{2})/u

/** Yields the words of a sentence that may be topics, and null for a gap between them. */
function* findWords(sentence: string, code: TopicLanguage): Generator<Mention | null> {
  const { skipped, markers, hasCapitals, segmenter, endings } = LANGUAGES[code]
  let isFirst = true
  let isMarked = false
  for (const { segment, isWordLike } of segmenter.segment(sentence)) {
    if (!isWordLike) {
      if (segment.trim() !== '') yield null
      continue
    }
    const lower = segment.normalize('NFC').toLowerCase()
    const word = code === 'fr' || code === 'it' ? lower.replace(elided, '') : lower
    const isNoun = markers.size === 0 || isMarked || word !== lower || (hasCapitals && !isFirst && segment !== lower)
    const isAdjective = hasCapitals && !isFirst && segment === lower
    // "A great fit", or a sentence that begins with "Great fit".
    isMarked = markers.has(word) || (skipped.has(word) && word.length > 3 && !hasCapitals && (isMarked || isFirst))
    isFirst = false
    yield skipped.has(word) || isAdjective || endings?.test(word) || !isTopic(word) ? null : { word, isNoun }
  }
}

const makeFound = (parts: readonly string[]): Found => ({
  forms: new Map(),
  mentions: 0,
  asNoun: 0,
  sentences: new Set(),
  good: 0,
  bad: 0,
  quotes: { good: [], bad: [], between: [] },
  parts,
})

function noteSentence(
  { sentences: different, quotes }: Found,
  { review: { id, rate }, sentence: text, at }: { review: ReviewText; sentence: string; at: number },
): void {
  if (different.size < leastSentences) different.add(text)
  const kind = rate >= goodFrom ? 'good' : rate <= badTo ? 'bad' : 'between'
  if (quotes[kind].some((other) => other.text === text)) return
  quotes[kind] = [...quotes[kind], { reviewId: id, at, text, score: Math.abs(text.length - quoteChars) }]
    .sort((a, b) => a.score - b.score)
    .slice(0, 2)
}

/** Returns two different sentences, of a good and a bad review where both exist. */
function chooseQuotes({ good, bad, between }: Found['quotes']): Quote[] {
  const chosen: Candidate[] = []
  for (const quote of [...good.slice(0, 1), ...bad, ...good.slice(1), ...between])
    if (chosen.length < 2 && chosen.every(({ text, reviewId }) => text !== quote.text && reviewId !== quote.reviewId))
      chosen.push(quote)
  return chosen.map(({ reviewId, at }) => ({ reviewId, at }))
}

/** Leaves out words that mostly occur in a frequent pair, and pairs of which no word mostly does. */
function withoutParts(frequent: readonly [string, Found][], found: ReadonlyMap<string, Found>): [string, Found][] {
  const replaced = new Set<string>()
  const pairs = new Set<string>()
  for (const [key, { parts, mentions: together }] of frequent)
    for (const part of parts)
      if (together >= pairShare * (found.get(part)?.mentions ?? Infinity)) {
        replaced.add(part)
        pairs.add(key)
      }
  return frequent.filter(([key, { parts }]) => (parts.length === 0 ? !replaced.has(key) : pairs.has(key)))
}

function topicOf({ forms, quotes }: Found, search: string, of: ReadonlySet<ReviewText>): Topic {
  const rates = [...of].map(({ rate }) => rate)
  return {
    word: usualForm(forms),
    search,
    mentions: of.size,
    good: rates.filter((rate) => rate >= goodFrom).length,
    bad: rates.filter((rate) => rate <= badTo).length,
    quotes: chooseQuotes(quotes),
  }
}

function usualForm(forms: Found['forms']): string {
  const [[word] = ['']] = [...forms].sort(([a, x], [b, y]) => y - x || a.length - b.length)
  return word
}

const searchOf = ({ forms }: Found): string => sharedStart([...forms.keys()], usualForm(forms))

/** Returns what all forms start with if that is long enough to search for; otherwise the usual form. */
function sharedStart(forms: readonly string[], usual: string): string {
  let start = usual
  for (const form of forms) while (!form.startsWith(start)) start = start.slice(0, -1)
  return isLong(start.trim()) ? start.trim() : usual
}

const sentences = new Intl.Segmenter(undefined, { granularity: 'sentence' })

/** Splits a text as the counted quotes do. */
export const splitSentences = (text: string): string[] => [...sentences.segment(text)].map(({ segment }) => segment)
