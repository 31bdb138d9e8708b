import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { v7 as uuidv7 } from 'uuid'
import type { Review } from '../../generated/prisma/client.ts'
import { encodeId } from '../../core/global-ids.ts'
import { saveSetting } from '../../shop/settings/settings.ts'
import { addProduct, type TestProduct } from '../../testing/orders.ts'
import { addReviews, countDrift, type TestReview } from '../../testing/reviews.ts'
import { setPlan } from '../../testing/things.ts'
import { createWorld, type World } from '../../testing/world.ts'

let world: World
let mug: TestProduct
beforeAll(async () => {
  world = await createWorld()
  mug = await addProduct(world, 'Mug')
})
afterAll(() => world.close())

interface Wire extends Record<string, unknown> {
  id: string
  version: number
  media: { id: string; url: string; hidden: boolean }[]
}
interface Body {
  success: boolean
  data: Wire
  code?: string
  message?: string
  fields?: Record<string, { code: string; message: string }>
}
type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

async function call(method: Method, path: string, body?: object): Promise<{ status: number; body: Body }> {
  const answer = await world.rest(method, path, body ? { body } : {})
  return { status: answer.statusCode, body: answer.json<Body>() }
}
const page = async (query: string) => {
  const answer = await world.rest('GET', `/reviews${query}`)
  return {
    status: answer.statusCode,
    ...answer.json<{ data: Wire[]; pagination: Record<string, unknown>; code?: string; fields?: object }>(),
  }
}
const add = async (review: TestReview): Promise<Review> =>
  (await addReviews(world.ctx, { productId: mug.id, ...review }))[0] as Review
const contents = ({ data }: { data: Wire[] }) => data.map(({ content }) => content)

