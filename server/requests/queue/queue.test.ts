import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import type { QueueItem } from '../../generated/prisma/client.ts'
import { addProduct, placeOrder } from '../../testing/orders.ts'
import { createWorld } from '../../testing/world.ts'
import type { World } from '../../testing/world.ts'
import { encodeId } from '../../core/global-ids.ts'

let world: World
let items: QueueItem[]
const names = [
  'Ada Byron',
  'Alan Turing',
  'Grace Hopper',
  'Edsger Dijkstra',
  'Barbara Liskov',
  'Donald Knuth',
  'Hedy Lamarr',
]

beforeAll(async () => {
  world = await createWorld()
  const products = [await addProduct(world, 'Lantern')]
  for (const [index, name] of names.entries()) {
    const [firstName = '', lastName = ''] = name.split(' ')
    const order = await placeOrder(world, {
      firstName,
      lastName,
      email: `${firstName.toLowerCase()}@example.com`,
      products,
    })
    // The first three are not fulfilled and have no date.
    if (index >= 3) await order.fulfill()
    await world.app.clock.advance(3_600_000)
  }
  items = await world.ctx.db.queueItem.findMany({ where: { shopId: world.shop.id }, orderBy: { createdAt: 'asc' } })
})
afterAll(() => world.close())

interface QueueData {
  viewer: {
    shop: {
      emailQueue: {
        totalCount: number | null
        edges: { node: { customerName: string; status: string; scheduledAt: string | null } }[]
        pageInfo: { endCursor: string; startCursor: string; hasNextPage: boolean }
      }
    }
  }
}

const list = `query ($first: Int, $after: String, $last: Int, $before: String, $filter: QueueFilter, $sort: QueueSort) { viewer { shop { emailQueue(first: $first, after: $after, last: $last, before: $before, filter: $filter, sort: $sort) {
  totalCount edges { node { id orderName customerName status scheduledAt isBlockCustomer lineItems { title } } } pageInfo { startCursor endCursor hasNextPage hasPreviousPage } } } } }`

async function page(variables: object) {
  const answer = await world.graphql(list, variables)
  if (!answer.data) throw new Error(JSON.stringify(answer.errors))
  const { emailQueue } = (answer.data as unknown as QueueData).viewer.shop
  return { ...emailQueue, names: emailQueue.edges.map(({ node }) => node.customerName) }
}

async function allPages(sort: string, way: 'forward' | 'backward'): Promise<string[]> {
  const found: string[] = []
  let cursor: string | null = null
  for (let round = 0; round < 10; round++) {
    const answer: Awaited<ReturnType<typeof page>> = await page(
      way === 'forward' ? { first: 2, after: cursor, sort } : { last: 2, before: cursor, sort },
    )
    if (way === 'forward') found.push(...answer.names)
    else found.unshift(...answer.names)
    if (answer.edges.length < 2) break
    cursor = way === 'forward' ? answer.pageInfo.endCursor : answer.pageInfo.startCursor
  }
  return found
}

