import { v7 as uuidv7 } from 'uuid'
import { maxImportFileBytes } from '../../rules/limits.ts'
import { makeContext } from '../core/context.ts'
import { parseFailure } from './failure.ts'
import { createImport, requireImport } from './imports.ts'
import { client, world } from '../testing/import-stage.ts'
import { setPlan } from '../testing/things.ts'
import { workbookParts, zipOf } from '../testing/hostile/workbook-file.ts'

const encode = (text: string) => new TextEncoder().encode(text)

describe('the plan’s row limit', () => {
  test('imports only the first rows, if chosen, and the others with the same file later', async () => {
    await setPlan(world, world.shop, 'free')
    try {
      const file = `body,rating\nUnreadable,none\n${Array.from({ length: 103 }, (_one, index) => `Text ${index},5\n`).join('')}`
      const { id } = await client.checked(file)
      const refused = await world.rest('POST', `/imports/${id}/start`, { body: {} })
      expect(refused.json()).toMatchObject({
        code: 'tooManyRows',
        message: 'The file has 103 new reviews, and your plan imports 100 at a time',
      })
      const started = await world.rest('POST', `/imports/${id}/start`, {
        body: { answers: [{ question: 'firstN', answer: '100' }] },
      })
      expect(started.statusCode).toBe(200)
      await world.runJobs()
      expect((await world.rest('GET', `/imports/${id}`)).json()).toMatchObject({
        data: { status: 'done', total: 104, done: 101, imported: 100, bad: 1 },
      })
      expect((await world.rest('GET', '/imports/progress')).json()).toEqual({
        isImporting: false,
        importedReviews: 100,
        sumImport: 100,
      })
      const again = await client.checked(file)
      expect(again).toMatchObject({ fresh: 3, duplicates: 100, questions: [] })
      expect(await client.start(again.id)).toMatchObject({
        status: 'done',
        total: 104,
        done: 104,
        imported: 3,
        duplicates: 100,
        toImport: 3,
      })
      expect(await client.reviews()).toHaveLength(103)
    } finally {
      await setPlan(world, world.shop, 'advanced')
    }
  })
})

describe('a check', () => {
  const halfEmoji = `title,body,rating,location\nt,b,x${'😀'.repeat(150)}\n${'😀'.repeat(150)}x,b,,\n,b,5,a${'😀'.repeat(150)}\n,b,5,x,y${'😀'.repeat(150)}\n`

  test('never cuts a cell in the middle of a character', async () => {
    const check = await client.checked(halfEmoji)
    expect(check).toMatchObject({ status: 'checked', total: 4, bad: 3 })
    expect(check.badRows.every(({ value }) => value.isWellFormed())).toBe(true)
    const done = await client.start(check.id)
    expect(done).toMatchObject({ status: 'done', imported: 1, bad: 3 })
    expect((await client.reviews()).every(({ location }) => location.isWellFormed())).toBe(true)
  })

  test('is reported when it fails for good, and other imports are checked', async () => {
    const { ctx } = world
    const lose = async (text: string, data: object = {}) => {
      const { id } = await createImport(ctx, { name: 'a.csv', bytes: encode(`body,rating\n${text},5\n`) })
      await ctx.db.import.updateMany({
        where: { shopId: ctx.shop.id, id },
        data: { status: 'checking', leaseUntil: new Date(0), ...data },
      })
      return id
    }
    const [poisoned, worn, well] = [
      await lose('A', { source: 'no-such-app' }),
      await lose('B', { attempts: 4 }),
      await lose('C'),
    ]
    await world.runJobs()
    for (const id of [poisoned, worn]) {
      const { status, error } = await requireImport(ctx, id)
      expect(status).toBe('failed')
      expect(parseFailure(error)).toMatchObject({ code: 'importFailed', message: 'Import failed, 0 review imported' })
    }
    expect(await requireImport(ctx, well)).toMatchObject({ status: 'checked', total: 1 })
  })

  test('fails the import when it fails during the upload', async () => {
    const { files } = world.app.deps
    const broken = {
      ...world.app.deps,
      files: {
        put: files.put.bind(files),
        delete: files.delete.bind(files),
        deleteFolder: files.deleteFolder.bind(files),
        url: files.url.bind(files),
        about: files.about.bind(files),
        get: () => Promise.reject(new Error('The store is broken')),
      },
    }
    const ctx = makeContext(broken, world.shop, { kind: 'system', name: 'test' })
    expect(await createImport(ctx, { name: 'a.csv', bytes: encode('body,rating\nA,5\n') })).toMatchObject({
      status: 'failed',
      error: expect.stringContaining('importFailed'),
    })
  })
})

