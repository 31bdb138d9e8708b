import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { encodeId } from '../../../core/global-ids.ts'
import { addProduct } from '../../../testing/orders.ts'
import { addReviews } from '../../../testing/reviews.ts'
import { createWorld, type World } from '../../../testing/world.ts'
import { countTopics } from './count-topics.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

interface Counted {
  isStale: boolean
  reviews: number
  topics: { word: string; mentions: number; good: number; bad: number; quotes: { rate: number; text: string }[] }[]
}
const fields = `isStale reviews topics { word search mentions good bad quotes { rate text } }`
async function read(productId: string, token?: string): Promise<Counted | null> {
  const { data } = await world.graphql(
    `query ($id: ID) { viewer { shop { topics(productId: $id) { ${fields} } } } }`,
    { id: encodeId('Product', productId) },
    token,
  )
  return (data as unknown as { viewer: { shop: { topics: Counted } } }).viewer.shop.topics
}
const refresh = (productId: string, token?: string) =>
  world.graphql(
    `mutation ($id: ID) { refreshTopics(input: { productId: $id }) { __typename } }`,
    { id: encodeId('Product', productId) },
    token,
  )

const published = { status: 'published' } as const

test('counts what good and bad reviews of a product mention, each with a sentence, until the next count', async () => {
  const product = await addProduct(world, 'Lamp')
  const other = await addProduct(world, 'Desk')
  const texts: [number, string][] = [
    [5, 'Great lamp. The battery lasts for days.'],
    [4, 'Batteries were included. Customer service helped me.'],
    [1, 'The battery died after a week!'],
    [2, 'Customer service never answered.'],
    [5, 'Love it, customer service is quick.'],
  ]
  await addReviews(
    world.ctx,
    ...texts.map(([rate, content]) => ({ ...published, productId: product.id, rate, title: '', content })),
    ...Array.from({ length: 4 }, () => ({ ...published, productId: other.id, rate: 3, content: 'The drawer sticks.' })),
    ...Array.from({ length: 4 }, (_, at) => ({
      status: 'rejected' as const,
      productId: product.id,
      content: `The casino pays on day ${at}.`,
    })),
  )
  expect(await read(product.id)).toEqual({ isStale: true, reviews: 0, topics: [] })
  await refresh(product.id)
  const counted = await read(product.id)
  expect(counted).toMatchObject({ isStale: false, reviews: 5 })
  expect(counted?.topics).toEqual([
    {
      word: 'battery',
      search: 'batter',
      mentions: 3,
      good: 2,
      bad: 1,
      quotes: [
        { rate: 5, text: 'The battery lasts for days.' },
        { rate: 1, text: 'The battery died after a week!' },
      ],
    },
    {
      word: 'customer service',
      search: 'customer service',
      mentions: 3,
      good: 2,
      bad: 1,
      quotes: [
        { rate: 5, text: 'Love it, customer service is quick.' },
        { rate: 2, text: 'Customer service never answered.' },
      ],
    },
  ])

  // An erased review takes its sentence along.
  await world.ctx.db.review.updateMany({
    where: { shopId: world.shop.id, content: 'The battery died after a week!' },
    data: { content: '' },
  })
  expect((await read(product.id))?.topics[0]?.quotes).toEqual([{ rate: 5, text: 'The battery lasts for days.' }])

  await world.advance({ minutes: 11 })
  expect(await read(product.id)).toMatchObject({ isStale: true, reviews: 5 })
  await refresh(product.id)
  expect((await read(product.id))?.topics.map(({ word }) => word)).toEqual(['customer service'])

  // Another shop doesn’t know the product.
  expect((await refresh(product.id, world.otherToken)).data).toEqual({ refreshTopics: { __typename: 'NotFoundError' } })
  expect(await read(product.id, world.otherToken)).toMatchObject({ reviews: 0, topics: [] })
})

test.each([
  ['de', ['Die Lieferung kam schnell.', 'Lieferungen waren spät.', 'Lieferung leider beschädigt'], 'lieferung'],
  ['fr', ['La livraison était rapide.', 'Livraisons en retard.', 'Une livraison parfaite'], 'livraison'],
  ['es', ['El envío llegó rápido.', 'Los envíos tardan.', 'Un envío perfecto'], 'envío'],
  ['ja', ['配送が早かったです。', '配送が遅い。', '配送は丁寧でした。'], '配送'],
  ['zh', ['物流很快', '物流太慢了', '物流不错'], '物流'],
  ['ko', ['배송이 빨라요', '배송은 늦었어요', '배송도 좋아요'], '배송'],
  ['he', ['המשלוח הגיע מהר', 'המשלוח איחר', 'המשלוח היה מושלם'], 'המשלוח'],
])('finds a topic in %s, whatever the shop’s language', (_language, texts, topic) => {
  const reviews = texts.map((text, at) => ({ id: String(at), rate: at === 1 ? 1 : 5, text }))
  const [first] = countTopics(reviews, 'en')
  expect(first?.word).toContain(topic)
  expect(first).toMatchObject({ mentions: 3, good: 2, bad: 1 })
})

test('shows one topic of words that the same reviews mention, with as many reviews as its search finds', () => {
  const texts = [
    'The couple loved the wedding mug.',
    'A couple at the wedding kept it.',
    'For the couple and the wedding.',
    'The benefit: the fit is right.',
    'The fit is wrong.',
    'The benefit is the fit.',
  ]
  const reviews = texts.map((text, at) => ({ id: String(at), rate: at % 2 ? 1 : 5, text }))
  const topics = countTopics(reviews, 'en')
  expect(topics.filter(({ word }) => /couple|wedding/.test(word))).toHaveLength(1)
  for (const { search, mentions } of topics)
    expect(mentions).toBe(texts.filter((text) => text.toLowerCase().includes(search)).length)
})
