import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { v7 as uuidv7 } from 'uuid'
import type { Review } from '../../generated/prisma/client.ts'
import { encodeId } from '../../core/global-ids.ts'
import { suppress } from '../../shop/customers/suppressions.ts'
import { saveSetting } from '../../shop/settings/settings.ts'
import { addProduct, type TestProduct } from '../../testing/orders.ts'
import { addReviews, countDrift, type TestReview } from '../../testing/reviews.ts'
import { statementsOf } from '../../testing/statements.ts'
import { createWorld, type World } from '../../testing/world.ts'

let world: World
let mug: TestProduct
beforeAll(async () => {
  world = await createWorld()
  mug = await addProduct(world, 'Mug')
})
afterAll(() => world.close())

const add = async (review: TestReview): Promise<Review> =>
  (await addReviews(world.ctx, { productId: mug.id, ...review }))[0] as Review

async function ask<T>(document: string, variables: object): Promise<T> {
  const { data, errors } = await world.graphql(document, variables)
  expect(errors).toBeUndefined()
  return data as T
}

const own = { origin: 'admin', source: 'admin' } as const
const editDocument = `mutation ($input: EditReviewInput!) { editReview(input: $input) { __typename ... on Refusal { code }
  ... on InvalidInputError { fields { path code } } ... on EditReviewSuccess { data { title content edited version original { title content media { mediaId hidden } } } } } }`
const edit = async (id: string, input: object) =>
  (await ask<{ editReview: object }>(editDocument, { input: { id: encodeId('Review', id), ...input } })).editReview

describe('an edit', () => {
  test('keeps the first text through later edits and updates the search', async () => {
    const { id } = await add(own)
    expect(await edit(id, { title: 'Second', version: 1 })).toMatchObject({
      data: {
        title: 'Second',
        content: 'Fine mug',
        edited: true,
        version: 2,
        original: { title: 'A title', content: 'Fine mug' },
      },
    })
    expect(await edit(id, { content: 'Zanzibar' })).toMatchObject({
      data: { version: 3, original: { title: 'A title', content: 'Fine mug' } },
    })
    expect(await edit(id, { content: 'Zanzibar' })).toMatchObject({ data: { version: 3 } })
    const found = (search: string) =>
      ask('query ($search: String!) { viewer { shop { reviews(filter: { search: $search }) { totalCount } } } }', {
        search,
      })
    expect(await found('zanzibar')).toEqual({ viewer: { shop: { reviews: { totalCount: 1 } } } })
    expect(await found('mug')).toEqual({ viewer: { shop: { reviews: { totalCount: 1 } } } })
  })

  test.each<[string, TestReview, object, object]>([
    ['stale', { ...own, version: 2 }, { title: 'x', version: 1 }, { __typename: 'StaleError', code: 'stale' }],
    [
      'imported',
      { origin: 'imported' },
      { title: 'x' },
      { __typename: 'NotAllowedError', code: 'importedNotEditable' },
    ],
    [
      'too long',
      own,
      { title: 'x'.repeat(201) },
      { __typename: 'InvalidInputError', fields: [{ path: 'title', code: 'fillAtMost' }] },
    ],
    [
      'a picture of another review',
      own,
      { media: [{ id: encodeId('ReviewMedia', uuidv7()), hidden: true }] },
      { __typename: 'InvalidInputError', fields: [{ path: 'media.0.id', code: 'notFound' }] },
    ],
  ])('is refused: %s', async (...[, review, input, expected]) => {
    const { id, version } = await add(review)
    expect(await edit(id, input)).toMatchObject(expected)
    expect(await world.ctx.db.review.findFirst({ where: { id }, select: { version: true, title: true } })).toEqual({
      version,
      title: 'A title',
    })
  })

  test('keeps which pictures were shown at first', async () => {
    const { id } = await add({ ...own, hasMedia: true })
    const media = { shopId: world.shop.id, reviewId: id, key: `${world.shop.id}/first`, createdAt: world.ctx.now() }
    const [shown, hidden] = [uuidv7(), uuidv7()]
    await world.ctx.db.reviewMedia.createMany({
      data: [
        { ...media, id: shown },
        { ...media, id: hidden, position: 1, hidden: true },
      ],
    })
    expect(await edit(id, { media: [{ id: encodeId('ReviewMedia', shown), hidden: true }] })).toMatchObject({
      data: {
        original: {
          media: [
            { mediaId: encodeId('ReviewMedia', shown), hidden: false },
            { mediaId: encodeId('ReviewMedia', hidden), hidden: true },
          ],
        },
      },
    })
  })

  test('is refused as stale if a concurrent one was first', async () => {
    const { id } = await add(own)
    const answers = (await Promise.all([
      edit(id, { title: 'Mine', version: 1 }),
      edit(id, { title: 'Yours', version: 1 }),
    ])) as { __typename: string }[]
    expect(answers.map(({ __typename }) => __typename).sort()).toEqual(['EditReviewSuccess', 'StaleError'])
  })
})

