import { client, world } from '../testing/import-stage.ts'

const judgeme = (handle: string, text = 'Lovely cup') =>
  `body,rating,review_date,reviewer_name,product_handle\n${text},5,2025-01-01,Ann,${handle}\n`
const loox = (handle: string) =>
  `product_handle,rating,author,email,body,created_at,photo_url,verified_purchase\n${handle},5,Ann,,Lovely cup,2025-01-01,,\n`
const skip = { answers: [{ question: 'unmatched', answer: 'skip' }] }

test('finds a review’s duplicate by the own name of the product that the merchant chose', async () => {
  const product = await client.addProduct('hillside-mug')
  const { id } = await client.checked(judgeme('old-mug'))
  expect(await client.start(id, { answers: [{ question: 'unmatched:old-mug', answer: product }] })).toMatchObject({
    imported: 1,
  })
  expect(await client.checked(loox('hillside-mug'), { name: 'loox.csv' })).toMatchObject({ fresh: 0, duplicates: 1 })
  expect(await client.checked(judgeme('old-mug'))).toMatchObject({ fresh: 0, unmatched: 0, duplicates: 1 })
})

test('finds the duplicate once the merchant has chosen the product', async () => {
  const product = await client.addProduct('hillside-mug')
  await client.start((await client.checked(loox('hillside-mug'), { name: 'loox.csv' })).id)
  const { id, unmatched } = await client.checked(judgeme('old-mug'))
  expect(unmatched).toBe(1)
  expect(await client.start(id, { answers: [{ question: 'unmatched:old-mug', answer: product }] })).toMatchObject({
    imported: 0,
    duplicates: 1,
  })
})

test('finds duplicates after a product’s handle changed or another product took it', async () => {
  const product = await client.addProduct('old-mug')
  await client.start((await client.checked(judgeme('old-mug'))).id)
  await client
    .db()
    .product.update({ where: { shopId_id: { shopId: world.shop.id, id: product } }, data: { handle: 'hillside-mug' } })
  expect(await client.checked(judgeme('old-mug'))).toMatchObject({ fresh: 0, unmatched: 0, duplicates: 1 })
  await client.addProduct('old-mug')
  expect(await client.checked(judgeme('old-mug'))).toMatchObject({ fresh: 0, unmatched: 0, duplicates: 1 })
  expect(await client.checked(judgeme('old-mug', 'Another cup'))).toMatchObject({ fresh: 1, duplicates: 0 })
})

const filled = (count: number) => Array.from({ length: count }, (_none, at) => ['901', `Filler ${String(at)}`])
test.each([
  ['in one batch', 10],
  ['in two', 1_000],
])('keeps two products with one name apart, %s; a second upload has only duplicates', async (_where, count) => {
  for (const id of ['901', '902']) await client.addProduct(`mug-${id}`, id)
  const rows = [['901', 'Great'], ...filled(count), ['902', 'Great']]
  const file = `body,rating,review_date,reviewer_name,product_id,product_handle\n${rows.map(([id, text]) => `${String(text)},5,2025-01-01,Ann,${String(id)},mug\n`).join('')}`
  const { id, fresh } = await client.checked(file)
  expect([fresh, (await client.start(id)).imported]).toEqual([rows.length, rows.length])
  expect(await client.checked(file)).toMatchObject({ fresh: 0, duplicates: rows.length })
})

test('names the column of an unmatched row as the check does, whatever its header', async () => {
  const spaced = await client.checked('body,rating, product_handle \nGood,5,old-mug\n')
  expect((await client.start(spaced.id, skip)).badRows).toMatchObject([
    { row: 2, column: 'product_handle', value: 'old-mug' },
  ])
  const long = String.fromCodePoint(...Array.from({ length: 8_000 }, (_none, at) => 0x4e00 + ((at * 7_919) % 20_000)))
  const { id } = await client.checked(`text,stars,${long}\nGood,5,old-mug\n`, { name: 'x.csv' })
  expect(
    (await world.rest('POST', `/imports/${id}/columns`, { body: { mapping: { content: 0, rating: 1, handle: 2 } } }))
      .statusCode,
  ).toBe(200)
  const ended = await client.start(id, skip)
  expect(ended).toMatchObject({ status: 'done', unmatched: 1, badRows: [{ row: 2 }] })
  expect(ended.badRows[0]?.column.length).toBeLessThanOrEqual(200)
})

describe('more names than are kept', () => {
  const header = 'body,rating,review_date,reviewer_name,product_handle,product_id\n'
  const rows = (count: number, of: (at: number) => string) =>
    header + Array.from({ length: count }, (_none, at) => `Text ${String(at)},5,2025-01-01,Ann,${of(at)}\n`).join('')
  const kept = () => client.db().importedName.count({ where: { shopId: world.shop.id } })

  test('ignores a name that very many products used', async () => {
    for (let at = 0; at < 23; at++) await client.addProduct(`mug-${String(at)}`, String(900 + at))
    const go = async (count: number) =>
      client.start((await client.checked(rows(count, (at) => `mug,${String(900 + at)}`))).id)
    await go(20)
    const byHandle = rows(20, () => 'mug,')
    expect(await client.checked(byHandle)).toMatchObject({ fresh: 0, duplicates: 20 })
    expect(await go(23)).toMatchObject({ imported: 3, duplicates: 20 })
    expect([await kept(), (await client.checked(byHandle)).duplicates]).toEqual([21, 0])
  })

  test('keeps only the first names of a product with a new name in each row', async () => {
    await client.addProduct('mug', '900')
    for (const year of ['2023', '2024']) {
      const { id } = await client.checked(
        rows(40, (at) => `mug-${year}-${String(at)},900`).replaceAll('Text', `Text of ${year}`),
      )
      expect(await client.start(id)).toMatchObject({ imported: 40 })
    }
    expect(await kept()).toBe(80)
    await client.start(
      (await client.checked(rows(40, (at) => `mug-2025-${String(at)},900`).replaceAll('Text', 'Text of 2025'))).id,
    )
    expect(await kept()).toBe(80)
  })
})
