import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import type { Fact } from '../../../rules/facts.ts'
import { inTransaction } from '../../core/context.ts'
import { submitReview } from '../../reviews/reviews/adding/submit.ts'
import { createPostedMedia } from '../../reviews/reviews/media/posted-media.ts'
import { encodeId } from '../../core/global-ids.ts'
import { buildMailLinks } from '../../requests/requests/mail-links.ts'
import { importClient } from '../../testing/import-client.ts'
import { addProduct, placeOrder } from '../../testing/orders.ts'
import { checkFacts } from '../../testing/checks/check-facts.ts'
import { createWorld, type World } from '../../testing/world.ts'
import { backfillFacts } from './backfill.ts'
import { connectShop } from '../install/install.ts'
import { recordFacts } from './facts.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

const across = () => world.app.deps.access.acrossShops('the command line')
const factsOf = (shopId: string) =>
  across().fact.findMany({
    where: { shopId },
    orderBy: [{ metric: 'asc' }, { dimension: 'asc' }, { hour: 'asc' }, { value: 'asc' }],
  })

interface Body {
  data: {
    at: string[]
    unit: string
    series: {
      key: string
      label: string | null
      values: (number | null)[]
      total: number | null
      previousValues: number[] | null
      previousTotal: number | null
    }[]
  }
  code?: string
  fields?: Record<string, unknown>
}
const report = async (path: string, token = world.token) => {
  const answer = await world.rest('GET', `/analytics/${path}`, { token })
  return { status: answer.statusCode, ...answer.json<Body>() }
}

interface PageBody {
  data: {
    totals: Record<string, number | null>
    previous: Record<string, number | null> | null
    series: ({ date: string } & Record<string, number | null>)[]
    [breakdown: string]: unknown
  }
}
const page = async (path: string) => (await world.rest('GET', `/analytics/${path}`)).json<PageBody>()

