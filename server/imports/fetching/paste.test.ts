import type { ImportBody, ImportClient } from '../../testing/import-client.ts'
import { client, world } from '../../testing/import-stage.ts'
import {
  aliexpressAnswer,
  amazonPage,
  amazonReview,
  cjAnswer,
  shopeeAnswer,
} from '../../testing/marketplace-answers.ts'

const paste = async (body: object): Promise<ImportBody> => {
  const answer = await world.rest('POST', '/imports/paste', { body })
  expect(answer.json()).toMatchObject({ success: true })
  return client.read(answer.json<{ data: { id: string } }>().data.id)
}

const reviews = (count: number): string =>
  amazonPage({
    reviews: Array.from({ length: count }, (_one, at) =>
      amazonReview({
        id: `R2ABCDEFGH${100 + at}`,
        stars: `${5 - (at % 3)}.0 out of 5 stars`,
        date: `Reviewed in Germany on ${1 + at} March 2024`,
        badge: at % 2 === 0,
        votes: `${at} people found this helpful`,
        modern: at % 4 !== 0,
      }),
    ),
  })

test('imports the reviews of an uploaded response once, for the product that the merchant picks', async () => {
  const lamp = await client.addProduct('lamp')
  const uploaded = await client.upload(aliexpressAnswer(), { name: 'searchEvaluation.json' })
  const check = await client.read(uploaded.json<{ data: { id: string } }>().data.id)
  expect(check).toMatchObject({
    status: 'checked',
    source: 'aliexpress',
    total: 4,
    fresh: 0,
    duplicates: 1,
    unmatched: 3,
    bad: 0,
    unmatchedProducts: { 'AliExpress product': 3 },
  })
  expect(check.questions).toMatchObject([{ id: 'unmatched', choices: ['shop', 'skip'] }])
  const done = await client.start(check.id, { answers: [{ question: 'unmatched', answer: lamp }] })
  expect(done).toMatchObject({ status: 'done', imported: 3, duplicates: 1, bad: 0, unmatched: 0 })
  expect(await client.reviews()).toMatchObject([
    { externalId: 'aliexpress:60087654321098767', content: '', rate: 5 },
    {
      externalId: 'aliexpress:60087654321098766',
      productId: lamp,
      rate: 3,
      source: 'aliexpress',
      origin: 'imported',
      verifiedBy: 'none',
      status: 'published',
    },
    { externalId: 'aliexpress:60087654321098765', productId: lamp, rate: 5, source: 'aliexpress', country: 'NZ' },
  ])
  expect(await paste({ source: 'aliexpress', text: aliexpressAnswer() })).toMatchObject({ fresh: 0, duplicates: 4 })
})

test('imports corrected rows of the error file', async () => {
  const check = await paste({ source: 'cj', text: cjAnswer() })
  const done = await client.start(check.id, { answers: [{ question: 'unmatched', answer: 'shop' }] })
  expect(done).toMatchObject({ status: 'done', imported: 1, bad: 1 })
  const errors = await world.inject({ method: 'GET', url: new URL(done.errorFileUrl ?? '', 'http://x').pathname })
  expect(errors.body).toContain('cj_review_id')
  const again = await client.upload(errors.body.replace(/"?A\*\*\*a"?/, '"A***a"').replace(/,"?0"?,/, ',"4",'), {
    name: 'mended.csv',
  })
  const mended = await client.read(again.json<{ data: { id: string } }>().data.id)
  expect(mended).toMatchObject({ status: 'checked', source: 'cj', total: 1, bad: 0 })
})