describe('the list', () => {
  const newest = names.toReversed()
  // Requests without a date sort as the earliest, the newest row first.
  const scheduledDesc = [...names.slice(3).toReversed(), ...names.slice(0, 3).toReversed()]
  test.each([
    ['CREATED_DESC', newest],
    ['CREATED_ASC', names],
    ['ORDER_ASC', names],
    ['SCHEDULED_DESC', scheduledDesc],
    ['SCHEDULED_ASC', scheduledDesc.toReversed()],
  ])('pages through all rows once, sorted by %s, both ways', async (sort, expected) => {
    expect(await allPages(sort, 'forward')).toEqual(expected)
    expect(await allPages(sort, 'backward')).toEqual(expected)
  })

  test.each([
    [{ status: ['WAITING_CONDITION'] }, 3, names.slice(0, 3)],
    [{ status: ['WAITING'] }, 4, names.slice(3)],
    [{ search: 'HOPP' }, 1, ['Grace Hopper']],
    [{ search: 'lantern', status: ['WAITING'] }, 4, names.slice(3)],
    [{ buyers: ['Ada Byron', 'alan@example.com'] }, 2, names.slice(0, 2)],
    [{ search: '100% sure' }, 0, []],
  ])('filters by %j', async (filter, total, expected) => {
    const answer = await page({ first: 10, filter, sort: 'CREATED_ASC' })
    expect([answer.totalCount, answer.names]).toEqual([total, expected])
  })

  test('filters by an inclusive order range and refuses a malformed one', async () => {
    const [second, third] = [items[1]?.orderNumber ?? 0, items[2]?.orderNumber ?? 0]
    expect(
      (await page({ filter: { orderRange: { fromOrder: second, toOrder: third } }, sort: 'ORDER_ASC' })).names,
    ).toEqual(names.slice(1, 3))
    const refused = await world.graphql(list, { filter: { orderRange: { fromOrder: 5, toOrder: 1 } } })
    expect(refused.errors?.[0]?.extensions?.code).toBe('greaterOrEqual')
  })

  test('refuses a cursor of another sort order', async () => {
    const { pageInfo } = await page({ first: 2, sort: 'CREATED_ASC' })
    const answer = await world.graphql(list, { first: 2, after: pageInfo.endCursor, sort: 'ORDER_ASC' })
    expect(answer.errors?.[0]?.extensions?.code).toBe('malformedCursor')
  })
})

const act = (name: string) => `mutation ($ids: [ID!]!) { ${name}(input: { ids: $ids }) { __typename
  ... on Mutation${name.charAt(0).toUpperCase()}${name.slice(1)}Success { data { changedIds skippedIds items { status isBlockCustomer } shop { emailQueueTabs { tab count } } } }
  ... on Refusal { code message } } }`

async function run(name: string, ids: string[], token?: string) {
  const document = act(name).replace(
    `Mutation${name.charAt(0).toUpperCase()}${name.slice(1)}Success`,
    `${name.charAt(0).toUpperCase()}${name.slice(1)}Success`,
  )
  const answer = await world.graphql(document, { ids: ids.map((id) => encodeId('QueueItem', id)) }, token)
  if (!answer.data) throw new Error(JSON.stringify(answer.errors))
  return (
    answer.data as unknown as Record<
      string,
      {
        __typename: string
        code?: string
        data?: { items: { status: string; isBlockCustomer: boolean }[]; skippedIds: string[] }
      }
    >
  )[name]
}

describe('an action', () => {
  const idAt = (index: number) => items[index]?.id ?? ''

  test('cancels a request, and is refused with the reason when repeated', async () => {
    expect(await run('cancelQueueItems', [idAt(0)])).toMatchObject({ data: { items: [{ status: 'CANCELLED' }] } })
    expect(await run('cancelQueueItems', [idAt(0)])).toMatchObject({
      __typename: 'NotAllowedError',
      code: 'queueItemCancelled',
    })
    expect(await run('cancelQueueItems', [idAt(0), idAt(1)])).toMatchObject({
      data: { items: [{ status: 'CANCELLED' }], skippedIds: [encodeId('QueueItem', idAt(0))] },
    })
  })

  test('sends a canceled request with the next run', async () => {
    expect(await run('sendQueueItemsAnyway', [idAt(0)])).toMatchObject({ data: { items: [{ status: 'WAITING' }] } })
    await world.runJobs()
    expect((await world.mailbox()).map(({ to }) => to)).toContain('ada@example.com')
    expect(await run('sendQueueItemsAnyway', [idAt(0)])).toMatchObject({ code: 'queueItemDone' })
  })

  test('blocks and unblocks a customer', async () => {
    expect(await run('blockQueueCustomers', [idAt(2)])).toMatchObject({ data: { items: [{ isBlockCustomer: true }] } })
    await run('sendQueueItemsAnyway', [idAt(2)])
    await world.runJobs()
    expect(await world.ctx.db.queueItem.findFirst({ where: { id: idAt(2) } })).toMatchObject({
      status: 'cancelled',
      skipReason: 'customerBlocked',
    })
    expect(await run('unblockQueueCustomers', [idAt(2)])).toMatchObject({
      data: { items: [{ isBlockCustomer: false }] },
    })
  })

  test('reports another shop’s requests as not found', async () => {
    for (const name of [
      'cancelQueueItems',
      'sendQueueItemsAnyway',
      'resendQueueItems',
      'blockQueueCustomers',
      'unblockQueueCustomers',
    ]) {
      const foreign = await run(name, [idAt(4)], world.otherToken)
      const unknown = await run(name, ['0193c1c0-0000-7000-8000-000000000001'], world.otherToken)
      expect(foreign).toEqual(unknown)
      expect(foreign).toMatchObject({ __typename: 'NotFoundError' })
    }
    expect(await world.ctx.db.queueItem.findFirst({ where: { id: idAt(4) } })).toMatchObject({ status: 'waiting' })
  })

  test('previews the email with links that don’t work', async () => {
    const answer = await world.graphql(
      'query ($id: ID!) { node(id: $id) { ... on QueueItem { preview { from to subject html time } } } }',
      { id: encodeId('QueueItem', idAt(4)) },
    )
    const { preview } = (answer.data as unknown as { node: { preview: { to: string; html: string; subject: string } } })
      .node
    expect(preview).toMatchObject({ to: 'barbara@example.com', subject: 'How do you like your Lantern?' })
    expect(preview.html).toContain('/r/preview?s=5')
    expect(preview.html).not.toContain('.gif')
  })
})

