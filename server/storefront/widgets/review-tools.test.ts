import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { buildSearchText } from '../../reviews/reviews/search-text.ts'
import { saveSetting } from '../../shop/settings/settings.ts'
import { addProduct, type TestProduct } from '../../testing/orders.ts'
import { addReviews, type TestReview } from '../../testing/reviews.ts'
import { createWorld, type World } from '../../testing/world.ts'

let world: World
let product: TestProduct
/** Ids by the title of each review. */
const ids = new Map<string, string>()

beforeAll(async () => {
  world = await createWorld({ plan: 'enterprise' })
  product = await addProduct(world, 'Mug')
  const day = 86_400_000
  const reviews: TestReview[] = [
    {
      title: 'Soft',
      content: 'A soft towel in GREEN',
      rate: 5,
      verifiedBy: 'order',
      language: 'en',
      variantTitle: 'Green',
      hasMedia: true,
    },
    { title: 'Hard', content: 'Not soft at all', rate: 2, language: 'en', variantTitle: 'Blue', helpful: 3 },
    {
      title: 'Weich',
      content: 'Ein grünes Handtuch',
      rate: 4,
      language: 'de',
      variantTitle: 'Green',
      verifiedBy: 'merchant',
      helpful: 7,
    },
    { title: '柔软', content: '很柔软的毛巾', rate: 5, verifiedBy: 'order' },
    { title: '100% wool_', content: 'It’s 100% wool', rate: 1, hasMedia: true, helpful: 3 },
    { title: 'Hidden', content: 'A soft secret', rate: 5, status: 'hidden', language: 'fr', variantTitle: 'Red' },
  ]
  const rows = await addReviews(
    world.ctx,
    ...reviews.map((review, at): TestReview => ({
      status: 'published',
      productId: product.id,
      firstName: 'Zoe',
      lastName: 'Quartz',
      email: 'zoe@quartz.test',
      ...review,
      createdAt: new Date(Date.parse('2026-03-01T00:00:00Z') - at * day),
      searchText: buildSearchText(
        {
          title: String(review.title),
          content: String(review.content),
          firstName: 'Zoe',
          lastName: 'Quartz',
          email: 'zoe@quartz.test',
        },
        'Mug',
      ),
    })),
  )
  for (const { id, title, hasMedia } of rows) {
    ids.set(title, id)
    if (hasMedia)
      await world.ctx.db.reviewMedia.create({
        data: {
          shopId: world.shop.id,
          id,
          reviewId: id,
          key: `${world.shop.id}/${'a'.repeat(64)}`,
          width: 8,
          height: 6,
          createdAt: world.ctx.now(),
        },
      })
  }
})
afterAll(() => world.close())

const at = () => `/storefront/${world.shop.shopifyDomain}`
const json = (query: string) =>
  world.inject({ method: 'GET', url: `${at()}/products/${product.handle}/reviews?${query}` })
const titles = async (query: string) =>
  (await json(query)).json<{ reviews: { title: string }[] }>().reviews.map(({ title }) => title)
const box = async (query = '', key = 'reviewBox') =>
  (
    await world.inject({
      method: 'GET',
      url: `${at()}/widgets/${key}?${key === 'reviewBox' ? `product=${product.handle}` : 'page=reviews'}&${query}`,
    })
  ).body
const shown = (html: string) =>
  [...html.matchAll(/<h3 class="candor-subject" dir="auto"[^>]*>([^<]*)</g)].map(([, title]) => title)

describe('a shopper’s choice', () => {
  test.each([
    ['search=soft', ['Soft', 'Hard']],
    ['search=SOFT%20towel', ['Soft']],
    ['search=towel%20soft', ['Soft']],
    ['search=gr%C3%BCn', ['Weich']],
    ['search=%E6%9F%94', ['柔软']],
    ['search=100%25', ['100% wool_']],
    ['search=l_', ['100% wool_']],
    ['search=nothing', []],
    ['search=soft&rate=2', ['Hard']],
    ['search=soft&sort=lowest', ['Hard', 'Soft']],
    ['search=soft&sort=helpful', ['Hard', 'Soft']],
    ['search=soft&sort=oldest', ['Hard', 'Soft']],
    ['media=1', ['Soft', '100% wool_']],
    ['verified=1', ['Soft', 'Weich', '柔软']],
    ['verified=1&sort=lowest', ['Weich', 'Soft', '柔软']],
    ['verified=1&media=1', ['Soft']],
    ['language=en', ['Soft', 'Hard']],
    ['language=en&rate=5', ['Soft']],
    ['language=fr', []],
    ['variant=Green', ['Soft', 'Weich']],
    ['variant=Green&language=de&verified=1&search=ein', ['Weich']],
    ['variant=Red', []],
    ['sort=helpful', ['Weich', 'Hard', '100% wool_', 'Soft', '柔软']],
    ['sort=helpful&rate=5', ['Soft', '柔软']],
    ['sort=helpful&media=1', ['100% wool_', 'Soft']],
    ['sort=media&language=en', ['Soft', 'Hard']],
  ])('%s', async (query, expected) => {
    expect(await titles(query)).toEqual(expected)
  })

  test.each([
    'search=soft',
    'sort=helpful',
    'verified=1',
    'language=en',
    'variant=Green',
    'media=1&sort=lowest',
    'search=o&sort=helpful',
    'verified=1&sort=highest',
  ])('%s pages through one by one to the same list', async (query) => {
    const all = await titles(query)
    const paged: string[] = []
    let after = ''
    do {
      const { reviews, pageInfo } = (
        await json(`${query}&first=1${after && `&after=${encodeURIComponent(after)}`}`)
      ).json<{ reviews: { title: string }[]; pageInfo: { endCursor: string | null } }>()
      paged.push(...reviews.map(({ title }) => title))
      after = pageInfo.endCursor ?? ''
    } while (after && paged.length < 20)
    expect(paged).toEqual(all)
  })

  test('never finds a review by its author’s name or address', async () => {
    expect([
      await titles('search=quartz'),
      await titles('search=zoe@quartz.test'),
      await titles('search=wool_%0Azoe'),
    ]).toEqual([[], [], []])
  })

  test.each([
    'search=%00soft',
    'variant=%00',
    'search=a&search=b',
    `search=${'x'.repeat(101)}`,
    'media=maybe',
    'verified=constructor',
    'language=%3Cscript%3E',
    'language=en_US',
    `variant=${'v'.repeat(256)}`,
    'sort=popular',
    'search[]=a',
  ])('%s is refused or ignored, never an error', async (query) => {
    expect([200, 422]).toContain((await json(query)).statusCode)
    expect((await box(`candor_${query}`)).length).toBeGreaterThan(0)
  })

  test.each([
    "search='%20or%201=1--",
    'search=%25',
    'search=%5C',
    `search=${'a%20'.repeat(40)}`,
    'search=%F0%9F%98%80',
  ])('%s is searched for literally', async (query) => {
    expect((await json(query)).statusCode).toBe(200)
  })

  test('has its own ETag', async () => {
    const [all, some, again] = [await json(''), await json('search=soft'), await json('search=soft')]
    expect(some.headers['etag']).toBe(again.headers['etag'])
    expect(some.headers['etag']).not.toBe(all.headers['etag'])
  })

  test('returns variant, language and votes to headless clients', async () => {
    expect((await json('search=handtuch')).json<{ reviews: object[] }>().reviews).toMatchObject([
      { variant: 'Green', language: 'de', helpful: 7, unhelpful: 0 },
    ])
  })
})

