import { describe, expect, test } from '@jest/globals'
import { jsonLd, type JsonLdView } from './json-ld.ts'
import type { ShownReview } from './shown.ts'

const review = (more: Partial<ShownReview> = {}): ShownReview => ({
  id: 'r1',
  title: 'Lovely',
  content: 'Keeps tea hot',
  rate: 4,
  author: 'Ada B.',
  createdAt: '2026-03-01T10:00:00.000Z',
  date: '1 March 2026',
  verified: 'order',
  incentivized: false,
  media: [],
  reply: null,
  ...more,
})
const summary = { count: 12, average: 4.67, histogram: { 5: 8, 4: 4, 3: 0, 2: 0, 1: 0 } }
const view = (more: Partial<JsonLdView> = {}): JsonLdView => ({
  product: {
    name: 'Mug',
    url: 'https://shop.test/products/mug',
    image: 'https://shop.test/mug.webp',
    description: 'A mug',
  },
  summary,
  reviews: [review()],
  ...more,
})
const read = (more?: Partial<JsonLdView>) => JSON.parse(jsonLd(view(more)) ?? 'null') as Record<string, unknown> | null

/** Checks Google's rules of review snippets and product snippets. Returns a sentence for each broken rule. */
function problemsOf(product: Record<string, unknown> | null): string[] {
  if (!product) return []
  const problems: string[] = []
  const must = (holds: boolean, rule: string) => {
    if (!holds) problems.push(rule)
  }
  const rating = product['aggregateRating'] as Record<string, unknown> | undefined
  const reviews = (product['review'] ?? []) as Record<string, unknown>[]
  const offers = product['offers'] as Record<string, unknown> | undefined
  must(
    product['@type'] === 'Product' && typeof product['name'] === 'string' && product['name'] !== '',
    'a product has a name',
  )
  must(rating !== undefined || reviews.length > 0 || offers !== undefined, 'a product has a rating, reviews or offers')
  if (rating) {
    must(rating['@type'] === 'AggregateRating' && typeof rating['ratingValue'] === 'number', 'a rating has a value')
    must(Number(rating['reviewCount']) > 0, 'a rating counts at least one review')
    must(
      Number(rating['ratingValue']) <= Number(rating['bestRating']) &&
        Number(rating['ratingValue']) >= Number(rating['worstRating']),
      'a value is within its bounds',
    )
  }
  for (const each of reviews) {
    const author = each['author'] as Record<string, unknown>
    const own = each['reviewRating'] as Record<string, unknown>
    must(
      author['@type'] === 'Person' && String(author['name']).length > 0 && String(author['name']).length < 100,
      'an author is a person with a name below 100 characters',
    )
    must(
      Number(own['ratingValue']) >= 1 && Number(own['ratingValue']) <= Number(own['bestRating']),
      'a review has its stars',
    )
    must(
      each['datePublished'] === undefined ||
        (typeof each['datePublished'] === 'string' && /^\d{4}-\d\d-\d\d$/.test(each['datePublished'])),
      'a date is ISO 8601',
    )
  }
  if (offers) {
    const prices = offers['@type'] === 'AggregateOffer' ? [offers['lowPrice'], offers['highPrice']] : [offers['price']]
    must(
      prices.every((price) => /^\d+\.\d\d$/.test(String(price))),
      'an offer has a price',
    )
    must(/^[A-Z]{3}$/.test(String(offers['priceCurrency'])), 'an offer has a currency')
  }
  return problems
}

describe('the structured data of a product', () => {
  test('follows the rules of review snippets, which the check can detect violations of', () => {
    expect(problemsOf(read())).toEqual([])
    expect(problemsOf(read({ reviews: [review({ author: '', title: '', content: '' })] }))).toEqual([])
    expect(problemsOf(read({ reviews: [review({ author: 'Ä'.repeat(300) })] }))).toEqual([])
    const broken = read()
    expect(
      problemsOf({
        ...broken,
        name: '',
        aggregateRating: { '@type': 'AggregateRating', ratingValue: 6, reviewCount: 0, bestRating: 5, worstRating: 1 },
      }),
    ).toHaveLength(3)
  })

  test('joins the theme’s product by its id and URL', () => {
    expect(read()).toMatchObject({
      '@id': 'https://shop.test/products/mug#product',
      url: 'https://shop.test/products/mug',
      aggregateRating: { ratingValue: 4.67, reviewCount: 12 },
    })
    expect(read()).not.toHaveProperty('offers')
    expect(read()?.['review']).toMatchObject([
      { author: { '@type': 'Person', name: 'Ada B.' }, datePublished: '2026-03-01', reviewRating: { ratingValue: 4 } },
    ])
  })

  test('describes the product if the page has no markup of its own', () => {
    const variants = [
      { sku: 'M-1', gtin: '', priceCents: 2400 },
      { sku: 'M-2', gtin: '4006381333931', priceCents: 3005 },
    ]
    const sold = read({ sold: { brand: 'Fernhill', currency: 'USD', variants } })
    expect(sold).toMatchObject({
      brand: { '@type': 'Brand', name: 'Fernhill' },
      sku: 'M-1',
      gtin: '4006381333931',
      offers: { '@type': 'AggregateOffer', lowPrice: '24.00', highPrice: '30.05', offerCount: 2, priceCurrency: 'USD' },
    })
    expect(problemsOf(sold)).toEqual([])
    const [first] = variants
    expect(read({ sold: { brand: '', currency: 'EUR', variants: first ? [first] : [] } })).toMatchObject({
      offers: { '@type': 'Offer', price: '24.00', priceCurrency: 'EUR' },
    })
    expect(problemsOf(read({ sold: { brand: '', currency: 'EUR', variants: [] } }))).toEqual([])
  })

  test('is absent without reviews, and can’t end the script element', () => {
    expect(
      jsonLd(view({ summary: { count: 0, average: 0, histogram: { 5: 0, 4: 0, 3: 0, 2: 0, 1: 0 } }, reviews: [] })),
    ).toBeNull()
    const hostile = '</script><script>alert(1)</script><!--\u2028&'
    const text = jsonLd(
      view({
        product: { name: hostile, url: 'https://shop.test/p', image: null, description: hostile },
        reviews: [review({ author: hostile, content: hostile, title: hostile })],
        sold: { brand: hostile, currency: 'USD', variants: [{ sku: hostile, gtin: '', priceCents: 1 }] },
      }),
    )
    expect(text).not.toMatch(/[<>&\u2028]/)
    const element = document.createElement('div')
    element.innerHTML = `<script type="application/ld+json">${text ?? ''}</script>`
    expect(element.children).toHaveLength(1)
    expect(JSON.parse(element.firstElementChild?.textContent ?? '')).toMatchObject({ name: hostile, sku: hostile })
  })
})
