import { client, world } from '../../testing/import-stage.ts'

interface List {
  viewer: {
    shop: {
      manualImport: {
        totalCount: number
        products: { productId: string; title: string; reviewCount: number; lastImportedAt: string | null }[]
        pageInfo: { hasNextPage: boolean; hasPreviousPage: boolean; startCursor: string; endCursor: string }
      }
    }
  }
}
const list = async (args: string): Promise<List['viewer']['shop']['manualImport']> => {
  const { data } = await world.graphql(
    `{ viewer { shop { manualImport(${args}) { totalCount products { productId title reviewCount lastImportedAt } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } } } }`,
  )
  return (data as unknown as List).viewer.shop.manualImport
}

test('over GraphQL, too: the newest import first, both ways, searched and narrowed; the ids are those of products', async () => {
  for (const handle of ['alpha', 'beta', 'gamma']) await client.addProduct(handle)
  await client.start((await client.checked('body,rating,product_handle\nA,5,beta\nB,4,beta\n')).id)
  const first = await list('first: 2')
  expect(first).toMatchObject({
    totalCount: 3,
    products: [{ title: 'The beta', reviewCount: 2, lastImportedAt: expect.any(String) }, { lastImportedAt: null }],
    pageInfo: { hasNextPage: true, hasPreviousPage: false },
  })
  expect(
    await world.graphql('query ($id: ID!) { node(id: $id) { ... on Product { title } } }', {
      id: first.products[0]?.productId,
    }),
  ).toMatchObject({ data: { node: { title: 'The beta' } } })
  const second = await list(`first: 2, after: "${first.pageInfo.endCursor}"`)
  expect(second).toMatchObject({ pageInfo: { hasNextPage: false, hasPreviousPage: true } })
  expect((await list(`first: 2, before: "${second.pageInfo.startCursor}"`)).products).toEqual(first.products)
  expect((await list('hasReviews: true')).products.map(({ title }) => title)).toEqual(['The beta'])
  expect((await list('search: "gam", sort: LAST_IMPORTED_ASC')).products.map(({ title }) => title)).toEqual([
    'The gamma',
  ])
})