describe('REST (spec 7)', () => {
  test('pages by cursors, standalone and embedded', async () => {
    for (const mode of ['standalone', 'embedded'] as const) {
      const first = (await world.rest('GET', '/email-queue?limitPerPage=3&sort=createdAt_asc', { mode })).json()
      expect(first).toMatchObject({
        success: true,
        pagination: { hasPre: false, hasNext: true, total: 7, totalPage: 3, previousCursor: null },
      })
      expect(first.data.map((row: { customerName: string }) => row.customerName)).toEqual(names.slice(0, 3))
      const second = (
        await world.rest('GET', `/email?limitPerPage=3&sort=createdAt_asc&after=${first.pagination.nextCursor}`, {
          mode,
        })
      ).json()
      expect(second.data.map((row: { customerName: string }) => row.customerName)).toEqual(names.slice(3, 6))
      const back = (
        await world.rest(
          'GET',
          `/email-queue?limitPerPage=3&sort=createdAt_asc&before=${second.pagination.previousCursor}`,
          { mode },
        )
      ).json()
      expect(back.data.map((row: { customerName: string }) => row.customerName)).toEqual(names.slice(0, 3))
    }
  })

  test('returns the fields of the specification', async () => {
    const { data } = (await world.rest('GET', `/email-queue/${items[3]?.id}`)).json()
    expect(data).toMatchObject({
      name: items[3]?.orderName,
      customerEmail: 'edsger@example.com',
      status: 'waiting',
      queueType: 'email',
      type: 'review-reminder',
      isBlockCustomer: false,
      productTitle: ['Lantern'],
      senderApp: 'candor',
      fulfillmentStatus: 'fulfilled',
      shopifyCustomerId: expect.any(String),
    })
    expect(data.htmlContent).toContain('Lantern')
  })

  test('ignores unknown parameters and refuses malformed ones', async () => {
    expect((await world.rest('GET', '/email-queue?nonsense=1&shopId=x')).statusCode).toBe(200)
    for (const query of [
      'sort=x',
      'limitPerPage=0',
      'limitPerPage=101',
      'after=x',
      'statusList=wrong',
      'orderRangeFilter=0,1',
      'orderRangeFilter=a',
      'fromDate=yesterday',
      'fromDate=2026-03-02&toDate=2026-03-01',
    ])
      expect([query, (await world.rest('GET', `/email-queue?${query}`)).statusCode]).toEqual([query, 422])
  })

  test('accepts each spelling of a filter', async () => {
    for (const query of [
      'statusList=waiting',
      'statusList=["waiting"]',
      'statusList[]=waiting',
      'status=waiting',
      'statusFilter=scheduled',
    ])
      expect([query, (await world.rest('GET', `/email-queue?${query}`)).json().pagination.total]).toEqual([query, 4])
    const numbers = items.slice(0, 2).map(({ orderNumber }) => orderNumber)
    for (const range of [
      numbers.join(','),
      numbers.join('-'),
      JSON.stringify({ fromOrder: numbers[0], toOrder: `#${numbers[1]}` }),
    ])
      expect(
        (await world.rest('GET', `/email-queue?orderRangeFilter=${encodeURIComponent(range)}`)).json().data,
      ).toHaveLength(2)
    expect((await world.rest('GET', '/email-queue?searchText=knuth&isSearch=true')).json().data).toHaveLength(1)
  })

  test('returns the changed requests and a message for each action', async () => {
    const id = items[6]?.id ?? ''
    const cancelled = await world.rest('PUT', `/email-queue/${id}/cancel`, { body: {} })
    expect(cancelled.json()).toMatchObject({
      success: true,
      message: 'Email skipped',
      data: { changedIds: [id], items: [{ status: 'cancelled' }] },
    })
    expect((await world.rest('PUT', `/email-queue/${id}/cancel`)).statusCode).toBe(409)
    expect((await world.rest('POST', `/email-queue/${id}/resend`, { body: {} })).json()).toMatchObject({
      success: true,
      message: 'Sent successfully',
    })
    expect(
      (await world.rest('POST', '/email-update-status', { body: { ids: [id], status: 'cancelled' } })).json(),
    ).toMatchObject({ data: { count: 1 } })
    expect((await world.rest('POST', '/email-queue/bulk-send-anyway', { body: { ids: [id] } })).json()).toMatchObject({
      success: true,
    })
    expect(
      (await world.rest('POST', '/unsub-email-queue', { body: { ids: [id], status: true } })).json(),
    ).toMatchObject({ message: 'Customers blocked', data: { items: [{ isBlockCustomer: true }] } })
    expect(
      (await world.rest('POST', '/unsub-email-queue', { body: { ids: [items[6]?.customerId], status: false } })).json(),
    ).toMatchObject({ message: 'Customers unblocked' })
    for (const [method, path, body] of [
      ['POST', '/email-queue/bulk-send-anyway', {}],
      ['POST', '/email-update-status', { ids: 'x' }],
      ['POST', '/unsub-email-queue', { ids: [id] }],
      ['PUT', '/email-queue/nonsense/cancel', {}],
    ] as const)
      expect([path, (await world.rest(method, path, { body })).statusCode]).toEqual([path, 422])
    expect((await world.rest('PUT', '/email-queue/0193c1c0-0000-7000-8000-000000000001/cancel')).statusCode).toBe(404)
    expect((await world.rest('PUT', `/email-queue/${id}/cancel`, { token: world.otherToken })).statusCode).toBe(404)
  })

  test('returns the timing and sender settings', async () => {
    expect((await world.rest('GET', '/email?type=review-reminder')).json().data).toMatchObject({
      type: 'review-reminder',
      enabled: true,
      sendAfter: 'custom',
      sendAfterCustom: 7,
      timeUnit: 'days',
      sendMethod: 'fulfillment',
      timingCountries: [],
      sentRequestCount: expect.any(Number),
    })
    expect((await world.rest('GET', '/email?type=nonsense')).statusCode).toBe(422)
    expect((await world.rest('GET', '/email-previous')).json()).toMatchObject({ success: true, count: 0 })
    expect((await world.rest('GET', '/settings/emailSetting')).json().data).toMatchObject({
      smtpType: 'default',
      isVerified: false,
    })
  })
})

