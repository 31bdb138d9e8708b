import { client, world } from '../testing/import-stage.ts'
import { importIdOf } from './ids.ts'
import { checkImport } from './checking/check-work.ts'
import { watchImport } from './watch.ts'

const file = 'body,rating,reviewer_name,product_handle\nGood,5,Ann,lamp\n'

const discard = (id: string, token = world.token) => world.rest('DELETE', `/imports/${id}`, { token })
const rows = () => client.db().import.count({ where: { shopId: world.shop.id } })

test('deletes a checked import and its file', async () => {
  const { id, ...checked } = await client.checked(file)
  expect(checked).toMatchObject({ status: 'checked', discardable: true })
  const { fileKey } = await client.db().import.findFirstOrThrow({ where: { shopId: world.shop.id } })
  const unused = () => client.db().unusedFile.count({ where: { shopId: world.shop.id, key: fileKey } })
  await client.db().unusedFile.deleteMany()
  expect((await discard(id)).json()).toEqual({ success: true, data: { id } })
  expect(await rows()).toBe(0)
  expect(await unused()).toBe(1)
  for (const again of [
    await discard(id),
    await world.rest('GET', `/imports/${id}`),
    await world.rest('POST', `/imports/${id}/start`, { body: {} }),
  ])
    expect(again.statusCode).toBe(404)
  expect(await client.reviews()).toEqual([])
})

test('discards over GraphQL, and hides another shop’s import', async () => {
  const { id } = await client.checked(file)
  const mutation =
    'mutation ($id: ID!) { discardImport(input: { id: $id }) { __typename ... on DiscardImportSuccess { data { discardedId } } ... on Refusal { code } } }'
  expect((await discard(id, world.otherToken)).statusCode).toBe(404)
  expect((await world.graphql(mutation, { id }, world.otherToken)).data).toEqual({
    discardImport: { __typename: 'NotFoundError', code: 'notFound' },
  })
  expect(await rows()).toBe(1)
  expect((await world.graphql(mutation, { id })).data).toEqual({
    discardImport: { __typename: 'DiscardImportSuccess', data: { discardedId: id } },
  })
  expect(await rows()).toBe(0)
})

test('refuses to discard a started import and keeps its reviews', async () => {
  await client.addProduct('lamp')
  const { id } = await client.checked(file)
  expect(await client.start(id)).toMatchObject({ status: 'done', imported: 1, discardable: false })
  const refused = await discard(id)
  expect(refused.statusCode).toBe(409)
  expect(refused.json()).toMatchObject({ code: 'importStarted' })
  expect([await rows(), (await client.reviews()).length]).toEqual([1, 1])
})

test('lets either a start or a concurrent discard win', async () => {
  await client.addProduct('lamp')
  for (let time = 0; time < 5; time++) {
    const { id } = await client.checked(file.replace('Good', `Good ${time}`))
    const [started, discarded] = await Promise.all([
      world.rest('POST', `/imports/${id}/start`, { body: {} }),
      discard(id),
    ])
    expect([
      [200, 409],
      [404, 200],
    ]).toContainEqual([started.statusCode, discarded.statusCode])
    await world.runJobs()
  }
})

test('ends subscriptions to the import, and a late check does nothing', async () => {
  const importId = importIdOf((await client.checked(file)).id)
  const watched = watchImport(world.ctx, world.app.parts.pubsub, { importId, follow: true })
  expect(await watched.next()).toMatchObject({ done: false, value: { id: importId } })
  const next = watched.next()
  expect((await discard(importId)).statusCode).toBe(200)
  expect(await next).toEqual({ done: true, value: undefined })
  await expect(checkImport(world.ctx, { importId })).resolves.toBe('notMine')
  expect(await rows()).toBe(0)
})