describe('the options of an upload', () => {
  const read = async (answer: Awaited<ReturnType<ImportClient['upload']>>): Promise<ImportBody> =>
    client.read(answer.json<{ data: { id: string } }>().data.id)
  const page = amazonPage({
    reviews: [1, 2, 3, 4].map((at) =>
      amazonReview({
        id: `R2ABCDEFGH10${at}`,
        stars: `${6 - at}.0 out of 5 stars`,
        date: `Reviewed in Germany on ${at} March 2024`,
      }),
    ),
  })
  test('come from the upload, else from the general settings', async () => {
    expect(await read(await client.upload(page, { name: 'Lamp.html' }))).toMatchObject({ source: 'amazon', total: 4 })
    expect(
      await read(
        await client.upload(page, { name: 'Lamp.html', query: '?source=amazon&rating=fourFive&maxReviews=1' }),
      ),
    ).toMatchObject({ source: 'amazon', total: 1 })
  })

  test.each([
    ['another marketplace’s file', '?source=amazon', 'otherMarketplace'],
    ['a number beyond its bounds', '?maxReviews=101', 'betweenEqual'],
    ['what is no number', '?maxReviews=many', 'mustBeDigits'],
    ['what is no source', '?source=ebay', 'valueInvalid'],
  ])('%s is refused', async (_name, query, code) => {
    const answer = await client.upload(aliexpressAnswer(), { name: 'answer.json', query })
    expect([answer.statusCode, answer.body]).toEqual([422, expect.stringContaining(code)])
  })
})

describe('options', () => {
  const chosen = async (options: object): Promise<string[]> => {
    const run = await paste({ source: 'amazon', text: reviews(6), ...options })
    const done = await client.start(run.id, { answers: [{ question: 'unmatched', answer: 'shop' }] })
    expect(done).toMatchObject({ status: 'done', bad: 0 })
    return (await client.reviews()).map(({ externalId }) => (externalId ?? '').slice(-1)).sort()
  }

  test.each([
    ['all', {}, ['0', '1', '2', '3', '4', '5']],
    ['five stars', { rating: 'five' }, ['0', '3']],
    ['four and five', { rating: 'fourFive' }, ['0', '1', '3', '4']],
    ['with photos', { photo: 'withPhoto' }, ['0', '4']],
    ['bought', { reviewer: 'verified' }, ['0', '2', '4']],
    ['the two newest', { maxReviews: 2 }, ['4', '5']],
    ['the most helpful of the bought ones', { maxReviews: 1, sort: 'helpful', reviewer: 'verified' }, ['4']],
  ])('%s', async (_name, options, expected) => expect(await chosen(options)).toEqual(expected))

  test('default to the general settings, for uploads too', async () => {
    const save = 'mutation ($input: SaveGeneralInput!) { saveGeneral(input: $input) { __typename } }'
    expect(
      await world.graphql(save, { input: { maxReviewImport: 3, importOptions: { amazon: { rating: 'FOUR_FIVE' } } } }),
    ).toMatchObject({ data: { saveGeneral: { __typename: expect.stringContaining('Success') } } })
    const uploaded = await client.upload(reviews(6), { name: 'Desk lamp.html' })
    expect(await client.read(uploaded.json<{ data: { id: string } }>().data.id)).toMatchObject({
      source: 'amazon',
      total: 3,
    })
    expect(await paste({ source: 'amazon', text: reviews(6), rating: 'all', maxReviews: 6 })).toMatchObject({
      total: 6,
    })
  })

  test('report over GraphQL how many reviews were found', async () => {
    const document = `mutation ($input: PasteImportInput!) { pasteImport(input: $input) { __typename
      ... on PasteImportSuccess { data { status source total marketplace { total found chosen } } } ... on InvalidInputError { fields { path code message } } } }`
    expect(
      await world.graphql(document, { input: { source: 'SHOPEE', text: shopeeAnswer(), maxReviews: 1, rating: null } }),
    ).toMatchObject({
      data: {
        pasteImport: {
          data: { status: 'CHECKED', source: 'Shopee', total: 1, marketplace: { total: 248, found: 2, chosen: 1 } },
        },
      },
    })
    expect(
      await world.graphql(document, { input: { source: 'SHOPEE', text: shopeeAnswer(), maxReviews: 101 } }),
    ).toMatchObject({
      data: {
        pasteImport: {
          fields: [{ path: 'maxReviews', code: 'betweenEqual', message: 'Number needs to be between equal 1 and 100' }],
        },
      },
    })
  })
})