describe('a review by the merchant', () => {
  const create = (input: object) =>
    ask<{ createReview: object }>(
      `mutation ($input: CreateReviewInput!) { createReview(input: $input) { __typename ... on Refusal { code }
    ... on CreateReviewSuccess { data { status origin source verified why { code } product { title } history { action actor actorName } } } } }`,
      { input },
    )

  test('records its author', async () => {
    expect(
      await create({ rate: 5, content: 'Ours', productId: encodeId('Product', mug.id), published: false }),
    ).toMatchObject({
      createReview: {
        data: {
          status: 'PENDING',
          origin: 'ADMIN',
          source: 'ADMIN',
          verified: false,
          why: { code: 'merchant.createPending' },
          product: { title: 'Mug' },
          history: [{ action: 'created', actor: 'MERCHANT', actorName: 'merchant@world.test' }],
        },
      },
    })
    expect(await world.mailbox()).toEqual([])
    expect(await countDrift(world.ctx)).toEqual([])
  })

  test.each<[object, object]>([
    [
      { rate: 5, productId: encodeId('Product', uuidv7()) },
      { __typename: 'NotFoundError', code: 'productMissing' },
    ],
    [{ rate: 0 }, { __typename: 'InvalidInputError', code: 'ratingOutOfRange' }],
    [
      { rate: 5, createdAt: '2027-01-01T00:00:00Z' },
      { __typename: 'InvalidInputError', code: 'dateInFuture' },
    ],
  ])('%j is refused', async (input, expected) => {
    expect(await create(input)).toEqual({ createReview: expected })
  })
})

test('a list shows each reviewer’s other reviews and orders', async () => {
  const { shop, ctx } = world
  const customer = await ctx.db.customer.create({
    data: { shopId: shop.id, id: uuidv7(), email: 'eve@buyer.test', displayName: 'Eve', createdAt: ctx.now() },
  })
  const order = { lineItems: [], changedAt: ctx.now(), fulfilledAt: ctx.now() }
  await ctx.db.order.createMany({
    data: [1, 2].map((number) => ({
      ...order,
      shopId: shop.id,
      id: uuidv7(),
      platformId: `o${number}`,
      name: `#${number}`,
      number,
      email: 'eve@buyer.test',
      createdAt: new Date(Date.UTC(2026, 0, number)),
    })),
  })
  const orderId = uuidv7()
  await ctx.db.order.create({
    data: {
      ...order,
      shopId: shop.id,
      id: orderId,
      platformId: 'o3',
      name: '#3',
      number: 3,
      email: 'payer@buyer.test',
      createdAt: new Date(Date.UTC(2019, 0, 1)),
    },
  })
  const at = (day: number) => ({ createdAt: new Date(Date.UTC(2020, 0, day)) })
  await addReviews(
    ctx,
    { ...at(1), content: 'by id', customerId: customer.id, email: 'old@buyer.test' },
    { ...at(2), content: 'by both', customerId: customer.id, email: 'eve@buyer.test' },
    { ...at(3), content: 'by address', email: 'eve@buyer.test' },
    { ...at(4), content: 'trash', email: 'eve@buyer.test', status: 'deleted' },
    { ...at(5), content: 'unlinked', email: '' },
    { ...at(6), content: 'by an order', email: '', orderId },
  )
  const { viewer } = await ask<{
    viewer: {
      shop: {
        reviews: {
          edges: {
            node: {
              content: string
              customer: object | null
              otherReviews: { content: string; product: null }[]
              orders: { name: string }[]
            }
          }[]
        }
      }
    }
  }>(
    `{ viewer { shop { reviews(first: 5, sort: OLDEST, filter: { createdTo: "2020-12-31T00:00:00Z" }) { edges { node { content customer { email reviewCount } otherReviews(first: 2) { content product { title } } orders(first: 1) { name fulfilledAt } } } } } } }`,
    {},
  )
  const seen = viewer.shop.reviews.edges.map(({ node }) => [
    node.content,
    node.customer,
    node.otherReviews.map(({ content }) => content),
    node.orders.map(({ name }) => name),
  ])
  expect(seen).toEqual([
    ['by id', { email: 'eve@buyer.test', reviewCount: 2 }, ['by both'], ['#2']],
    ['by both', { email: 'eve@buyer.test', reviewCount: 2 }, ['by address', 'by id'], ['#2']],
    ['by address', null, ['by both'], ['#2']],
    ['unlinked', null, [], []],
    ['by an order', null, [], ['#3']],
  ])
})

