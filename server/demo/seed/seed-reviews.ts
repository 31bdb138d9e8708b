import { createHash } from 'node:crypto'
import { dayMs } from '../../../rules/dates.ts'
import type { Prisma } from '../../generated/prisma/client.ts'
import { buildSearchText } from '../../reviews/reviews/search-text.ts'
import { snapshotPicture, type Snapshot } from '../catalog/art.ts'
import type { CatalogProduct } from '../catalog/catalog.ts'
import { scenesOf } from './seed-scenes.ts'
import { displayNameOf, inventPerson, type Person } from './seed-people.ts'
import { uuidAt, type Random } from './seed-random.ts'
import { spam, writeReply, writeReview } from '../texts/texts.ts'

export type ReviewRow = Prisma.ReviewCreateManyInput & { id: string; createdAt: Date }
type MediaRow = Prisma.ReviewMediaCreateManyInput

export interface SeedProduct {
  id: string
  product: CatalogProduct
}

export interface SeedCustomer extends Person {
  id: string
}

interface ReviewSeed {
  shopId: string
  products: readonly SeedProduct[]
  customers: readonly SeedCustomer[]
  count: number
  now: Date
}

/** Most are delighted, a few are cross, and hardly any are in between. */
const ratings = [
  [5, 62],
  [4, 17],
  [3, 7],
  [2, 4],
  [1, 10],
] as const
const lessLucky = [
  [5, 36],
  [4, 20],
  [3, 14],
  [2, 10],
  [1, 20],
] as const
const sources = [
  ['customer', 46],
  ['imported', 38],
  ['guest', 9],
  ['amazon', 4],
  ['aliexpress', 2],
  ['admin', 1],
] as const
const statuses = [
  ['published', 884],
  ['hidden', 34],
  ['deleted', 22],
  ['pending', 34],
] as const

/** Creates the reviews of the last two years: older ones imported, newer ones requested by email. */
export function makeReviews(random: Random, seed: ReviewSeed): { reviews: ReviewRow[]; media: MediaRow[] } {
  // The newest product has no reviews, and a few have far more than the rest.
  const shelf = seed.products.slice(0, -1).map((entry, index) => [entry, 1 / (1 + ((index * 7) % 41) / 5)] as const)
  const media: MediaRow[] = []
  const reviewedPairs = new Set<string>()
  const reviews = Array.from({ length: seed.count }, (_, number) => {
    const entry = random.weighted(shelf)
    const review = makeReview(random, { seed, entry, number, reviewedPairs })
    if (review.status === 'published' && review.rate >= 4 && random.chance(0.13))
      media.push(...photosOf(random, { seed, entry, review }))
    return review
  })
  const withMedia = new Set(media.map(({ reviewId }) => reviewId))
  return {
    reviews: reviews.map((made, number) => {
      const review = { ...made, ...publishedAtOnce(made) }
      return {
        ...review,
        ...sourceOf(review, number),
        incentivized: made.incentivized || earnsCode(review, seed.now),
        hasMedia: withMedia.has(made.id),
      }
    }),
    media,
  }
}

/** Days in which the demo's shop has given codes for reviews, and for which they are valid. */
export const codeDays = 60

/** Whether a review earned a code, which also marks it as incentivized: about every fifth. */
export const earnsCode = (
  { status, origin, createdAt }: Pick<Prisma.ReviewCreateManyInput, 'status' | 'origin' | 'createdAt'>,
  now: Date,
): boolean => {
  const written = new Date(createdAt).getTime()
  const isChosen = Math.floor(written / 60_000) % 5 === 0
  return isChosen && status === 'published' && origin === 'customer' && now.getTime() - written < codeDays * dayMs
}

/** Publishes shoppers' reviews at once, as the shop's settings say. Only imported ones wait. */
function publishedAtOnce({ status, origin, rate, createdAt }: ReviewRow): Partial<ReviewRow> {
  if (status !== 'pending' || (origin !== 'customer' && origin !== 'guest')) return {}
  const why = { code: 'rule.published', params: { rate, threshold: 1 } }
  return { status: 'published', decidedBy: 'rule', why, publishedAt: createdAt }
}