describe('GET /reviews', () => {
  beforeAll(async () => {
    const at = (day: number) => ({ createdAt: new Date(Date.UTC(2025, 0, day)) })
    await addReviews(
      world.ctx,
      {
        ...at(1),
        content: 'one',
        rate: 5,
        status: 'published',
        decidedBy: 'merchant',
        publishedAt: new Date(0),
        productId: mug.id,
        variantTitle: 'Blue',
        verifiedBy: 'order',
        replyContent: 'Thanks',
        replyAt: new Date(0),
      },
      { ...at(2), content: 'two', rate: 1, status: 'published', edited: true },
      { ...at(3), content: 'three', rate: 3, status: 'pending', source: 'amazon', origin: 'imported' },
      { ...at(4), content: 'four', rate: 3, status: 'hidden', decidedBy: 'merchant', hasMedia: true },
      { ...at(5), content: 'five', rate: 2, status: 'hidden', publishedAt: new Date(0) },
      { ...at(6), content: 'six', rate: 5, status: 'deleted' },
    )
  })

  test.each<[string, string[]]>([
    ['', ['five', 'four', 'three', 'two', 'one']],
    ['?sort=oldest', ['one', 'two', 'three', 'four', 'five']],
    ['?sort=rate_desc', ['one', 'four', 'three', 'five', 'two']],
    ['?sort=lowest&limit=2', ['two', 'five']],
    ['?sort=media&limitPerPage=1', ['four']],
    ['?statusFilter=approved', ['two', 'one']],
    ['?statusFilter=pending,disapproved', ['five', 'four', 'three']],
    ['?statusFilter=["deleted"]', ['six']],
    ['?statusFilter=verified', ['one']],
    ['?statusFilter=edited&statusFilter=published', ['two']],
    ['?statusFilter=all&page=7', ['five', 'four', 'three', 'two', 'one']],
    ['?rateMultipleFilter=1,5', ['two', 'one']],
    ['?sourceFilter=Amazon', ['three']],
    ['?sourceFilter=Written by guest&rateMultipleFilter=3', ['four']],
    ['?searchText=three', []],
    ['?searchText=ada@reader', ['five', 'four', 'three', 'two', 'one']],
    ['?hasMedia=true', ['four']],
    ['?fromDate=2025-01-02&toDate=2025-01-03', ['three', 'two']],
    ['?unknown=x', ['five', 'four', 'three', 'two', 'one']],
  ])('filters and sorts by the query "%s"', async (query, expected) => {
    // The test helper sets the search text without the content.
    expect(contents(await page(query))).toEqual(expected)
  })

  test('filters by product with our id, the GraphQL id and the platform’s id', async () => {
    for (const id of [mug.id, encodeId('Product', mug.id), mug.platformId])
      expect(contents(await page(`?productIdsFilter=${id}`))).toEqual(['one'])
    expect(contents(await page(`?productIdsFilter=${uuidv7()}`))).toEqual([])
    expect(contents(await page('?productIdsFilter=99'))).toEqual([])
  })

  test('pages forward and backward, with a total unless declined', async () => {
    const first = await page('?limit=2')
    expect(first.pagination).toMatchObject({
      hasPre: false,
      hasNext: true,
      previousCursor: null,
      total: 5,
      totalPage: 3,
    })
    const next = await page(`?limit=2&cursor=${String(first.pagination.nextCursor)}&includeTotal=false`)
    expect([contents(next), next.pagination.total]).toEqual([['three', 'two'], null])
    expect(contents(await page(`?limit=2&before=${String(next.pagination.previousCursor)}`))).toEqual(['five', 'four'])
  })

  test('returns each field', async () => {
    const { data } = await page('?statusFilter=verified')
    expect(data[0]).toMatchObject({
      firstName: 'Ada',
      lastName: 'Byron',
      email: 'ada@reader.test',
      rate: 5,
      title: 'A title',
      content: 'one',
      status: 'approved',
      images: [],
      files: [],
      media: [],
      variants: 'Blue',
      source: 'guest',
      sourceLabel: 'Written by guest',
      origin: 'guest',
      type: 'review',
      createdAt: '2025-01-01T00:00:00.000Z',
      product: { id: mug.id, productId: mug.platformId, title: 'Mug', handle: 'mug' },
      verified: true,
      verifiedByOrder: true,
      featured: false,
      pinned: false,
      testimonial: false,
      edited: false,
      reply: { content: 'Thanks', createdAt: '1970-01-01T00:00:00.000Z' },
      editRequest: null,
      version: 1,
    })
    expect((await page('?statusFilter=disapproved&sort=oldest')).data.map(({ status }) => status)).toEqual([
      'disapproved',
      'unpublished',
    ])
  })

  test.each<[string, string]>([
    ['?statusFilter=hidden-away', 'statusFilter'],
    ['?rateMultipleFilter=6', 'rateMultipleFilter'],
    ['?rateMultipleFilter=x', 'rateMultipleFilter'],
    ['?sourceFilter=ebay', 'sourceFilter'],
    ['?productIdsFilter=x', 'productIdsFilter'],
    ['?limit=0', 'limit'],
    ['?limit=101', 'limit'],
    ['?limit=x', 'limit'],
    ['?sort=price', 'sort'],
    ['?cursor=bm90IG91cnM', 'cursor'],
    ['?fromDate=yesterday', 'fromDate'],
    ['?fromDate=2025-01-03&toDate=2025-01-02', 'toDate'],
    ['?hasMedia=perhaps', 'hasMedia'],
    ['?sort=recent&sort=oldest', 'sort'],
  ])('refuses %s', async (query, field) => {
    const answer = await page(query)
    expect([answer.status, Object.keys(answer.fields ?? {})[0]?.split('.')[0]]).toEqual([422, field])
  })
})

