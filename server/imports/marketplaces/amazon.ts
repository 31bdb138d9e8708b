import { Parser } from 'htmlparser2'
import { InvalidInput } from '../../core/errors.ts'
import { starsIn } from './amazon-ratings.ts'
import { countryIn, dayIn } from './local-dates.ts'
import { countOf, joined, withScheme, type Listing, type ListedReview } from './marketplace.ts'

/** Deepest nesting: the parser scans all open tags at each closing tag. */
const deepest = 512
const mostReviews = 5_000
/** Above the limit for a review, so cut text is refused as too long. */
const longestText = 100_000
const shownLines = new Set(['p', 'div', 'li', 'ul', 'h1', 'h2', 'h3', 'tr'])

type Attributes = Readonly<Record<string, string | undefined>>
type Piece = 'rating' | 'title' | 'content' | 'author' | 'date' | 'variant' | 'votes'
type OfPage = 'total' | 'product'

const pieces: Readonly<Record<string, Piece>> = {
  'review-star-rating': 'rating',
  'cmps-review-star-rating': 'rating',
  'review-title': 'title',
  reviewTitle: 'title',
  'review-body': 'content',
  'review-collapsed': 'content',
  reviewRichContentContainer: 'content',
  'review-date': 'date',
  'format-strip': 'variant',
  'helpful-vote-statement': 'votes',
}

/** Text being collected: its target, and the depth of its element. */
interface OpenElement {
  name: Piece | OfPage
  depth: number
}

interface Draft {
  id: string
  depth: number
  texts: Partial<Record<Piece, string>>
  pictures: string[]
  videos: string[]
  badge: boolean
  vine: boolean
}

/**
 * Reads reviews from an Amazon page, a product's or a review page, by the elements' attributes (domain/marketplaces
 * 2.2). Null for other pages.
 * @throws InvalidInput notMarketplaceReviews for a page that no shop writes
 */
export function readAmazon(html: string): Listing | null {
  const page = new AmazonPage()
  const parser = new Parser(page, { decodeEntities: true, lowerCaseTags: true, recognizeSelfClosing: false })
  parser.end(html)
  const reviews = page.reviews()
  if (reviews.length === 0 && !/\bamazon\.[a-z]{2,3}(?:\.[a-z]{2})?\b/i.test(html)) return null
  return { reviews, total: page.total(), more: page.more }
}

class AmazonPage {
  more = false
  #drafts: Draft[] = []
  #draft: Draft | null = null
  #depth = 0
  #open: OpenElement[] = []
  /** Depth of the element whose text is ignored; 0: none. */
  #silent = 0
  /** Depth of the element with the words for stars. */
  #stars = 0
  #page: Partial<Record<OfPage, string>> = {}
  #asin = ''