/** Says how a review was written, without changing what the random numbers give. */
function sourceOf({ origin, verifiedBy, createdAt }: ReviewRow, number: number): Partial<ReviewRow> {
  if (origin === 'imported') return { channel: 'Judge.me' }
  if (verifiedBy !== 'order') return { channel: number % 9 === 0 ? 'qr' : 'page' }
  return { channel: 'invited', deliveredAt: new Date(createdAt.getTime() - (3 + (number % 12)) * dayMs) }
}

interface Making {
  seed: ReviewSeed
  entry: SeedProduct
  number: number
  /** Pairs of customer and product that have a review. */
  reviewedPairs: Set<string>
}

/** Picks a customer without a review of this product, with a limited number of tries. */
function pickNewReviewer(random: Random, { seed, entry, reviewedPairs }: Omit<Making, 'number'>): SeedCustomer {
  const tries = Array.from({ length: 12 }, () => random.pick(seed.customers))
  const customer = tries.find(({ id }) => !reviewedPairs.has(`${id} ${entry.id}`)) ?? random.pick(seed.customers)
  reviewedPairs.add(`${customer.id} ${entry.id}`)
  return customer
}

function makeReview(random: Random, { seed, entry, number, reviewedPairs }: Making): ReviewRow {
  const spammed = random.chance(0.026)
  // Spammers bought nothing.
  const source = spammed ? 'guest' : random.weighted(sources)
  const customer = source === 'customer' ? pickNewReviewer(random, { seed, entry, reviewedPairs }) : null
  const person = customer ?? inventPerson(random, 10_000 + number)
  const troubled = entry.product.handle === 'travel-hammock' || entry.product.handle === 'watering-can'
  const rate = random.weighted<number>(troubled ? lessLucky : ratings)
  const status = spammed
    ? 'rejected'
    : random.weighted(
        statuses.map(([name, weight]) => [name, name === 'hidden' && rate <= 2 ? weight * 4 : weight] as const),
      )
  const own = source === 'customer' || source === 'guest'
  // Pending reviews are a few days old; imported ones are older than the shop.
  const age = status === 'pending' ? random.next() * 9 : own ? random.next() ** 1.25 * 380 : 300 + random.next() * 430
  const createdAt = new Date(seed.now.getTime() - Math.round(age * dayMs))
  const enteredAt = own ? createdAt : new Date(Math.max(createdAt.getTime(), seed.now.getTime() - 290 * dayMs))
  const text = spammed ? random.pick(spam) : writeReview(random, { texts: person.texts, product: entry.product, rate })
  const anonymous = !own && random.chance(0.25)
  const author = { ...nameOf(person, anonymous), email: own || random.chance(0.3) ? person.email : '' }
  // Reviews of the last day have no reply yet.
  const answered = status === 'published' && text.content !== '' && random.chance(rate >= 4 ? 0.14 : 0.46)
  const reply = answered && enteredAt.getTime() < seed.now.getTime() - dayMs
  const replyAt = new Date(
    Math.min(seed.now.getTime() - 3_600_000, enteredAt.getTime() + (0.2 + random.next() * 4) * dayMs),
  )
  const praised = status === 'published' && rate === 5 && text.content.length > 160
  return {
    shopId: seed.shopId,
    id: uuidAt(random, enteredAt.getTime()),
    productId: entry.id,
    customerId: customer?.id ?? null,
    rate,
    ...text,
    ...author,
    status,
    ...decisionOf(random, { status, own, number, rate }),
    origin: source === 'customer' || source === 'guest' || source === 'admin' ? source : 'imported',
    source,
    verifiedBy: customer && random.chance(0.72) ? 'order' : random.chance(0.03) ? 'merchant' : 'none',
    ...(own && status === 'published' && random.chance(0.02) && askedToEdit(random, seed.now)),
    featured: praised && random.chance(0.06),
    pinned: praised && random.chance(0.015),
    testimonial: praised && random.chance(0.04),
    incentivized: source === 'customer' && random.chance(0.08),
    ...(reply && {
      replyContent: writeReply(random, { texts: person.texts, rate, firstName: person.firstName }),
      replyAt,
    }),
    variantTitle: own ? random.pick(entry.product.variants).title : '',
    language: person.texts.locale,
    country: person.country,
    location: random.chance(0.6) ? person.place : '',
    createdAt,
    enteredAt,
    publishedAt: status === 'published' ? enteredAt : null,
    ...(status === 'deleted' && {
      beforeTrash: {
        status: 'published',
        decidedBy: own ? 'rule' : 'import',
        why: {},
        publishedAt: enteredAt.toISOString(),
      },
    }),
    deletedAt: status === 'deleted' ? new Date(seed.now.getTime() - random.next() * 12 * dayMs) : null,
    updatedAt: enteredAt,
    searchText: buildSearchText({ ...text, ...author }, entry.product.title),
  }
}