test.each<[string, TestReview, { action: string; actor: string }]>([
  ['an imported review', { origin: 'imported', source: 'amazon' }, { action: 'imported', actor: 'MERCHANT' }],
  [
    'an import of a customer’s review',
    { origin: 'customer', source: 'customer', importId: uuidv7() },
    { action: 'imported', actor: 'MERCHANT' },
  ],
  ['the merchant’s review', own, { action: 'created', actor: 'MERCHANT' }],
  ['a shopper’s review', { origin: 'guest', source: 'guest' }, { action: 'submitted', actor: 'CUSTOMER' }],
])('the history of %s starts with its origin', async (_case, given, arrival) => {
  const { id, enteredAt } = await add({ ...given, status: 'pending' })
  const history = async (first: number) =>
    (
      await ask<{ node: { history: object[] } }>(
        `query ($id: ID!) { node(id: $id) { ... on Review { history(first: ${first}) { id at actor actorName action before after bulk } } } }`,
        { id: encodeId('Review', id) },
      )
    ).node.history
  const line = {
    ...arrival,
    id: encodeId('ReviewHistoryEntry', id),
    at: enteredAt.toISOString(),
    actorName: '',
    before: '{}',
    after: '{}',
    bulk: false,
  }
  expect(await history(50)).toEqual([line])
  await ask('mutation ($ids: [ID!]!) { actOnReviews(input: { ids: $ids, act: PUBLISH }) { __typename } }', {
    ids: [encodeId('Review', id)],
  })
  expect(await history(50)).toMatchObject([{ action: 'published' }, line])
  expect(await history(1)).toMatchObject([{ action: 'published' }])
})

test('a review shows its history, the expiry of its edit request and its purge date', async () => {
  const { id } = await add({ origin: 'customer' })
  const review = async (fields: string) =>
    (
      await ask<{ node: object }>(`query ($id: ID!) { node(id: $id) { ... on Review { ${fields} } } }`, {
        id: encodeId('Review', id),
      })
    ).node
  await ask(
    'mutation ($id: ID!) { a: requestReviewEdit(input: { id: $id, content: "Better" }) { __typename } b: actOnReviews(input: { ids: [$id], act: TRASH }) { __typename } }',
    { id: encodeId('Review', id) },
  )
  expect(
    await review(
      'editRequest editRequestedAt editRequestExpiresAt deletedAt purgeAt publishedAt history(first: 2) { id at action before after bulk }',
    ),
  ).toMatchObject({
    editRequest: 'UNCONFIRMED',
    editRequestedAt: '2026-03-02T09:00:00.000Z',
    editRequestExpiresAt: '2026-04-01T09:00:00.000Z',
    deletedAt: '2026-03-02T09:00:00.000Z',
    purgeAt: '2026-04-01T09:00:00.000Z',
    publishedAt: null,
    history: [
      { action: 'trashed', before: '{"status":"pending"}', after: '{"status":"deleted"}', bulk: false },
      { action: 'editRequested' },
    ],
  })
  for (const first of [0, 101]) {
    const { errors } = await world.graphql(
      `query ($id: ID!) { node(id: $id) { ... on Review { history(first: ${first}) { id } } } }`,
      { id: encodeId('Review', id) },
    )
    expect(errors?.[0]?.extensions?.code).toBe('betweenEqual')
  }
  await world.advance({ days: 30 })
  expect(await world.ctx.db.review.count({ where: { id } })).toBe(0)
})

