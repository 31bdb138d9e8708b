import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { purgeOldRows } from '../../core/background/purge.ts'
import { saveSetting } from '../../shop/settings/settings.ts'
import { addProduct, type TestProduct } from '../../testing/orders.ts'
import { addReviews } from '../../testing/reviews.ts'
import { createWorld, type World } from '../../testing/world.ts'
import { performReviewAction } from '../reviews/changes/perform-action.ts'

let world: World
let product: TestProduct
let id: string
/** Each test posts from another network, as tests would share one rate limit otherwise. */
let network = 0
const remoteAddress = () => `10.3.${Math.floor(network / 250)}.${network % 250}`
beforeAll(async () => {
  world = await createWorld({ plan: 'enterprise' })
  product = await addProduct(world, 'Mug')
})
afterAll(() => world.close())
let number = 0
beforeEach(async () => {
  network += 1
  id = await addShown(`Text ${number++}`)
})

async function addShown(content = 'Fine'): Promise<string> {
  const [review] = await addReviews(world.ctx, { productId: product.id, status: 'published', content })
  return review?.id ?? ''
}

const path = (reviewId: string, shop = world.shop.shopifyDomain) => `/storefront/${shop}/reviews/${reviewId}/helpful`
const vote = (
  word: unknown,
  { of = id, agent = 'one', headers = {} }: { of?: string; agent?: string; headers?: Record<string, string> } = {},
) =>
  world.inject({
    method: 'POST',
    remoteAddress: remoteAddress(),
    url: path(of),
    payload: JSON.stringify({ vote: word }),
    headers: { 'content-type': 'application/json', 'user-agent': agent, ...headers },
  })
const counts = async (of = id) =>
  world.ctx.db.review.findUniqueOrThrow({
    where: { shopId_id: { shopId: world.shop.id, id: of } },
    select: { helpful: true, unhelpful: true, version: true },
  })
const page = async (query = '') => {
  const answer = await world.inject({
    method: 'GET',
    url: `/storefront/${world.shop.shopifyDomain}/products/${product.handle}/reviews?first=100${query}`,
  })
  return {
    etag: answer.headers['etag'],
    reviews: answer.json<{ reviews: { id: string; helpful: number; unhelpful: number }[] }>().reviews,
  }
}