/** Returns a name as its owner writes it: East Asian names are one part, family name first. */
function nameOf(person: Person, anonymous: boolean): { firstName: string; lastName: string } {
  const whole = displayNameOf(person)
  if (!whole.startsWith(person.firstName)) return { firstName: anonymous ? person.firstName : whole, lastName: '' }
  return { firstName: person.firstName, lastName: anonymous ? '' : person.lastName }
}

/** Marks authors who were asked to approve a change; most have not answered yet. */
function askedToEdit(random: Random, now: Date): Pick<ReviewRow, 'editRequest' | 'editRequestedAt' | 'editRequestId'> {
  const editRequestedAt = new Date(now.getTime() - (1 + random.next() * 20) * dayMs)
  return {
    editRequest: random.weighted([
      ['unconfirmed', 5],
      ['denied', 2],
    ]),
    editRequestedAt,
    editRequestId: uuidAt(random, editRequestedAt.getTime()),
  }
}

type Decision = Pick<ReviewRow, 'decidedBy' | 'why'>

function decisionOf(
  random: Random,
  { status, own, number, rate }: { status: string; own: boolean; number: number; rate: number },
): Decision {
  const merchant = (action: string): Decision => ({
    decidedBy: 'merchant',
    why: { code: `merchant.${action}`, params: {} },
  })
  if (status === 'hidden') return merchant('unpublish')
  if (status === 'deleted') return merchant('trash')
  if (!own)
    return {
      decidedBy: 'import',
      why: { code: `import.${status}`, params: { file: 'reviews-export.csv', row: number + 2 } },
    }
  if (status === 'published' && random.chance(0.2)) return merchant('publish')
  if (status === 'published')
    return { decidedBy: 'rule', why: { code: 'rule.published', params: { rate, threshold: 1 } } }
  return { decidedBy: 'rule', why: {} }
}

interface Photographed {
  seed: ReviewSeed
  entry: SeedProduct
  review: ReviewRow
}

function photosOf(random: Random, { seed, entry, review }: Photographed): MediaRow[] {
  const taken = random.sample(
    snapshotsOf(entry.product),
    random.weighted([
      [1, 70],
      [2, 30],
    ]),
  )
  return taken.map((snapshot, position) => ({
    shopId: seed.shopId,
    id: uuidAt(random, review.createdAt.getTime()),
    reviewId: review.id,
    key: snapshotKey(seed.shopId, snapshot),
    width: snapshotEdge,
    height: snapshotEdge,
    position,
    createdAt: review.createdAt,
  }))
}

/** Edge in pixels of a customer picture's largest size. */
export const snapshotEdge = 900

export function snapshotsOf(product: CatalogProduct): Snapshot[] {
  const [drawing] = product.picture
  return scenesOf(product.kind).map((scene, index) => ({
    drawing,
    scene,
    twist: ((drawing.length * 37 + index * 53) % 100) / 100,
  }))
}

export function snapshotKey(shopId: string, snapshot: Snapshot): string {
  return `${shopId}/${createHash('sha256').update(snapshotPicture(snapshot)).digest('hex')}`
}