describe('facts', () => {
  test('are recorded with each change, and the backfill counts the same from the rows', async () => {
    const product = await addProduct(world, 'Mug')
    await submitReview(world.ctx, {
      productId: product.id,
      fields: { rate: 4, content: 'Solid', name: 'Ada', email: 'ada@reader.test' },
      media: createPostedMedia(),
      proof: { kind: 'none' },
    })
    await world.rest('POST', '/reviews', {
      body: { productId: product.platformId, rate: 2, content: 'Mine', firstName: 'Bo', status: 'pending' },
    })
    const client = importClient(world)
    const { id } = await client.checked(
      'body,rating,picture_urls,product_handle\nGood,5,https://pictures.test/a.png,mug\nFine,3,,mug\n',
    )
    expect(await client.start(id)).toMatchObject({ imported: 2 })
    const order = await placeOrder(world, { products: [product], email: 'grace@reader.test' })
    await order.fulfill()
    await world.advance({ days: 8 })
    const item = await world.ctx.db.queueItem.findFirstOrThrow({ where: { shopId: world.shop.id, status: 'success' } })
    const links = buildMailLinks(world.ctx, item.id)
    const path = (url: string) => url.replace(world.app.deps.origin, '')
    for (const url of [links.openUrl, links.openUrl, links.reviewUrl, links.reviewUrl])
      await world.inject({ url: path(url) })
    await world.inject({
      method: 'POST',
      url: path(links.reviewUrl),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({ [`rate.${product.id}`]: '5', name: 'Grace' }).toString(),
    })
    await world.inject({ method: 'POST', url: path(links.unsubscribeUrl) })
    const review = await world.ctx.db.review.findFirstOrThrow({
      where: { shopId: world.shop.id, orderId: item.orderId },
    })
    await world.advance({ hours: 2 })
    expect(
      (await world.rest('PUT', `/reviews/${encodeId('Review', review.id)}/reply`, { body: { content: 'Thank you' } }))
        .statusCode,
    ).toBe(200)

    const recorded = await factsOf(world.shop.id)
    const totals = Object.fromEntries(
      recorded.filter(({ dimension }) => dimension === '').map(({ metric }) => [metric, [0, 0] as [number, number]]),
    )
    for (const { metric, count, sum } of recorded.filter(({ dimension }) => dimension === ''))
      totals[metric] = [(totals[metric]?.[0] ?? 0) + count, (totals[metric]?.[1] ?? 0) + Number(sum)]
    expect(totals).toEqual({
      'requests.scheduled': [1, 0],
      'requests.sent': [1, 0],
      'requests.opened': [1, 0],
      'requests.clicked': [1, 0],
      'requests.reviewed': [1, 0],
      'requests.unsubscribed': [1, 0],
      'reviews.submitted': [2, 9],
      'reviews.created': [1, 2],
      'reviews.imported': [2, 8],
      'reviews.published': [4, 17],
      'reviews.withMedia': [1, 0],
      'reviews.replied': [1, 7_200],
    })
    expect(recorded.filter(({ dimension }) => dimension === 'delayBucket').map(({ value }) => value)).toEqual([
      '8-14',
      '8-14',
      '8-14',
      '8-14',
    ])

    await world.advance({ hours: 3 })
    await across().shop.update({ where: { id: world.shop.id }, data: { factsSince: world.app.deps.now() } })
    await world.advance({ hours: 2 })
    for (const _run of [1, 2]) expect(await backfillFacts(world.ctx)).toMatchObject({ complete: true })
    expect(await factsOf(world.shop.id)).toEqual(recorded)
  })

  test('of a rolled-back change are not recorded', async () => {
    const ctx = world.contextOf(world.otherShop)
    await expect(
      inTransaction(ctx, async (tx) => {
        recordFacts(tx, [{ metric: 'widgets.viewed', at: tx.now() }])
        throw new Error('no')
      }),
    ).rejects.toThrow('no')
    expect(await factsOf(world.otherShop.id)).toEqual([])
  })

  test('recorded since the cut-over outlive the rows', async () => {
    const ctx = world.contextOf(world.otherShop)
    await across().shop.update({ where: { id: world.otherShop.id }, data: { factsSince: world.app.deps.now() } })
    await world.advance({ hours: 2 })
    await inTransaction(ctx, async (tx) => recordFacts(tx, [{ metric: 'reviews.submitted', at: tx.now(), sum: 5 }]))
    await world.advance({ hours: 2 })
    await backfillFacts(ctx)
    expect(await factsOf(world.otherShop.id)).toMatchObject([
      { metric: 'reviews.submitted', dimension: '', count: 1 },
      { metric: 'reviews.submitted', dimension: '@day', count: 1 },
      { metric: 'reviews.submitted', dimension: '@month', count: 1 },
    ])
  })
})

