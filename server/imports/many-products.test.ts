import { client, world } from '../testing/import-stage.ts'

const header = 'body,rating,product_handle\n'
const fileOf = (products: readonly string[]) =>
  header + products.map((name, at) => `Text ${String(at)},5,${name}\n`).join('')
const toShop = (names: readonly string[]) => names.map((name) => ({ question: `unmatched:${name}`, answer: 'shop' }))

describe('more products than the list holds', () => {
  const products = Array.from({ length: 2_003 }, (_none, at) => `x${String(at)}`)

  test('need an answer for all, even when each listed one is answered', async () => {
    const { id, unmatched, unmatchedProducts } = await client.checked(fileOf(products))
    const listed = Object.keys(unmatchedProducts)
    expect([unmatched, listed.length]).toEqual([2_003, 2_000])
    const refused = await world.rest('POST', `/imports/${id}/start`, { body: { answers: toShop(listed) } })
    expect(refused.statusCode).toBe(422)
    expect(refused.json()).toMatchObject({
      code: 'questionUnanswered',
      fields: { unmatched: { code: 'questionUnanswered' } },
    })
    const answers = [{ question: 'unmatched', answer: 'skip' }, ...toShop(listed)]
    expect(await client.start(id, { answers })).toMatchObject({ status: 'done', imported: 2_000, unmatched: 3 })
  })

  test('follow the answer for all', async () => {
    const { id } = await client.checked(fileOf(products))
    const answers = [
      { question: 'unmatched', answer: 'shop' },
      { question: 'unmatched:x0', answer: 'skip' },
    ]
    expect(await client.start(id, { answers })).toMatchObject({ status: 'done', imported: 2_002, unmatched: 1 })
  })
})

describe('products named like object properties', () => {
  const products = ['constructor', 'valueof']

  test('are not answered automatically', async () => {
    const { id, unmatchedProducts } = await client.checked(fileOf(products))
    expect(unmatchedProducts).toEqual({ constructor: 1, valueof: 1 })
    for (const answers of [[], toShop(['valueof'])]) {
      const refused = await world.rest('POST', `/imports/${id}/start`, { body: { answers } })
      expect(refused.json()).toMatchObject({
        code: 'questionUnanswered',
        fields: { unmatched: { code: 'questionUnanswered' } },
      })
    }
    expect(await client.start(id, { answers: toShop(products) })).toMatchObject({
      status: 'done',
      imported: 2,
      unmatched: 0,
    })
  })

  test('are covered by the question for all when the list cannot name them', async () => {
    const { id, unmatched, unmatchedProducts } = await client.checked(fileOf([...products, '__proto__']))
    expect([unmatched, unmatchedProducts]).toEqual([3, { constructor: 1, valueof: 1 }])
    const refused = await world.rest('POST', `/imports/${id}/start`, { body: { answers: toShop(products) } })
    expect(refused.json()).toMatchObject({ code: 'questionUnanswered' })
    const answers = [{ question: 'unmatched', answer: 'skip' }, ...toShop([...products, '__proto__'])]
    expect(await client.start(id, { answers })).toMatchObject({ status: 'done', imported: 3, unmatched: 0 })
  })
})

test('drops NUL characters from a product’s address, and imports the row', async () => {
  const { id, unmatchedProducts } = await client.checked(
    'body,rating,product_url\nOne,5,https://x.example.test/products/a%00b\nTwo,4,https://x.example.test/products/%00\n',
  )
  expect(unmatchedProducts).toEqual({ ab: 1 })
  expect(await client.start(id, { answers: toShop(['ab']) })).toMatchObject({ status: 'done', imported: 2 })
})