describe('one review', () => {
  const statusRows: [string, TestReview, object, Record<string, unknown>][] = [
    ['publish', { status: 'pending' }, {}, { status: 'approved' }],
    ['unpublish', { status: 'pending' }, {}, { status: 'disapproved' }],
    ['trash', {}, {}, { status: 'deleted' }],
    ['restore', { status: 'deleted' }, {}, { status: 'disapproved' }],
    ['pin', {}, {}, { pinned: true }],
    ['pin', { pinned: true }, { value: false }, { pinned: false }],
    ['feature', {}, { value: true }, { featured: true }],
    ['verify', {}, {}, { verified: true, verifiedByOrder: false }],
    ['verify', { verifiedBy: 'merchant' }, { value: false }, { verified: false }],
    ['testimonial', { status: 'published' }, {}, { testimonial: true }],
    [
      'request-edit',
      { origin: 'customer' },
      { content: 'Better', note: 'Just the name' },
      { editRequest: 'unconfirmed', editRequestExpiresAt: '2026-04-01T09:00:00.000Z' },
    ],
    [
      'revert',
      { edited: true, original: { title: '', content: 'First', media: [] } },
      {},
      { content: 'First', edited: false },
    ],
  ]
  test.each(statusRows)('is changed by POST %s of %j with %j', async (...[word, given, body, expected]) => {
    const { id, version } = await add(given)
    const { status, body: answer } = await call('POST', `/reviews/${encodeId('Review', id)}/${word}`, {
      ...body,
      version,
    })
    expect([status, answer.success, answer.data.id]).toEqual([200, true, id])
    expect(answer.data).toMatchObject({ ...expected, version: version + 1 })
  })

  const none = {}
  const rows: [Method, string, object][] = [
    ['GET', '', none],
    ['PUT', '', none],
    ['DELETE', '', none],
    ['PUT', '/reply', { content: 'x' }],
    ['DELETE', '/reply', none],
    ['DELETE', '/request-edit', none],
    ['PUT', '/media/MEDIA', { hidden: true }],
    ['DELETE', '/media/MEDIA', none],
    ...[
      'publish',
      'unpublish',
      'trash',
      'restore',
      'pin',
      'feature',
      'verify',
      'testimonial',
      'request-edit',
      'revert',
    ].map((word): [Method, string, object] => ['POST', `/${word}`, none]),
  ]
  test.each(rows)(
    'returns an error for unknown, another shop’s and malformed ids: %s %s',
    async (method, path, body) => {
      const [theirs] = await addReviews(world.contextOf(world.otherShop), {})
      const tail = path.replace('MEDIA', uuidv7())
      const [unknown, foreign] = [
        await call(method, `/reviews/${uuidv7()}${tail}`, body),
        await call(method, `/reviews/${theirs?.id ?? ''}${tail}`, body),
      ]
      expect([unknown.status, unknown.body.code]).toEqual([404, 'notFound'])
      expect(foreign).toEqual(unknown)
      const malformed = await call(method, `/reviews/x${tail}`, body)
      expect([malformed.status, malformed.body.code]).toEqual([422, 'malformedId'])
    },
  )

  test.each(rows.filter(([method, path]) => method !== 'GET' && !path.startsWith('/media')))(
    'is unchanged with 409 for a stale version, 422 for a malformed one: %s %s',
    async (method, path, body) => {
      const { id } = await add({ version: 2, status: 'pending' })
      const stale = await call(method, `/reviews/${id}${path}`, { ...body, version: 1 })
      expect([stale.status, stale.body.code]).toEqual([409, 'stale'])
      const malformed = await call(method, `/reviews/${id}${path}`, { ...body, version: 'two' })
      expect([malformed.status, malformed.body.code]).toEqual([422, 'mustBeDigits'])
    },
  )

  test.each([
    ['x'.repeat(501), 'fillAtMost'],
    [5, 'valueInvalid'],
  ])('refuses an edit request with an invalid note: %.5s', async (note, code) => {
    const { id } = await add({ origin: 'customer' })
    const { status, body } = await call('POST', `/reviews/${id}/request-edit`, { note })
    expect([status, body.code]).toEqual([422, code])
  })

  test('returns 409 if its status forbids a change, 402 if the plan does', async () => {
    const { id } = await add({ status: 'published' })
    expect(await call('POST', `/reviews/${id}/publish`)).toMatchObject({
      status: 409,
      body: { code: 'alreadyPublished', message: 'This review is already published' },
    })
    await setPlan(world, world.otherShop, 'free')
    const free = { token: world.otherToken }
    const [one] = await addReviews(world.contextOf(world.otherShop), {})
    const answer = await world.rest('POST', `/reviews/${one?.id ?? ''}/trash`, free)
    expect([answer.statusCode, answer.json<Body>().code]).toEqual([402, 'planRequired'])
    expect((await world.rest('DELETE', `/reviews/${one?.id ?? ''}`, free)).statusCode).toBe(200)
    await setPlan(world, world.otherShop, 'advanced')
  })

  test('shows its history, its first text and its purge date', async () => {
    const { id } = await add({ origin: 'admin', source: 'admin', content: 'First' })
    await call('PUT', `/reviews/${id}`, { content: 'Second' })
    await call('POST', `/reviews/${id}/trash`)
    expect((await call('GET', `/reviews/${id}`)).body.data).toMatchObject({
      content: 'Second',
      original: { title: 'A title', content: 'First' },
      edited: true,
      purgeAt: '2026-04-01T09:00:00.000Z',
      history: [
        { action: 'trashed', actor: 'merchant', bulk: false },
        { action: 'edited', before: { content: 'First' }, after: { content: 'Second' } },
      ],
    })
    await saveSetting(world.ctx, 'general', { enableTrashReview: false })
    expect((await call('GET', `/reviews/${id}`)).body.data.purgeAt).toBeNull()
  })
})

