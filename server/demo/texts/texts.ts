import type { CatalogProduct } from '../catalog/catalog.ts'
import type { Random } from '../seed/seed-random.ts'
import { chinese } from './texts-zh.ts'
import { dutch } from './texts-nl.ts'
import { english } from './texts-en.ts'
import { french } from './texts-fr.ts'
import { german } from './texts-de.ts'
import { italian } from './texts-it.ts'
import { japanese } from './texts-ja.ts'
import { korean } from './texts-ko.ts'
import { portuguese } from './texts-pt.ts'
import type { LanguageTexts, Moods } from './texts-shape.ts'
import { spanish } from './texts-es.ts'

/** Languages of the demo shop's customers, with their weights. */
export const languages: readonly (readonly [LanguageTexts, number])[] = [
  [english, 52],
  [german, 12],
  [french, 10],
  [spanish, 8],
  [italian, 5],
  [dutch, 4],
  [portuguese, 3],
  [japanese, 3],
  [korean, 1.5],
  [chinese, 1.5],
]

interface WrittenReview {
  title: string
  content: string
}

interface ReviewSubject {
  texts: LanguageTexts
  product: Pick<CatalogProduct, 'kind' | 'traits'>
  /** 1 to 5. */
  rate: number
}

const moodOf = (rate: number): keyof Moods => (rate >= 4 ? 'good' : rate === 3 ? 'fair' : 'poor')

/** Writes a review as a customer of that language would: sometimes only stars, sometimes a small essay. */
export function writeReview(random: Random, { texts, product, rate }: ReviewSubject): WrittenReview {
  const mood = moodOf(rate)
  const about = fitting(texts.about[product.kind], product.traits)
  const length = random.weighted([
    ['none', 7],
    ['short', 24],
    ['usual', 54],
    ['long', 15],
  ] as const)
  if (length === 'none') return { title: '', content: '' }
  const sentences: string[] = []
  const add = (from: readonly string[], count = 1) => sentences.push(...random.sample(from, count))
  if (length === 'short') add(random.chance(0.6) && about[mood].length > 0 ? about[mood] : texts.openers[mood])
  else {
    add(texts.openers[mood])
    if (mood === 'fair') add(about.good)
    add(about[mood], length === 'long' ? 3 : 1 + random.below(2))
    if (rate === 4 && random.chance(0.5)) add(about.fair)
    if (length === 'long' || random.chance(0.35)) add(texts.life, length === 'long' ? 2 : 1)
    if (random.chance(0.7)) add(texts.closers[mood])
  }
  const title = random.chance(0.62) ? random.pick(texts.titles[mood]) : ''
  const joiner = texts.joiner ?? ' '
  const cut = length === 'long' ? Math.ceil(sentences.length / 2) : sentences.length
  const content = [sentences.slice(0, cut), sentences.slice(cut)]
    .filter((part) => part.length > 0)
    .map((part) => part.join(joiner))
    .join('\n\n')
  return { title, content }
}

/** Returns the sentences that fit the product: one that begins with `[trait]` needs the trait. */
function fitting(moods: Moods, traits: readonly string[]): Moods {
  const fit = (sentences: readonly string[]) =>
    sentences.flatMap((sentence) => {
      const [, trait, text] = /^\[(\w+)\] (.*)$/.exec(sentence) ?? []
      if (trait === undefined || text === undefined) return [sentence]
      return traits.includes(trait) ? [text] : []
    })
  return { good: fit(moods.good), fair: fit(moods.fair), poor: fit(moods.poor) }
}

export function writeReply(
  random: Random,
  { texts, rate, firstName }: { texts: LanguageTexts; rate: number; firstName: string },
): string {
  return random.pick(rate >= 4 ? texts.replies.good : texts.replies.poor).replace('{name}', firstName)
}

/** Spam reviews, which every shop gets. */
export const spam: readonly WrittenReview[] = [
  {
    title: 'AMAZING OFFER',
    content: 'Get 10,000 followers today!!! Write to fast-growth (at) example.invalid and use code WOW.',
  },
  { title: 'read this', content: 'My cousin makes 4,700 a week from home. Ask me how. Not a scam, God bless.' },
  {
    title: 'Cheap sunglasses',
    content: 'Brand sunglasses 80% off, only today, visit shades dot example dot invalid before they are gone.',
  },
  { title: 'crypto', content: 'Stop buying mugs. Buy this coin. It went up 900% and it is only Tuesday.' },
  { title: 'asdf', content: 'asdf asdf asdf jkl jkl test test' },
  {
    title: 'Great blog',
    content: 'Great blog post, very informative, I have bookmarked it. Please also see my page about roof repair.',
  },
]
