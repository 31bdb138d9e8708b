import { client, world } from '../../testing/import-stage.ts'

const review = (id: number, more: object = {}) => ({
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
const check = async (payload: unknown) => client.checked(JSON.stringify(payload), { name: 'judgeme.json' })

test.each([
  ['an answer', { current_page: 1, per_page: 10, reviews: [review(1), review(2, { hidden: true })] }],
  ['several answers', [{ reviews: [review(3)] }, { reviews: [review(4, { hidden: true })] }]],
  ['the list alone', [review(5), review(6, { hidden: true })]],
])('%s of Judge.me’s API that was saved comes in like what is fetched', async (_name, payload) => {
  await client.addProduct('lamp', '7012345678')
  const { id } = await check(payload)
  expect(await client.start(id)).toMatchObject({ status: 'done', total: 2, imported: 2, bad: 0 })
  const reviews = await client.reviews()
  expect(reviews.map(({ status, verifiedBy }) => [status, verifiedBy]).sort()).toEqual([
    ['hidden', 'merchant'],
    ['published', 'merchant'],
  ])
  expect(reviews[0]?.externalId).toMatch(/^judgeme-api:\d$/)
})

test('any other JSON is refused', async () => {
  for (const payload of [
    { reviews: [] },
    { reviews: [{ body: 'x', rating: 5 }] },
    { reviews: [review(7), { order: 1 }] },
    { orders: [] },
  ]) {
    const refused = await client.upload(JSON.stringify(payload), { name: 'any.json' })
    expect([refused.statusCode, refused.json()]).toMatchObject([422, { code: 'notMarketplaceReviews' }])
  }
  expect(await world.ctx.db.import.count({ where: { shopId: world.shop.id, fileName: 'any.json' } })).toBe(0)
})