describe('reports', () => {
  const at = (time: string, more: Partial<Fact> = {}): Fact => ({
    metric: 'reviews.submitted',
    at: new Date(time),
    sum: 5,
    by: { rate: '5' },
    ...more,
  })
  async function inZone(zone: string, facts: readonly Fact[]): Promise<void> {
    await across().fact.deleteMany()
    await across().shop.update({
      where: { id: world.shop.id },
      data: { ianaTimezone: zone, settingsVersion: { increment: 1 } },
    })
    world.app.deps.publish(world.shop.id, 'shop', world.shop.id)
    await inTransaction(world.ctx, async (tx) => recordFacts(tx, facts))
  }

  test('use the shop’s days, across the change to summer time', async () => {
    await inZone('Europe/London', [
      at('2026-03-28T23:59Z'),
      at('2026-03-29T00:10Z'),
      at('2026-03-29T22:30Z'),
      at('2026-03-29T23:10Z'),
    ])
    const { data } = await report('reviews-received?from=2026-03-28&to=2026-03-30')
    expect(data).toMatchObject({
      unit: 'number',
      at: ['2026-03-28T00:00:00.000Z', '2026-03-29T00:00:00.000Z', '2026-03-29T23:00:00.000Z'],
      series: [{ values: [1, 2, 1], total: 4, previousValues: null }],
    })
    const hours = await report('reviews-received?from=2026-03-29&to=2026-03-29&interval=hour')
    expect(hours.data.series[0]?.values).toHaveLength(23)
  })

  test('use whole days in zones with a fractional hour offset', async () => {
    await inZone('Asia/Kathmandu', [at('2026-03-28T18:14Z'), at('2026-03-28T18:15Z')])
    expect((await report('reviews-received?from=2026-03-28&to=2026-03-29')).data.series[0]?.values).toEqual([1, 1])
  })

  test('compare with the previous period, break down by a dimension and download as CSV', async () => {
    await inZone('UTC', [
      at('2026-03-02T10:00Z'),
      at('2026-03-03T10:00Z', { sum: 1, by: { rate: '1' } }),
      at('2026-03-04T10:00Z'),
      at('2026-03-05T10:00Z', { count: 3, sum: 15 }),
    ])
    const ratings = await report('ratings?from=2026-03-04&to=2026-03-05&compare=true')
    expect(
      ratings.data.series.map(({ key, values, total, previousValues, previousTotal }) => [
        key,
        values,
        total,
        previousValues,
        previousTotal,
      ]),
    ).toEqual([
      ['5', [1, 3], 4, [1, 0], 1],
      ['4', [0, 0], 0, [0, 0], 0],
      ['3', [0, 0], 0, [0, 0], 0],
      ['2', [0, 0], 0, [0, 0], 0],
      ['1', [0, 0], 0, [0, 1], 1],
    ])
    const average = await report('average-rating?from=2026-03-01&to=2026-03-03')
    expect(average.data.series).toMatchObject([{ values: [null, 5, 1], total: 3 }])
    const csv = await world.rest('GET', '/analytics/ratings?from=2026-03-04&to=2026-03-05&format=csv')
    expect([csv.headers['content-type'], csv.body]).toEqual([
      'text/csv; charset=utf-8',
      'day,5,4,3,2,1\r\n2026-03-04,1,0,0,0,0\r\n2026-03-05,3,0,0,0,0',
    ])
    const { data } = await world.graphql(
      '{ viewer { shop { report(name: REVIEWS_RECEIVED, from: "2026-03-01", to: "2026-03-31", interval: WEEK, compare: true) { unit at series { key values previousTotal } csv } } } }',
    )
    expect(data).toMatchObject({
      viewer: {
        shop: {
          report: {
            unit: 'NUMBER',
            series: [{ key: 'reviews.submitted', values: [0, 6, 0, 0, 0, 0], previousTotal: 0 }],
          },
        },
      },
    })
  })

  test.each<[interval: string, starts: string[], counts: number[]]>([
    ['day', ['2026-01-30', '2026-01-31', '2026-02-01'], [0, 1, 2]],
    ['week', ['2026-01-30', '2026-02-02', '2026-02-09'], [3, 0, 4]],
    ['month', ['2026-01-30', '2026-02-01', '2026-03-01', '2026-04-01'], [1, 6, 8, 16]],
  ])('read whole months and the days around them by %s', async (interval, starts, counts) => {
    const { id: product } = await addProduct(world, `Of ${interval}`)
    const of = (time: string, count: number) => at(time, { count, sum: 5 * count, by: { product, rate: '5' } })
    await inZone('America/New_York', [
      of('2026-01-01T05:00Z', 64),
      of('2026-02-01T04:59Z', 1),
      of('2026-02-01T05:00Z', 2),
      of('2026-02-15T12:00Z', 4),
      of('2026-03-31T12:00Z', 8),
      of('2026-04-02T12:00Z', 16),
      of('2026-04-03T04:00Z', 32),
    ])
    const { data } = await page(`rating?from=2026-01-30&to=2026-04-02&interval=${interval}`)
    expect(data.series.slice(0, starts.length).map(({ date, reviews }) => [date, reviews])).toEqual(
      starts.map((day, index) => [day, counts[index]]),
    )
    expect(data).toMatchObject({
      totals: { reviews: 31 },
      previous: { reviews: 64 },
      product: [{ reviews: 31, averageRating: 5, previous: { reviews: 64 } }],
    })
    const received = await report(`reviews-received?from=2026-01-30&to=2026-04-02&interval=${interval}&compare=true`)
    expect(received.data.series).toMatchObject([{ total: 31, previousTotal: 64 }])
  })

  test('use the day of a zone that skips midnight', async () => {
    await inZone('Africa/Cairo', [at('2026-04-23T21:59Z'), at('2026-04-23T22:00Z'), at('2026-04-24T20:59Z')])
    const { data } = await page('rating?from=2026-04-23&to=2026-04-24')
    expect(data.series.map(({ date, reviews }) => [date, reviews])).toEqual([
      ['2026-04-23', 1],
      ['2026-04-24', 2],
    ])
  })

  test('never show another shop’s facts', async () => {
    await inZone('UTC', [at('2026-03-02T10:00Z')])
    expect(
      (await report('reviews-received?from=2026-03-02&to=2026-03-02', world.otherToken)).data.series,
    ).toMatchObject([{ total: 0 }])
  })

  test.each<[string, string, string]>([
    ['nothing?from=2026-03-01&to=2026-03-02', 'name', 'valueInvalid'],
    ['ratings?from=2026-03-03&to=2026-03-02', 'to', 'invalidDateRange'],
    ['ratings?from=2024-03-01&to=2026-03-02', 'to', 'rangeTooLong'],
    ['ratings?from=2026-03-01&to=2026-04-01&interval=hour', 'to', 'rangeTooLong'],
    ['ratings?from=March&to=2026-03-02', 'from', 'invalidDate'],
    ['overall?from=2026-03-03&to=2026-03-02', 'to', 'invalidDateRange'],
    ['rating?from=1926-03-01&to=2026-03-02', 'from', 'invalidDate'],
    ['rating?from=2000-03-01&to=2099-03-02', 'to', 'rangeTooLong'],
    ['email?from=2026-03-01', 'to', 'required'],
    ['email?period=always', 'period', 'valueInvalid'],
    ['email?from=&to=2026-03-02', 'from', 'invalidDate'],
    ['email?format=pdf', 'format', 'valueInvalid'],
    ['email?format=csv&table=nothing', 'table', 'valueInvalid'],
    ['ratings?format=pdf', 'format', 'valueInvalid'],
  ])('refuse %s', async (path, field, code) => {
    const { status, fields } = await report(path)
    expect([status, fields]).toMatchObject([422, { [field]: { code } }])
  })
})