describe('a vote', () => {
  test('counts once for each shopper, and can be changed and withdrawn', async () => {
    const answers = await Promise.all(Array.from({ length: 5 }, () => vote('helpful')))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200, 200])
    expect(await counts()).toMatchObject({ helpful: 1, unhelpful: 0, version: 1 })
    expect((await vote('unhelpful')).json()).toMatchObject({ data: { vote: 'unhelpful', helpful: 0, unhelpful: 1 } })
    await vote('none')
    await vote('none')
    expect(await counts()).toMatchObject({ helpful: 0, unhelpful: 0 })
    expect(await world.ctx.db.reviewVote.count({ where: { reviewId: id } })).toBe(0)
  })

  test('counts for each browser without storing its name or network', async () => {
    await vote('helpful', { agent: 'Firefox of Ada' })
    await vote('helpful', { agent: 'Safari of Ben' })
    expect(await counts()).toMatchObject({ helpful: 2 })
    const rows = await world.ctx.db.reviewVote.findMany({ where: { reviewId: id } })
    expect(JSON.stringify(rows)).not.toMatch(/Firefox|127\.0/)
    expect(new Set(rows.map(({ visitor }) => visitor)).size).toBe(2)
  })

  test('is stored with another visitor id for each review, so that votes can’t be linked', async () => {
    const other = await addShown()
    await vote('helpful')
    await vote('helpful', { of: other })
    const rows = await world.ctx.db.reviewVote.findMany({ where: { reviewId: { in: [id, other] } } })
    expect(new Set(rows.map(({ visitor }) => visitor)).size).toBe(2)
  })

  test('shows at once with a new ETag, and moves the review up in helpful order', async () => {
    const before = await page()
    for (const agent of ['one', 'two', 'three']) await vote('helpful', { agent })
    const after = await page('&sort=helpful')
    expect(after.reviews[0]).toMatchObject({ id, helpful: 3, unhelpful: 0 })
    expect((await page()).etag).not.toBe(before.etag)
  })

  test('refuses a form of 150,000 fields', async () => {
    const answer = await world.inject({
      method: 'POST',
      remoteAddress: remoteAddress(),
      url: path(id),
      payload: Array.from({ length: 150_000 }, (_none, at) => `f${at}=1`).join('&'),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    expect(answer.statusCode).toBe(422)
  })

  test('redirects a form to the review, and never to another site', async () => {
    const post = (referer: string) =>
      world.inject({
        method: 'POST',
        remoteAddress: remoteAddress(),
        url: path(id),
        payload: 'vote=helpful',
        headers: { 'content-type': 'application/x-www-form-urlencoded', referer },
      })
    const shop = `https://${world.shop.domain}`
    const { statusCode, headers } = await post(`${shop}/products/mug?candor_q=soft`)
    expect([statusCode, headers['location']]).toEqual([
      303,
      `${shop}/products/mug?candor_review=${id}&candor_voted=helpful#candor-1qano6o-linked`,
    ])
    expect((await post('https://evil.test/products/mug')).headers['location']).not.toContain('evil')
  })

  test('returns a new form, whose button withdraws it, to the script', async () => {
    const body = '--x\r\ncontent-disposition: form-data; name="vote"\r\n\r\nhelpful\r\n--x--\r\n'
    const { body: fragment } = await world.inject({
      method: 'POST',
      remoteAddress: remoteAddress(),
      url: `${path(id)}?part=form`,
      payload: body,
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
    })
    expect(fragment).toContain('1 person found this helpful')
    expect(fragment).toMatch(/value="none" aria-pressed="true"/)
  })

  test.each([
    ['an unknown review', () => '0190a000-0000-7000-8000-000000000000'],
    ['no id', () => "x' or 1=1"],
    ['a hidden review', () => id],
  ])('returns 404 for %s', async (name, idOf) => {
    if (name === 'a hidden review') await performReviewAction(world.ctx, { act: 'unpublish', ids: [id] })
    expect((await vote('helpful', { of: encodeURIComponent(idOf()) })).statusCode).toBe(404)
    expect(await world.ctx.db.reviewVote.count({ where: { reviewId: id } })).toBe(0)
  })

  test('returns 404 at another shop', async () => {
    const { statusCode } = await world.inject({
      method: 'POST',
      remoteAddress: remoteAddress(),
      url: path(id, world.otherShop.shopifyDomain),
      payload: '{}',
      headers: { 'content-type': 'application/json' },
    })
    expect([statusCode, (await counts()).helpful]).toEqual([404, 0])
  })

  test.each([['yes'], [1], [null], [['helpful']], [{ a: 1 }], ['__proto__'], ['\u0000']])(
    'is refused: %j',
    async (word) => {
      expect((await vote(word)).statusCode).toBe(422)
      expect(await counts()).toMatchObject({ helpful: 0, unhelpful: 0 })
    },
  )

  test.each([
    ['[]', 'application/json'],
    ['"helpful"', 'application/json'],
    ['{"vot":"helpful"}', 'application/json'],
    ['--x', 'multipart/form-data; boundary=x'],
  ])('is refused: %s as %s', async (payload, type) => {
    expect(
      (
        await world.inject({
          method: 'POST',
          remoteAddress: remoteAddress(),
          url: path(id),
          payload,
          headers: { 'content-type': type },
        })
      ).statusCode,
    ).toBe(422)
  })

  test('has a rate limit for each network', async () => {
    const others = await Promise.all(Array.from({ length: 6 }, () => addShown()))
    const answers: number[] = []
    for (let at = 0; at < 31; at++)
      answers.push((await vote('helpful', { of: others[at % 6] ?? '', agent: `agent ${at}` })).statusCode)
    expect([answers.filter((status) => status === 200).length, answers.at(-1)]).toEqual([30, 429])
  })

  test('counts six browsers of a network, so that one person can’t invent more', async () => {
    const statuses = []
    for (let browser = 0; browser < 8; browser++)
      statuses.push((await vote('helpful', { agent: `Browser ${browser}` })).statusCode)
    expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 429, 429])
    expect((await vote('unhelpful', { agent: 'Browser 0' })).statusCode).toBe(200)
    expect(await counts()).toMatchObject({ helpful: 5, unhelpful: 1 })
  })

  test('is deleted with its review, or after 90 days without changing the counter', async () => {
    const gone = await addShown()
    await vote('helpful')
    await vote('helpful', { of: gone })
    await world.ctx.db.review.delete({ where: { shopId_id: { shopId: world.shop.id, id: gone } } })
    expect(await world.ctx.db.reviewVote.count({ where: { reviewId: gone } })).toBe(0)
    await world.ctx.db.reviewVote.updateMany({
      where: { reviewId: id },
      data: { createdAt: new Date(world.ctx.now().getTime() - 91 * 86_400_000) },
    })
    await purgeOldRows(world.app.deps)
    expect([await world.ctx.db.reviewVote.count({ where: { reviewId: id } }), (await counts()).helpful]).toEqual([0, 1])
  })

  test('has no buttons while the shop’s votes are off', async () => {
    const box = async () =>
      (
        await world.inject({
          method: 'GET',
          url: `/storefront/${world.shop.shopifyDomain}/widgets/reviewBox?product=${product.handle}`,
        })
      ).body
    expect(await box()).toContain('candor-votes')
    await saveSetting(world.ctx, 'reviewBox', { isShowHelpful: false })
    expect(await box()).not.toContain('candor-votes')
  })
})