  onopentag(name: string, attributes: Attributes): void {
    if (++this.#depth > deepest) throw new InvalidInput({ file: 'notMarketplaceReviews' })
    const hook = attributes['data-hook'] ?? ''
    const classes = ` ${attributes.class ?? ''} `
    this.#ofPage(name, attributes, hook)
    if (!this.#draft && isReview(hook, classes, attributes.id)) this.#begin(attributes.id ?? '')
    if (this.#draft) this.#ofReview(this.#draft, attributes, { hook, classes })
    if (!this.#silent && isSilent(name, hook, classes)) this.#silent = this.#depth
    if (name === 'br' || shownLines.has(name)) this.#append('\n')
    // Amazon draws a line between size and color.
    if (classes.includes(' a-icon-text-separator ')) this.#append(', ')
  }

  ontext(text: string): void {
    if (!this.#silent && this.#open.length > 0) this.#append(text.slice(0, longestText).replace(/\s+/g, ' '))
  }

  onclosetag(name: string): void {
    if (shownLines.has(name)) this.#append('\n')
    if (this.#silent === this.#depth) this.#silent = 0
    if (this.#stars === this.#depth) this.#stars = 0
    // Nested from the outside in. A tag cut off at the end of the page is closed without having been opened.
    while (this.#open.length > 0 && (this.#open.at(-1)?.depth ?? 0) >= this.#depth) this.#open.pop()
    if (this.#draft?.depth === this.#depth) this.#draft = null
    this.#depth--
  }

  reviews(): ListedReview[] {
    return this.#drafts.map((draft) => listed(draft, { asin: this.#asin, title: lineOf(this.#page.product) }))
  }

  total(): number | null {
    const digits = /\d[\d.,\s]*/.exec(this.#page.total ?? '')?.[0].replace(/\D/g, '') ?? ''
    return digits === '' ? null : countOf(Number(digits))
  }

  #ofPage(name: string, attributes: Attributes, hook: string): void {
    const href = attributes.href ?? ''
    if (name === 'link' && attributes.rel === 'canonical') this.#asin ||= asinIn(href)
    if (hook === 'product-link') this.#asin ||= asinIn(href)
    if (name === 'input' && attributes.id === 'ASIN') this.#asin ||= attributes.value ?? ''
    if (
      hook === 'see-all-reviews-link-foot' ||
      (name === 'li' && /\ba-last\b/.test(attributes.class ?? '') && !/\ba-disabled\b/.test(attributes.class ?? ''))
    )
      this.more = true
    if (hook === 'total-review-count') this.#read('total')
    if (attributes.id === 'productTitle' || hook === 'product-link') this.#read('product')
  }

  #begin(id: string): void {
    if (this.#drafts.length >= mostReviews) throw new InvalidInput({ file: 'notMarketplaceReviews' })
    const draft: Draft = {
      id: /R[A-Z0-9]{8,}/.exec(id)?.[0] ?? id,
      depth: this.#depth,
      texts: {},
      pictures: [],
      videos: [],
      badge: false,
      vine: false,
    }
    this.#drafts.push(draft)
    this.#draft = draft
  }

  #ofReview(draft: Draft, attributes: Attributes, { hook, classes }: { hook: string; classes: string }): void {
    const piece = Object.hasOwn(pieces, hook)
      ? pieces[hook]
      : classes.includes(' a-profile-name ')
        ? 'author'
        : undefined
    if (piece) this.#read(piece)
    if (classes.includes(' a-icon-alt ')) this.#stars ||= this.#depth
    if (hook.startsWith('avp-badge')) draft.badge = true
    if (/vine/i.test(hook)) draft.vine = true
    if (hook === 'review-image-tile') draft.pictures.push(wholePicture(attributes['data-src'] ?? attributes.src ?? ''))
    if (classes.includes(' video-url ')) draft.videos.push(attributes.value ?? '')
  }

  #read(name: Piece | OfPage): void {
    const texts = this.#textsOf(name)
    // A page may contain a text twice, shortened and in full: the first one counts.
    if (texts[name] !== undefined) return
    texts[name] = ''
    this.#open.push({ name, depth: this.#depth })
  }

  #append(text: string): void {
    for (const { name } of this.#open) {
      // Skips the stars within the title.
      if (name !== 'rating' && (this.#stars > 0 || this.#open.some((other) => other.name === 'rating'))) continue
      const texts = this.#textsOf(name)
      const before = texts[name] ?? ''
      if (before.length < longestText) texts[name] = before + text
    }
  }

  #textsOf(name: Piece | OfPage): Partial<Record<Piece | OfPage, string>> {
    return name === 'total' || name === 'product' ? this.#page : (this.#draft?.texts ?? {})
  }
}

const isReview = (hook: string, classes: string, id = ''): boolean =>
  hook === 'review' || (classes.includes(' review ') && /R[A-Z0-9]{8,}/.test(id))

const isSilent = (name: string, hook: string, classes: string): boolean =>
  name === 'script' ||
  name === 'style' ||
  name === 'noscript' ||
  hook.startsWith('expand-collapse') ||
  / (?:a-expander-prompt|a-expander-header|video-block|vse-player) /.test(classes)

function listed(
  { id, texts, pictures, videos, badge, vine }: Draft,
  { asin, title }: { asin: string; title: string },
): ListedReview {
  const dated = lineOf(texts.date)
  return {
    cells: {
      externalId: id,
      platformId: asin,
      productTitle: title,
      rating: starsIn(lineOf(texts.rating)),
      title: lineOf(texts.title),
      author: lineOf(texts.author),
      content: (texts.content ?? '')
        .split('\n')
        .map((line) => line.trim())
        .join('\n')
        .replace(/\n{3,}/g, '\n\n')
        .trim(),
      date: dayIn(dated) ?? dated,
      country: countryIn(dated),
      variant: lineOf(texts.variant),
      pictures: joined(pictures),
      videos: joined(videos),
      incentivized: vine ? 'yes' : '',
    },
    votes: votesIn(lineOf(texts.votes)),
    badge,
  }
}

const lineOf = (text = ''): string => text.replace(/\s+/g, ' ').trim()

/** Reads `12 people found this helpful`, `1.024 Personen fanden …`; a sentence without a number means one person. */
function votesIn(text: string): number {
  if (text === '') return 0
  const found = /\d[\d.,]*/.exec(text)?.[0].replace(/\D/g, '')
  return found ? (countOf(Number(found)) ?? 0) : 1
}

/** Returns a picture's address without the suffix for its small size: `…/71abc._SY88.jpg`. */
const wholePicture = (address: string): string =>
  withScheme(address.trim()).replace(/\._[\w,-]*\.(?=[a-z]{3,4}$)/i, '.')

const asinIn = (href: string): string =>
  /\/(?:dp|product|product-reviews|gp\/product)\/([A-Z0-9]{10})(?:[/?]|$)/.exec(href)?.[1] ?? ''
