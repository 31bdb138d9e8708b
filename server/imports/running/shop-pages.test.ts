import { client, world } from '../../testing/import-stage.ts'

test('what an import brings is on the shop’s pages at once, and what its undo takes is gone at once', async () => {
  await client.addProduct('mug')
  const page = async () =>
    (
      await world.inject({
        method: 'GET',
        url: `/storefront/${world.shop.shopifyDomain}/widgets/reviewBox?product=mug`,
      })
    ).body
  expect(await page()).not.toContain('Keeps tea hot')
  const { id } = await client.checked('body,rating,product_handle\nKeeps tea hot,5,mug\n')
  expect(await client.start(id)).toMatchObject({ status: 'done', imported: 1 })
  expect(await page()).toContain('Keeps tea hot')
  expect((await world.rest('POST', `/imports/${id}/undo`, { body: {} })).statusCode).toBe(200)
  await world.runJobs()
  expect(await page()).not.toContain('Keeps tea hot')
})