describe('PUT /reviews/{id}', () => {
  const own = { origin: 'admin', source: 'admin' } as const

  test.each<[object, TestReview, Record<string, unknown>]>([
    [{ title: ' New ', content: 'Words' }, own, { title: 'New', content: 'Words', edited: true }],
    [{ content: '' }, own, { content: '', edited: true }],
    [{ status: 'approved' }, { status: 'pending' }, { status: 'approved', edited: false }],
    [{ status: 'published' }, { status: 'published', decidedBy: 'rule' }, { status: 'published', version: 1 }],
    [{ status: 'unpublished' }, { status: 'published', publishedAt: new Date(0) }, { status: 'unpublished' }],
    [{ status: 'deleted' }, {}, { status: 'deleted' }],
    [{ status: 'verified' }, { status: 'hidden' }, { verified: true, status: 'unpublished' }],
    [{ status: 'edited' }, own, { edited: true, status: 'pending' }],
    [{ status: 'approved', content: 'Both' }, own, { status: 'approved', content: 'Both', version: 3 }],
    [{}, own, { version: 1 }],
  ])('saves %j of %j', async (body, given, expected) => {
    const { id, version } = await add(given)
    const { status, body: answer } = await call('PUT', `/reviews/${id}`, { ...body, version })
    expect(status).toBe(200)
    expect(answer.data).toMatchObject(expected)
  })

  test.each<[object, TestReview, number, string]>([
    [{ rate: 5 }, own, 422, 'unknownField'],
    [{ email: 'x@y.test' }, own, 422, 'unknownField'],
    [{ status: 'pending' }, { status: 'published' }, 422, 'valueInvalid'],
    [{ status: 'hidden' }, own, 422, 'valueInvalid'],
    [{ title: 'x'.repeat(201) }, own, 422, 'fillAtMost'],
    [{ content: 'x'.repeat(1_000_000) }, own, 422, 'fillAtMost'],
    [{ content: 5 }, own, 422, 'valueInvalid'],
    [{ media: [{ id: uuidv7(), hidden: true }] }, own, 422, 'notFound'],
    [{ media: [{ id: 'x', hidden: true }] }, own, 422, 'malformedId'],
    [{ media: 'x' }, own, 422, 'valueInvalid'],
    [{ content: 'x' }, { origin: 'customer' }, 409, 'editNotConfirmed'],
    [{ content: 'x', status: 'approved' }, { origin: 'customer' }, 409, 'editNotConfirmed'],
    [{ content: 'x' }, { origin: 'customer', editRequest: 'denied' }, 409, 'editDenied'],
    [{ content: 'x' }, { origin: 'customer', editRequest: 'confirmed' }, 409, 'editNeedsNewRequest'],
    [{ content: 'x' }, { origin: 'imported', editRequest: 'confirmed' }, 409, 'importedNotEditable'],
    [{ status: 'edited' }, { origin: 'customer' }, 409, 'editNotConfirmed'],
    [{ content: 'x' }, { ...own, status: 'deleted' }, 409, 'inTrash'],
  ])('refuses %j of %j', async (...[body, given, status, code]) => {
    const { id } = await add(given)
    const answer = await call('PUT', `/reviews/${id}`, body)
    expect([answer.status, answer.body.code]).toEqual([status, code])
    expect((await call('GET', `/reviews/${id}`)).body.data).toMatchObject({ version: 1, history: [] })
  })
})

