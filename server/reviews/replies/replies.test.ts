import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { v7 as uuidv7 } from 'uuid'
import { encodeId } from '../../core/global-ids.ts'
import { addProduct, type TestProduct } from '../../testing/orders.ts'
import { addReviews, type TestReview } from '../../testing/reviews.ts'
import { createWorld, type World } from '../../testing/world.ts'

let world: World
let product: TestProduct
beforeAll(async () => {
  world = await createWorld({ plan: 'pro' })
  product = await addProduct(world, 'Mug')
})
afterAll(() => world.close())
beforeEach(async () => {
  await across().demoMail.deleteMany()
  await across().delayedMail.deleteMany()
})

const across = () => world.app.deps.access.acrossShops('the demo platform')
const add = async (more: TestReview = {}) => {
  const [review] = await addReviews(world.ctx, { status: 'published', productId: product.id, ...more })
  return review?.id ?? ''
}
/** Adds a person of the shop. */
async function join(name: string): Promise<string> {
  const id = uuidv7()
  const account = { id, email: `${name.toLowerCase()}@shop.test`, name, passwordHash: '', createdAt: new Date() }
  await across().account.create({ data: { ...account, shops: { create: { shopId: world.ctx.shop.id } } } })
  return id
}
const assign = (id: string, assigneeId: unknown) =>
  world.rest('POST', `/reviews/${id}/assign`, { body: assigneeId === undefined ? {} : { assigneeId } })
const listed = async (query: string) => {
  const { data } = (await world.rest('GET', `/reviews?${query}`)).json<{ data: { id: string }[] }>()
  return data.map(({ id }) => id)
}

describe('assigning a review', () => {
  test('emails the person once for a bulk action, and lists it as theirs', async () => {
    const lina = await join('Lina')
    const [one, two] = [await add(), await add()]
    const { data } = (
      await world.rest('POST', '/reviews/bulk', { body: { action: 'assign', ids: [one, two], assigneeId: lina } })
    ).json<{ data: { id: string } }>()
    expect(data.id).toBeTruthy()
    await world.runJobs()
    await world.advance({ minutes: 3 })
    const mails = await world.mailbox()
    expect(mails.map(({ to, subject }) => `${to}: ${subject}`)).toEqual([
      'lina@shop.test: 2 reviews were assigned to you',
    ])
    expect(mails[0]?.text).toContain('assigneeFilter=me')
    expect((await listed(`assigneeFilter=${lina}`)).sort()).toEqual([one, two].sort())
    expect(await listed('assigneeFilter=unassigned')).not.toContain(one)
    await assign(one, null)
    expect(await listed('assigneeFilter=unassigned')).toContain(one)
  })

  test('is in the history with the name', async () => {
    const kim = await join('Kim')
    const id = await add()
    await assign(id, kim)
    const [entry] = await world.ctx.db.reviewHistory.findMany({ where: { reviewId: id }, orderBy: { id: 'desc' } })
    expect(entry).toMatchObject({ action: 'assigned', after: { assignee: 'Kim' } })
  })

  test.each([[undefined], ['x'], ['00000000-0000-4000-8000-000000000000']])('refuses %s', async (assigneeId) => {
    expect((await assign(await add(), assigneeId)).statusCode).toBe(422)
  })

  test('ends with the person’s right to the shop @oldest', async () => {
    const max = await join('Max')
    await join('Another')
    const id = await add()
    await assign(id, max)
    expect((await world.rest('DELETE', `/people/${max}`)).statusCode).toBe(200)
    expect(await world.ctx.db.review.findFirst({ where: { id } })).toMatchObject({ assigneeId: null })
    expect(await listed('assigneeFilter=unassigned&searchText=mug')).toContain(id)
  })

  test('sends no email if the person doesn’t want them, or assigned it to itself', async () => {
    const noa = await join('Noa')
    await world.rest('PUT', '/settings/emailSetting', { body: { enabledEmailAssignedReview: false } })
    await assign(await add(), noa)
    await world.rest('PUT', '/settings/emailSetting', { body: { enabledEmailAssignedReview: true } })
    const { data } = (await world.rest('GET', '/people')).json<{ data: { people: { id: string; isYou: boolean }[] } }>()
    const you = data.people.find(({ isYou }) => isYou)?.id
    const mine = await add()
    await assign(mine, you)
    await world.advance({ minutes: 3 })
    expect(await world.mailbox()).toEqual([])
    expect(await listed('assigneeFilter=me')).toEqual([mine])
  })
})

test('a reply to several reviews has each one’s name and product', async () => {
  const [one, two] = [await add({ firstName: 'Ida' }), await add({ firstName: '', lastName: '', productId: null })]
  const content = 'Thank you, {{ customer_name }}, for {{ product_title }}!'
  await world.rest('POST', '/reviews/bulk', { body: { action: 'reply', ids: [one, two], content } })
  await world.runJobs()
  const rows = await world.ctx.db.review.findMany({ where: { id: { in: [one, two] } }, orderBy: { id: 'asc' } })
  expect(rows.map(({ replyContent }) => replyContent)).toEqual([
    'Thank you, Ida, for Mug!',
    'Thank you, for Shop world!',
  ])
})

describe('suggested replies', () => {
  const suggestions = async (id: string) => {
    const { data } = await world.graphql(
      'query ($id: ID!) { node(id: $id) { ... on Review { replySuggestions { content product rate } } } }',
      { id: encodeId('Review', id) },
    )
    return (data as unknown as { node: { replySuggestions: { content: string }[] } }).node.replySuggestions
  }

  test('are the replies to the most similar reviews, without the earlier customer’s name', async () => {
    const replyAt = new Date('2026-01-01T00:00:00Z')
    const asked = await add({ rate: 2, title: 'Slow', content: 'The delivery took three weeks' })
    await add({
      ...{ rate: 2, content: 'Delivery took four weeks', firstName: 'Bo' },
      replyContent: 'Sorry, Bo! The courier was late with your Mug.',
      replyAt,
    })
    await add({
      ...{ rate: 2, content: 'The colour is wrong', productId: null },
      replyContent: 'We exchange it.',
      replyAt,
    })
    await add({ ...{ rate: 5, content: 'The delivery took three weeks' }, replyContent: 'Great!', replyAt })
    const found = await suggestions(asked)
    expect(found.map(({ content }) => content)).toEqual([
      'Sorry, {{ customer_name }}! The courier was late with your {{ product_title }}.',
    ])
  })

  test('take at most 50 ms among 5,000 replies', async () => {
    const replyAt = new Date('2026-01-01T00:00:00Z')
    const words = 'delivery colour handle soft strong cheap broken late lovely kitchen gift box thanks again'.split(' ')
    for (let batch = 0; batch < 5; batch++)
      await addReviews(
        world.ctx,
        ...Array.from({ length: 1_000 }, (_, at) => ({
          rate: 4,
          content: Array.from(
            { length: 40 },
            (_each, place) => words[(at * 7 + place * place + batch) % words.length],
          ).join(' '),
          replyContent: `Reply ${batch} ${at}`,
          replyAt,
        })),
      )
    const asked = await add({ rate: 4, content: 'A lovely gift for the kitchen, delivery was late' })
    await suggestions(asked)
    const start = performance.now()
    expect(await suggestions(asked)).toHaveLength(3)
    expect(performance.now() - start).toBeLessThan(250)
  })
})