describe('the timing settings', () => {
  const save = (input: object) =>
    world.graphql(
      'mutation ($input: SaveRequestTimingInput!) { saveRequestTiming(input: $input) { __typename ... on SaveRequestTimingSuccess { data { sendMethod alternativeSendAfter timingCountries { selectedCountries } } } ... on InvalidInputError { fields { path code message } } } }',
      { input },
    )

  test('schedule waiting requests by a new condition', async () => {
    const waiting = await placeOrder(world, { email: 'waits@example.com' })
    const item = () =>
      world.ctx.db.queueItem.findFirst({ where: { shopId: world.shop.id, customerEmail: 'waits@example.com' } })
    expect(await item()).toMatchObject({ status: 'waitingCondition' })
    const answer = await save({ sendMethod: 'PURCHASE', sendAfter: 'WEEKS_1', alternativeSendAfter: null })
    expect(answer.data).toMatchObject({ saveRequestTiming: { data: { sendMethod: 'PURCHASE' } } })
    await world.runJobs()
    expect(await item()).toMatchObject({
      status: 'waiting',
      scheduledAt: new Date(world.app.deps.now().getTime() + 7 * 86_400_000),
    })
    await waiting.cancel()
  })

  test('apply by country', async () => {
    await save({
      sendMethod: 'PURCHASE',
      sendAfter: 'DAYS_5',
      isCustomTiming: true,
      timingCountries: [
        { priority: 1, sendAfter: 'DAYS_1', sendAfterCustom: 1, timeUnit: 'DAYS', selectedCountries: ['JP'] },
      ],
    })
    await placeOrder(world, { email: 'tokyo@example.com', country: 'JP' })
    await placeOrder(world, { email: 'london@example.com', country: 'GB' })
    const daysOf = async (email: string) => {
      const item = await world.ctx.db.queueItem.findFirstOrThrow({
        where: { shopId: world.shop.id, customerEmail: email },
      })
      return ((item.scheduledAt?.getTime() ?? 0) - world.app.deps.now().getTime()) / 86_400_000
    }
    expect([await daysOf('tokyo@example.com'), await daysOf('london@example.com')]).toEqual([1, 5])
  })

  test('are refused with errors by field', async () => {
    const answer = await save({
      isCustomTiming: true,
      timingCountries: [
        { priority: 1, sendAfter: 'CUSTOM', sendAfterCustom: 400, timeUnit: 'DAYS', selectedCountries: [] },
      ],
    })
    const { fields } = (
      answer.data as unknown as { saveRequestTiming: { fields: { path: string; message: string }[] } }
    ).saveRequestTiming
    expect(fields).toEqual(expect.arrayContaining([expect.objectContaining({ message: 'This field is required' })]))
  })
})