describe('POST /reviews', () => {
  test('creates a published or pending review of origin admin', async () => {
    const { body } = await call('POST', '/reviews', {
      productId: mug.platformId,
      rate: 4,
      title: 'Solid',
      content: 'Holds water',
      firstName: 'Ann',
      lastName: 'Lee',
      email: 'Ann@Reader.test',
      createdAt: '2025-05-05T00:00:00Z',
    })
    expect(body.data).toMatchObject({
      rate: 4,
      status: 'approved',
      origin: 'admin',
      sourceLabel: 'Created by admin',
      verified: false,
      email: 'ann@reader.test',
      createdAt: '2025-05-05T00:00:00.000Z',
      product: { id: mug.id },
      why: { code: 'merchant.createPublished' },
    })
    expect((await call('POST', '/reviews', { rate: 4, status: 'pending' })).body.data).toMatchObject({
      status: 'pending',
      product: null,
    })
    expect(await call('POST', `/reviews/${body.data.id}/verify`)).toMatchObject({
      status: 409,
      body: { code: 'ownReviewNotVerified' },
    })
    expect(await countDrift(world.ctx)).toEqual([])
  })

  test.each<[object, number, string]>([
    [{}, 422, 'rateRequired'],
    [{ rate: 6 }, 422, 'ratingOutOfRange'],
    [{ rate: '5' }, 422, 'rateRequired'],
    [{ rate: 5, createdAt: '2026-03-02T09:00:00.001Z' }, 422, 'dateInFuture'],
    [{ rate: 5, createdAt: '0000-01-01T00:00:00Z' }, 422, 'invalidDate'],
    [{ rate: 5, createdAt: 'soon' }, 422, 'invalidDate'],
    [{ rate: 5, email: 'ann' }, 422, 'invalidEmail'],
    [{ rate: 5, status: 'verified' }, 422, 'valueInvalid'],
    [{ rate: 5, productId: uuidv7() }, 404, 'productMissing'],
    [{ rate: 5, productId: '77' }, 404, 'productMissing'],
    [{ rate: 5, productId: 'mug' }, 422, 'malformedId'],
    [{ rate: 5, firstName: 'x'.repeat(101) }, 422, 'fillAtMost'],
  ])('refuses %j', async (body, status, code) => {
    const answer = await call('POST', '/reviews', body)
    expect([answer.status, answer.body.code]).toEqual([status, code])
  })

  test.each([
    ['👍🏽👨‍👩‍👧'],
    ['<script>alert(1)</script>'],
    ["'; drop table"],
    ['{"a":1}'],
    ['%s\\x41\\u202e'],
    ['\u202eright to left\u2066', 'right to left'],
    ['nul\u0000by\u009bte', 'nulbyte'],
    ['\ud800alone', '\ufffdalone'],
  ])('saves %j as text without control characters', async (text, kept = text) => {
    const { body } = await call('POST', '/reviews', {
      rate: 5,
      title: `${text}\n`,
      content: text,
      firstName: `\t${text}`,
      lastName: text,
    })
    expect(body.data).toMatchObject({ title: kept, content: kept, firstName: kept, lastName: kept })
    expect((await call('PUT', `/reviews/${body.data.id}`, { title: 'Other' })).body.data).toMatchObject({
      title: 'Other',
      content: kept,
    })
    expect((await call('PUT', `/reviews/${body.data.id}/reply`, { content: text })).body.data).toMatchObject({
      reply: { content: kept },
    })
    expect((await call('POST', `/reviews/${body.data.id}/revert`)).body.data).toMatchObject({ title: kept })
  })
})

describe('the reply', () => {
  test('is added with a date, changed and deleted', async () => {
    const { id } = await add({ createdAt: new Date('2026-02-01T00:00:00Z') })
    expect(
      (
        await call('PUT', `/reviews/${id}/reply`, {
          content: 'Thanks',
          createdAt: '2026-02-03T00:00:00Z',
          sendMail: false,
        })
      ).body.data,
    ).toMatchObject({ reply: { content: 'Thanks', createdAt: '2026-02-03T00:00:00.000Z' } })
    expect((await call('PUT', `/reviews/${id}/reply`, { content: 'Other' })).body.data).toMatchObject({
      reply: { content: 'Other', createdAt: '2026-02-03T00:00:00.000Z' },
    })
    expect((await call('DELETE', `/reviews/${id}/reply`)).body.data).toMatchObject({ reply: null })
    expect((await call('DELETE', `/reviews/${id}/reply`)).body.code).toBe('noReply')
  })

  test.each<[object, string]>([
    [{}, 'replyRequired'],
    [{ content: ' \u0000' }, 'replyRequired'],
    [{ content: 'x'.repeat(5_001) }, 'fillAtMost'],
    [{ content: 5 }, 'valueInvalid'],
    [{ content: 'x', createdAt: '2026-03-02T09:00:01Z' }, 'dateInFuture'],
    [{ content: 'x', createdAt: '2026-01-31T00:00:00Z' }, 'replyDateTooEarly'],
    [{ content: 'x', createdAt: 5 }, 'invalidDate'],
    [{ content: 'x', sendMail: 'yes' }, 'valueInvalid'],
  ])('is refused: %j', async (body, code) => {
    const { id } = await add({ createdAt: new Date('2026-02-01T00:00:00Z') })
    const answer = await call('PUT', `/reviews/${id}/reply`, body)
    expect([answer.status, answer.body.code]).toEqual([422, code])
  })
})