describe('the box', () => {
  test('keeps one choice while another changes, in links and in the form', async () => {
    const html = await box('candor_q=soft&candor_verified=1&candor_rate=5')
    expect(html).toMatch(
      /href="\?candor_sort=recent&amp;candor_rate=4&amp;candor_q=soft&amp;candor_verified=1#candor-1qano6o-reviews"/,
    )
    expect(html).toMatch(/name="candor_q"[^>]* value="soft"/)
    expect(html).toMatch(/name="candor_verified" value="1" checked/)
  })

  test('offers the languages and variants of shown reviews', async () => {
    const html = await box()
    expect([...html.matchAll(/ value="(en|de|fr|Green|Blue|Red)"/g)].map(([, value]) => value)).toEqual([
      'de',
      'en',
      'Blue',
      'Green',
    ])
    expect(html).toContain('>German</option>')
  })

  test('shows a message and a link to all reviews when nothing is found', async () => {
    const html = await box('candor_q=nothing')
    expect(html).toContain('No reviews match your search')
    expect(html).toMatch(/href="\?candor_sort=recent#candor-1qano6o-reviews">Show all reviews/)
  })

  test('shows the review of an address first and marks it, once', async () => {
    const html = await box(`candor_review=${ids.get('柔软')}`)
    expect(shown(html)).toEqual(['柔软', 'Soft', 'Hard', 'Weich', '100% wool_'])
    expect(html.match(/candor-linked/g)).toHaveLength(1)
    expect(html).toContain('The review from your link')
  })

  test.each(['0190a000-0000-7000-8000-000000000000', 'x', "'%22<b>"])(
    'shows the normal list when the linked review %s doesn’t exist',
    async (id) => {
      expect(shown(await box(`candor_review=${encodeURIComponent(id)}`))).toEqual([
        'Soft',
        'Hard',
        'Weich',
        '柔软',
        '100% wool_',
      ])
    },
  )

  test('shows the list for a hidden review', async () => {
    const html = await box(`candor_review=${ids.get('Hidden')}`)
    expect(html).not.toContain('A soft secret')
    expect(shown(html)).toHaveLength(5)
  })

  test('has a wall of photos whose links lead to their reviews', async () => {
    const html = await box()
    expect([...html.matchAll(/data-candor-of="([^"]+)"/g)].map(([, id]) => id)).toEqual([
      ids.get('Soft'),
      ids.get('100% wool_'),
    ])
    expect(html).toContain(`href="?candor_review=${ids.get('Soft')}#candor-1qano6o-reviews" data-candor-src=`)
  })

  test('explains how reviews are verified, according to the settings', async () => {
    expect(await box()).toContain('Anyone can write a review here')
    await saveSetting(world.ctx, 'general', { eligibility: 'verified_buyers' })
    expect(await box()).toContain('Only customers who bought the product at')
  })

  test('of the whole shop searches and filters', async () => {
    expect(shown(await box('candor_q=soft', 'allReviews'))).toEqual(['Soft', 'Hard'])
    expect(shown(await box('candor_language=de', 'allReviews'))).toEqual(['Weich'])
    expect(shown(await box('candor_sort=helpful&candor_verified=1', 'allReviews'))).toEqual(['Weich', 'Soft', '柔软'])
    expect(shown(await box(`candor_review=${ids.get('Weich')}`, 'allReviews'))[0]).toBe('Weich')
    expect((await box('candor_variant=Green', 'allReviews')).match(/candor-review"/g)?.length).toBe(5)
  })

  test('marks the language of a text', async () => {
    expect(await box()).toContain('lang="de">Ein grünes Handtuch')
  })
})