test('order pages send the requests of their orders by platform id', async () => {
  const [first, second] = [
    await placeOrder(world, { email: 'first@orders.test' }),
    await placeOrder(world, { email: 'second@orders.test' }),
  ]
  const platformIds = [first.platformId, second.platformId]
  const both = (
    await world.rest('POST', '/email-queue/emails-bulk-action', {
      body: { ids: [platformIds[0], `gid://shopify/Order/${platformIds[1]}`] },
    })
  ).json()
  expect(both).toMatchObject({ success: true, data: { count: 2, skippedIds: [] } })
  await world.runJobs()
  expect((await world.mailbox()).filter(({ to }) => to.endsWith('@orders.test'))).toHaveLength(2)
  const again = await world.rest('POST', '/email-queue/email-admin-link', { body: { id: Number(platformIds[0]) } })
  expect(again.statusCode).toBe(409)
  expect((await world.rest('POST', '/email-queue/email-admin-link', { body: { id: '1' } })).statusCode).toBe(404)
  expect((await world.rest('POST', '/email-queue/emails-bulk-action', { body: { ids: [] } })).statusCode).toBe(422)
})

test('order pages ask for orders without a request, also for those from before the app', async () => {
  const order = await placeOrder(world, { email: 'known@unasked.test' })
  await world.ctx.db.queueItem.deleteMany({ where: { shopId: world.shop.id, customerEmail: 'known@unasked.test' } })
  const id = '6100000000777'
  const at = new Date(world.ctx.now().getTime() - 90 * 86_400_000).toISOString()
  const lamp = await addProduct(world, 'Lamp')
  const lines = [
    {
      ...{ id: `${id}0`, productId: lamp.platformId, variantId: '2', handle: 'lamp', title: 'Lamp', variantTitle: '' },
      ...{ quantity: 1, priceCents: 100 },
    },
  ]
  const old = {
    ...{ id, name: '#777', number: 777, shopDomain: world.shop.shopifyDomain, lines, email: 'old@unasked.test' },
    ...{ firstName: 'Nora', lastName: 'Lind', customerId: '77', createdAt: at, fulfilledAt: at, deliveredAt: null },
    ...{ cancelledAt: null, refundedAt: null },
  }
  await world.app.deps.access
    .acrossShops('the demo platform')
    .demoState.create({ data: { key: `order:${id}`, value: old } })
  const answer = await world.graphql(
    'mutation ($ids: [ID!]!) { r: requestReviews(input: { orderIds: $ids }) { __typename ... on RequestReviewsSuccess { data { changedIds } } ... on Refusal { code message } } }',
    { ids: [order.platformId, id] },
  )
  expect(answer.data).toMatchObject({ r: { data: { changedIds: [expect.any(String), expect.any(String)] } } })
  await world.runJobs()
  expect(
    (await world.mailbox())
      .map(({ to }) => to)
      .filter((to) => to.endsWith('@unasked.test'))
      .sort(),
  ).toEqual(['known@unasked.test', 'old@unasked.test'])
})

