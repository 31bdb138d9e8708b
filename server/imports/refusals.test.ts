import { v7 as uuidv7 } from 'uuid'
import { maxImportFileBytes } from '../../rules/limits.ts'
import { createWorld, type World } from '../testing/world.ts'
import { importClient, type ImportClient } from '../testing/import-client.ts'

let world: World
let client: ImportClient
beforeAll(async () => {
  world = await createWorld()
  client = importClient(world)
})
afterAll(() => world.close())
afterEach(() => client.clear())

describe('caps', () => {
  test('over the plan’s rows nothing is taken unless the first ones are chosen', async () => {
    const free = await createWorld({ plan: 'free' })
    try {
      const answer = await importClient(free).upload(`body,rating\n${Array.from({ length: 103 }, (_one, index) => `Text ${index},5\n`).join('')}`)
      const { id } = answer.json<{ data: { id: string } }>().data
      const refused = await free.rest('POST', `/imports/${id}/start`, { body: {} })
      expect(refused.json()).toMatchObject({ code: 'tooManyRows', message: 'The file has 103 reviews, your plan takes 100 at a time' })
      const started = await free.rest('POST', `/imports/${id}/start`, { body: { answers: [{ question: 'firstN', answer: '100' }] } })
      expect(started.statusCode).toBe(200)
      await free.runJobs()
      expect((await free.rest('GET', `/imports/${id}`)).json()).toMatchObject({ data: { status: 'done', total: 100, done: 100, imported: 100 } })
      expect((await free.rest('GET', '/imports/progress')).json()).toEqual({ isImporting: false, importedReviews: 100, sumImport: 100 })
    } finally {
      await free.close()
    }
  })
})

describe('files that are refused', () => {
  test.each([
    ['25 MB and a byte', Buffer.alloc(maxImportFileBytes + 1, 'a'), { name: 'x.csv', code: 'importFileTooLarge' }],
    ['a picture', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52]), { name: 'x.csv', code: 'invalidFileType' }],
    ['a page', Buffer.from('body,rating\n'), { name: 'x.html', code: 'invalidFileType' }],
    ['nothing', Buffer.alloc(0), { name: 'x.csv', code: 'emptyFile' }],
    ['an order list', Buffer.from('order,total\n1,2\n'), { name: 'x.csv', code: 'notAReviewExport' }],
    ['another app’s export', Buffer.from('product_handle,state,rating,title,author,email,location,body,reply,created_at,replied_at\n'), { name: 'x.csv', code: 'otherReviewExport' }],
    ['a broken encoding', Buffer.from([0x62, 0x6f, 0x64, 0x79, 0x2c, 0x81, 0x8d, 0x00, 0x01]), { name: 'x.csv', code: 'encodingUnreadable' }],
  ])('%s', async (_name, bytes, file) => {
    const answer = await client.upload(new Uint8Array(bytes), { name: file.name })
    expect(answer.statusCode).toBe(422)
    expect(answer.json()).toMatchObject({ success: false, code: file.code })
    expect(await client.db().import.count({ where: { shopId: world.shop.id } })).toBe(0)
  })

  test('columns without a review', async () => {
    const run = await client.checked('body,rating\n\n')
    expect(run).toMatchObject({ status: 'failed', error: { code: 'noReviewsFound' } })
    expect((await world.rest('POST', `/imports/${run.id}/start`, { body: {} })).statusCode).toBe(409)
  })

  test('no file at all', async () => {
    expect((await world.rest('POST', '/imports', { body: {} })).statusCode).toBe(422)
  })
})

describe('other shops', () => {
  test('an import of another shop is like an unknown one, over REST, GraphQL and the subscription', async () => {
    const { id } = await client.checked('body,rating\nA,5\n')
    for (const answer of [
      await world.rest('GET', `/imports/${id}`, { token: world.otherToken }),
      await world.rest('POST', `/imports/${id}/start`, { token: world.otherToken, body: {} }),
      await world.rest('GET', `/imports/${uuidv7()}`),
    ]) {
      expect(answer.statusCode).toBe(404)
      expect(answer.json()).toMatchObject({ code: 'notFound' })
    }
    const document = 'mutation ($id: ID!) { startImport(input: { importId: $id, answers: [], publish: AS_IN_FILE }) { __typename } }'
    expect(await world.graphql(document, { id }, world.otherToken)).toMatchObject({ data: { startImport: { __typename: 'NotFoundError' } } })
    expect(await world.graphql('query ($id: ID!) { node(id: $id) { id } importRun(id: $id) { id } }', { id }, world.otherToken)).toMatchObject({ data: { node: null, importRun: null } })
  })

  test('their products and reviews do not count', async () => {
    await client.addProduct('their-mug', '555', world.otherShop)
    const check = await client.checked('body,rating,product_handle,product_id\nA,5,their-mug,555\n')
    expect(check).toMatchObject({ unmatched: 1 })
    const foreign = await client.db().product.findFirstOrThrow({ where: { shopId: world.otherShop.id } })
    const refused = await world.rest('POST', `/imports/${check.id}/start`, { body: { answers: [{ question: 'unmatched', answer: foreign.id }] } })
    expect(refused.json()).toMatchObject({ code: 'answerInvalid' })
  })
})