describe('refused files', () => {
  test.each([
    ['25 MB and a byte', Buffer.alloc(maxImportFileBytes + 1, 'a'), { name: 'x.csv', code: 'importFileTooLarge' }],
    [
      'a picture',
      Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52]),
      { name: 'x.csv', code: 'invalidFileType' },
    ],
    ['a page', Buffer.from('body,rating\n'), { name: 'x.html', code: 'invalidFileType' }],
    [
      'a workbook whose cell does not end',
      zipOf(
        workbookParts(
          Buffer.concat([Buffer.from('<worksheet><sheetData><row><c t="'), Buffer.alloc(2 * 1024 * 1024, 'Z')]),
        ),
      ),
      { name: 'x.xlsx', code: 'workbookTooLarge' },
    ],
    [
      'a workbook cut off',
      zipOf(workbookParts('<worksheet/>')).subarray(0, 900),
      { name: 'x.xlsx', code: 'workbookBroken' },
    ],
    ['nothing', Buffer.alloc(0), { name: 'x.csv', code: 'emptyFile' }],
    ['a list', Buffer.from('order\n1\n'), { name: 'x.csv', code: 'notAReviewExport' }],
    ['an old workbook', Buffer.from('d0cf11e0a1b11ae1', 'hex'), { name: 'x.xls', code: 'oldExcelFile' }],
    [
      'an old workbook under a new name',
      Buffer.from('d0cf11e0a1b11ae1', 'hex'),
      { name: 'x.xlsx', code: 'oldExcelFile' },
    ],
    [
      'a workbook of 2003',
      Buffer.from(
        '<?xml version="1.0"?><?mso-application progid="Excel.Sheet"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet"><Worksheet/></Workbook>',
      ),
      { name: 'x.xls', code: 'oldExcelFile' },
    ],
    [
      'a page without a table',
      Buffer.from('<html><body><p>body, rating</p></body></html>'),
      { name: 'x.xls', code: 'emptyFile' },
    ],
    [
      'a workbook without rows',
      zipOf(workbookParts('<worksheet><sheetData/></worksheet>')),
      { name: 'x.xlsx', code: 'emptyFile' },
    ],
    [
      'a broken encoding',
      Buffer.from([0x62, 0x6f, 0x64, 0x79, 0x2c, 0x81, 0x8d, 0x00, 0x01]),
      { name: 'x.csv', code: 'encodingUnreadable' },
    ],
  ])('%s', async (_name, bytes, file) => {
    const answer = await client.upload(new Uint8Array(bytes), { name: file.name })
    expect(answer.statusCode).toBe(422)
    expect(answer.json()).toMatchObject({ success: false, code: file.code })
    expect(await client.db().import.count({ where: { shopId: world.shop.id } })).toBe(0)
  })

  test('with columns but no review', async () => {
    const run = await client.checked('body,rating\n\n')
    expect(run).toMatchObject({ status: 'failed', error: { code: 'noReviewsFound' } })
    expect((await world.rest('POST', `/imports/${run.id}/start`, { body: {} })).statusCode).toBe(409)
  })

  test('with no file at all', async () => {
    expect((await world.rest('POST', '/imports', { body: {} })).statusCode).toBe(422)
  })
})

describe('other shops', () => {
  test('cannot see an import over REST, GraphQL or a subscription', async () => {
    const { id } = await client.checked('body,rating\nA,5\n')
    for (const answer of [
      await world.rest('GET', `/imports/${id}`, { token: world.otherToken }),
      await world.rest('POST', `/imports/${id}/start`, { token: world.otherToken, body: {} }),
      await world.rest('GET', `/imports/${uuidv7()}`),
    ]) {
      expect(answer.statusCode).toBe(404)
      expect(answer.json()).toMatchObject({ code: 'notFound' })
    }
    const document =
      'mutation ($id: ID!) { startImport(input: { importId: $id, answers: [], publish: AS_IN_FILE }) { __typename } }'
    expect(await world.graphql(document, { id }, world.otherToken)).toMatchObject({
      data: { startImport: { __typename: 'NotFoundError' } },
    })
    expect(
      await world.graphql(
        'query ($id: ID!) { node(id: $id) { id } importRun(id: $id) { id } }',
        { id },
        world.otherToken,
      ),
    ).toMatchObject({ data: { node: null, importRun: null } })
  })

  test('have no effect by their products and reviews', async () => {
    await client.addProduct('their-mug', '555', world.otherShop)
    const check = await client.checked('body,rating,product_handle,product_id\nA,5,their-mug,555\n')
    expect(check).toMatchObject({ unmatched: 1 })
    const foreign = await client.db().product.findFirstOrThrow({ where: { shopId: world.otherShop.id } })
    const refused = await world.rest('POST', `/imports/${check.id}/start`, {
      body: { answers: [{ question: 'unmatched', answer: foreign.id }] },
    })
    expect(refused.json()).toMatchObject({ code: 'answerInvalid' })
  })
})