describe('a request for an edit', () => {
  interface Action {
    action: string
    allowed: boolean
    code: string | null
    reason: string | null
  }

  const theirs = (email: string): TestReview => ({ status: 'published', origin: 'customer', source: 'customer', email })
  const listDocument = `query { viewer { shop { reviews(first: 100) { edges { node { email actions { action allowed code reason } } } } } } }`

  /** Returns the list's `requestEdit` actions by email address. */
  async function asking(): Promise<Record<string, Action>> {
    const { data, errors } = await world.graphql(listDocument)
    expect(errors).toBeUndefined()
    const { viewer } = data as unknown as {
      viewer: { shop: { reviews: { edges: { node: { email: string; actions: Action[] } }[] } } }
    }
    return Object.fromEntries(
      viewer.shop.reviews.edges.map(({ node }) => [
        node.email,
        node.actions.find(({ action }) => action === 'requestEdit') as Action,
      ]),
    )
  }

  /** Requests an edit and returns the result. */
  async function request(id: string): Promise<object> {
    const { data } = await world.graphql(
      `mutation ($input: RequestReviewEditInput!) { requestReviewEdit(input: $input) { __typename ... on Refusal { code message } } }`,
      { input: { id: encodeId('Review', id), content: 'Better' } },
    )
    return (data as unknown as { requestReviewEdit: object }).requestReviewEdit
  }

  test('is refused without a usable address, in the list and by the mutation', async () => {
    await suppress(world.ctx, ['quiet@reader.test'], 'unsubscribed')
    const emails = ['reached@reader.test', 'Quiet@Reader.test', 'not an address', '']
    const rows = await addReviews(world.ctx, ...emails.map(theirs))
    const answers = await asking()
    const reason = 'Email not found, unable to send edit request'
    expect(answers['reached@reader.test']).toMatchObject({ allowed: true, code: null })
    for (const row of rows.filter(({ email }) => email !== 'reached@reader.test')) {
      expect([row.email, answers[row.email]]).toEqual([
        row.email,
        { action: 'requestEdit', allowed: false, code: 'editRequestNoEmail', reason },
      ])
      expect([row.email, await request(row.id)]).toEqual([
        row.email,
        { __typename: 'NotAllowedError', code: 'editRequestNoEmail', message: reason },
      ])
    }
  })

  test('is refused while its email is switched off', async () => {
    const [row] = await addReviews(world.ctx, theirs('reached@reader.test'))
    await saveSetting(world.ctx, 'emailTemplates', { confirmEdit: { enabled: false } })
    const { code, reason } = (await asking())['reached@reader.test'] as Action
    expect(code).toBe('emailSettingDisabled')
    expect(await request(row?.id ?? '')).toEqual({ __typename: 'NotAllowedError', code, message: reason })
    await saveSetting(world.ctx, 'emailTemplates', { confirmEdit: { enabled: true } })
  })

  test('looks up the addresses of a page in one statement', async () => {
    await addReviews(world.ctx, ...Array.from({ length: 30 }, (_, at) => theirs(`reader${at}@reader.test`)))
    let answers = {}
    const sent = await statementsOf(async () => (answers = await asking()))
    expect(Object.keys(answers).length).toBeGreaterThan(30)
    expect(sent.filter(({ text }) => text.includes('"Suppression"'))).toHaveLength(1)
  })
})