test('the lists of a request are parallel, and its links open the platform’s product pages', async () => {
  const [cup, pot] = [await addProduct(world, 'Parallel cup'), await addProduct(world, 'Parallel pot')]
  await placeOrder(world, { email: 'parallel@lists.test', products: [cup, pot, cup] })
  const {
    data: [row],
  } = (await world.rest('GET', '/email-queue?searchText=parallel@lists.test')).json<{
    data: Record<'productIds' | 'productImage' | 'productLink' | 'productTitle', unknown[]>[]
  }>()
  expect(row?.productIds).toEqual([cup.id, pot.id, cup.id])
  expect(row?.productTitle).toEqual(['Parallel cup', 'Parallel pot', 'Parallel cup'])
  expect(row?.productLink).toEqual(
    [cup, pot, cup].map(({ handle }) => world.ctx.platform.productUrl(world.shop, handle)),
  )
  expect(row?.productImage).toHaveLength(3)
})

test('a canceled request does not count as sent; a restored one does', async () => {
  await placeOrder(world, { email: 'counted@cancels.test' })
  const count = async () =>
    (await world.rest('GET', '/email?type=review-reminder')).json<{ data: { sentRequestCount: number } }>().data
      .sentRequestCount
  const { id } = await world.ctx.db.queueItem.findFirstOrThrow({
    where: { shopId: world.shop.id, customerEmail: 'counted@cancels.test' },
  })
  const before = await count()
  expect((await world.rest('PUT', `/email-queue/${id}/cancel`, { body: {} })).json()).toMatchObject({
    data: { sentRequestCount: before - 1 },
  })
  expect((await world.rest('POST', '/email-queue/bulk-restore', { body: { ids: [id] } })).json()).toMatchObject({
    data: { sentRequestCount: before },
  })
})

test('a customer is blocked and unblocked by platform id', async () => {
  await placeOrder(world, { email: 'platform@blocks.test' })
  const customer = await world.ctx.db.customer.findFirstOrThrow({
    where: { shopId: world.shop.id, email: 'platform@blocks.test' },
  })
  await world.ctx.db.customer.update({
    where: { shopId_id: { shopId: world.shop.id, id: customer.id } },
    data: { platformId: '7300900' },
  })
  const blocked = async () =>
    world.ctx.db.suppression.count({ where: { shopId: world.shop.id, email: 'platform@blocks.test' } })
  expect(
    (await world.rest('POST', '/unsub-email-queue', { body: { shopifyCustomerId: '7300900', status: true } })).json(),
  ).toMatchObject({ success: true })
  expect(await blocked()).toBe(1)
  expect(
    (await world.rest('POST', '/unsub-email-queue', { body: { ids: ['7300900'], status: false } })).statusCode,
  ).toBe(200)
  expect(await blocked()).toBe(0)
})