describe('refused texts', () => {
  test.each([
    ['nothing', { source: 'amazon', text: ' ' }, { text: 'required' }],
    ['no source', { text: '{}' }, { source: 'required' }],
    ['a source of files', { source: 'judgeme', text: '{}' }, { source: 'valueInvalid' }],
    ['words', { source: 'amazon', text: 'Great lamp' }, { text: 'notMarketplaceReviews' }],
    [
      'a table',
      { source: 'amazon', text: '<table><tr><td>body<td>rating<tr><td>Good<td>5</table>' },
      { text: 'notMarketplaceReviews' },
    ],
    ['another marketplace', { source: 'amazon', text: shopeeAnswer() }, { text: 'otherMarketplace' }],
    ['a robot check', { source: 'shopee', text: '{"error":90309999}' }, { text: 'marketplaceRobotCheck' }],
    ['no reviews', { source: 'shopee', text: '{"data":{"ratings":[]}}' }, { text: 'noReviewsFound' }],
    ['too many at a time', { source: 'shopee', text: shopeeAnswer(), maxReviews: 101 }, { maxReviews: 'betweenEqual' }],
  ])('%s', async (_name, body, fields) => {
    const answer = await world.rest('POST', '/imports/paste', { body })
    expect(answer.statusCode).toBe(422)
    expect(answer.json()).toMatchObject({
      success: false,
      fields: Object.fromEntries(Object.entries(fields).map(([path, code]) => [path, { code }])),
    })
    expect(await client.db().import.count({ where: { shopId: world.shop.id } })).toBe(0)
  })

  test('offer no remap of a marketplace’s columns', async () => {
    const { id } = await paste({ source: 'shopee', text: shopeeAnswer() })
    expect(
      (await world.rest('POST', `/imports/${id}/columns`, { body: { mapping: { content: 1, rating: 2 } } })).statusCode,
    ).toBe(409)
  })
})

describe('a saved Judge.me API response', () => {
  const saved = (id: number, more: object = {}) => ({
    id,
    title: `Title ${id}`,
    body: `Review number ${id}`,
    rating: 4,
    product_external_id: 7012345678,
    product_handle: 'lamp',
    reviewer: { name: 'Sarah Cohen', email: null },
    verified: 'buyer',
    created_at: '2025-05-01T12:00:00Z',
    published: true,
    hidden: false,
    curated: 'ok',
    ...more,
  })
  const checked = async (payload: unknown) => client.checked(JSON.stringify(payload), { name: 'judgeme.json' })

  test.each([
    ['an answer', { current_page: 1, per_page: 10, reviews: [saved(1), saved(2, { hidden: true })] }],
    ['several answers', [{ reviews: [saved(3)] }, { reviews: [saved(4, { hidden: true })] }]],
    ['the list alone', [saved(5), saved(6, { hidden: true })]],
  ])('%s imports like a fetched response', async (_name, payload) => {
    await client.addProduct('lamp', '7012345678')
    const { id } = await checked(payload)
    expect(await client.start(id)).toMatchObject({ status: 'done', total: 2, imported: 2, bad: 0 })
    const reviews = await client.reviews()
    expect(reviews.map(({ status, verifiedBy }) => [status, verifiedBy]).sort()).toEqual([
      ['hidden', 'merchant'],
      ['published', 'merchant'],
    ])
    expect(reviews[0]?.externalId).toMatch(/^judgeme-api:\d$/)
  })

  test('is refused when it is any other JSON', async () => {
    for (const payload of [
      { reviews: [] },
      { reviews: [{ body: 'x', rating: 5 }] },
      { reviews: [saved(7), { order: 1 }] },
      { orders: [] },
    ]) {
      const refused = await client.upload(JSON.stringify(payload), { name: 'any.json' })
      expect([refused.statusCode, refused.json()]).toMatchObject([422, { code: 'notMarketplaceReviews' }])
    }
    expect(await world.ctx.db.import.count({ where: { shopId: world.shop.id, fileName: 'any.json' } })).toBe(0)
  })
})
