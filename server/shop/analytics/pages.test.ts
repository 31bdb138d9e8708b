import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import type { Fact } from '../../../rules/facts.ts'
import { inTransaction } from '../../core/context.ts'
import { encodeId } from '../../core/global-ids.ts'
import { addProduct } from '../../testing/orders.ts'
import { createWorld, type World } from '../../testing/world.ts'
import { recordFacts } from './facts.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

const across = () => world.app.deps.access.acrossShops('the command line')

interface PageBody {
  data: {
    from: string
    totals: Record<string, number | null>
    previous: Record<string, number | null> | null
    series: ({ date: string } & Record<string, number | null>)[]
    [breakdown: string]: unknown
  }
}
const page = async (path: string) => (await world.rest('GET', `/analytics/${path}`)).json<PageBody>()

describe('pages', () => {
  const totalsOf = ({ data }: PageBody, ...names: string[]) => names.map((name) => data.totals[name])

  test('answer totals, the period before, points, breakdowns and files in REST and GraphQL', async () => {
    await across().fact.deleteMany()
    const sent = (time: string, by: Fact['by'], count = 1): Fact => ({
      metric: 'requests.sent',
      at: new Date(time),
      count,
      by: { ...by, template: 'review-reminder' },
    })
    await inTransaction(world.ctx, async (tx) =>
      recordFacts(tx, [
        sent('2026-03-02T10:00Z', { delayBucket: '8-14', country: 'GB', sentHour: '1-12' }, 4),
        sent('2026-03-09T10:00Z', { delayBucket: '4-7', country: 'DE', sentHour: '1-12' }, 8),
        {
          ...sent('2026-03-10T10:00Z', { delayBucket: '4-7', country: 'DE', sentHour: '1-12' }, 2),
          metric: 'requests.reviewed',
        },
        { metric: 'requests.bounced', at: new Date('2026-03-10T10:00Z') },
        { metric: 'requests.refused', at: new Date('2026-03-10T10:00Z') },
      ]),
    )
    const answer = await page('email?from=2026-03-09&to=2026-03-15')
    expect(totalsOf(answer, 'sent', 'reviewed', 'reviewRate', 'bounced', 'openRate')).toEqual([8, 2, 0.25, 2, 0])
    expect(answer.data.previous).toMatchObject({ sent: 4, reviewRate: 0 })
    expect(answer.data.series.map(({ date, sent: count }) => [date, count]).slice(0, 2)).toEqual([
      ['2026-03-09', 8],
      ['2026-03-10', 0],
    ])
    expect(answer.data).toMatchObject({
      hour: [{ key: '1-12', sent: 8, reviewed: 2 }],
      country: [
        { key: 'DE', sent: 8 },
        { key: 'GB', sent: 0, previous: { sent: 4 } },
      ],
    })
    expect((await page('email?period=allTime')).data).toMatchObject({ previous: null, from: '2026-03-02' })
    const csv = await world.rest('GET', '/analytics/email?from=2026-03-09&to=2026-03-15&format=csv&table=country')
    expect(csv.body).toBe('country,sent,opened,clicked,reviewed,reviewRate (%)\r\nDE,8,0,0,2,25\r\nGB,0,0,0,0,')
    const { data } = await world.graphql(
      '{ viewer { shop { analytics(from: "2026-03-09", to: "2026-03-09", interval: HOUR) { page(name: EMAIL) { interval figures { key unit total } } } } } }',
    )
    expect(data).toMatchObject({
      viewer: {
        shop: {
          analytics: {
            page: {
              interval: 'HOUR',
              figures: expect.arrayContaining([{ key: 'sent', unit: 'NUMBER', total: 8 }]) as unknown,
            },
          },
        },
      },
    })
  })

  test('compare the unfinished day with the same hours of the day before', async () => {
    await across().fact.deleteMany()
    const now = world.app.deps.now()
    const hour = 3_600_000
    const at = (ago: number, count: number): Fact => ({
      metric: 'reviews.submitted',
      at: new Date(now.getTime() - ago * hour),
      count,
      sum: count,
    })
    const begun = now.getUTCHours() + 1
    await across().shop.update({ where: { id: world.shop.id }, data: { ianaTimezone: 'UTC' } })
    world.app.deps.publish(world.shop.id, 'shop', world.shop.id)
    await inTransaction(world.ctx, async (tx) => recordFacts(tx, [at(0, 2), at(24, 4), at(begun, 8)]))
    const { data } = await page('rating?period=today&interval=hour')
    expect([data.totals.reviews, data.previous?.reviews]).toEqual([2, begun === 24 ? 12 : 4])
  })

  test('name products by ids that lead to their reviews, and write files in the card’s words', async () => {
    await across().fact.deleteMany()
    const product = await addProduct(world, 'Teapot')
    const at = new Date('2026-03-09T10:00Z')
    await inTransaction(world.ctx, async (tx) =>
      recordFacts(tx, [
        { metric: 'reviews.submitted', at, sum: 5, by: { product: product.id } },
        { metric: 'discounts.redeemed', at, sum: 15338 },
        { metric: 'reviews.replied', at, sum: 5000 },
      ]),
    )
    const days = 'from=2026-03-09&to=2026-03-09'
    expect((await page(`rating?${days}`)).data.product).toMatchObject([{ key: product.platformId, label: 'Teapot' }])
    const { data } = await world.graphql(
      `{ viewer { shop { analytics(from: "2026-03-09", to: "2026-03-09", interval: DAY) { page(name: OVERALL) {
        breakdowns { key rows { key } }
        csv(figures: ["responseTime", "codeRevenue"], headers: ["Date", "Response time (hours)", "=Revenue (USD)"])
      } } } } }`,
    )
    const read = data as unknown as {
      viewer: {
        shop: { analytics: { page: { csv: string; breakdowns: { key: string; rows: { key: string }[] }[] } } }
      }
    }
    const { csv, breakdowns } = read.viewer.shop.analytics.page
    expect(csv).toBe("Date,Response time (hours),'=Revenue (USD)\r\n2026-03-09,1.39,153.38")
    expect(breakdowns.find(({ key }) => key === 'product')?.rows).toEqual([{ key: encodeId('Product', product.id) }])
  })

  test('refuse a document with many of them', async () => {
    const aliases = Array.from({ length: 20 }, (_, at) => `a${at}: page(name: OVERALL) { from }`).join(' ')
    const answer = await world.graphql(`{ viewer { shop { analytics { ${aliases} } } } }`)
    expect(JSON.stringify(answer)).toMatch(/complexity/)
  })
})