test('facts equal count(*) after random operations through the doors', async () => {
  const own = await createWorld()
  try {
    const verdict = await checkFacts(own, 90)
    expect([verdict.found, verdict.missed]).toEqual([[], []])
    expect(verdict.tried).toBeGreaterThan(40)
  } finally {
    await own.close()
  }
})

test('days and months are counted again when a shop returns from another time zone', async () => {
  const { deps } = world.app
  await across().fact.deleteMany()
  await inTransaction(world.ctx, async (tx) =>
    recordFacts(tx, [{ metric: 'reviews.submitted', at: new Date('2026-03-31T20:00Z'), sum: 5 }]),
  )
  const known = await across().shop.findUniqueOrThrow({ where: { id: world.shop.id } })
  const { shopDetails } = deps.platform
  const details = await shopDetails(known)
  deps.platform.shopDetails = () => Promise.resolve({ ...details, ianaTimezone: 'Asia/Tokyo' })
  await connectShop(deps, { shopDomain: known.shopifyDomain, known, grant: () => Promise.resolve() })
  deps.platform.shopDetails = shopDetails
  expect((await factsOf(known.id)).filter(({ dimension }) => dimension.startsWith('@'))).toMatchObject([
    { dimension: '@day', hour: new Date('2026-03-31T15:00Z'), count: 1 },
    { dimension: '@month', hour: new Date('2026-03-31T15:00Z'), count: 1 },
  ])
})
