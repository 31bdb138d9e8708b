import { v7 as uuidv7 } from 'uuid'
import { maxImportFileBytes } from '../../rules/limits.ts'
import type { Review, Shop } from '../generated/prisma/client.ts'
import { createWorld, type World } from '../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())
afterEach(() => clear(world.shop))

const db = () => world.app.deps.doors.acrossShops('the demo platform')

async function clear({ id: shopId }: Shop): Promise<void> {
  for (const model of ['reviewMedia', 'review', 'importProblem', 'import', 'reviewCount', 'productReviewCount', 'product'] as const)
    await (db()[model] as { deleteMany(args: object): Promise<unknown> }).deleteMany({ where: { shopId } })
}

async function addProduct(handle: string, platformId = `9${Math.floor(Math.random() * 1e9)}`, shop = world.shop): Promise<string> {
  const now = world.app.deps.now()
  const id = uuidv7()
  await db().product.create({ data: { shopId: shop.id, id, handle, platformId, title: `The ${handle}`, createdAt: now, updatedAt: now } })
  return id
}

interface ImportBody {
  id: string
  status: string
  total: number
  done: number
  imported: number
  duplicates: number
  unmatched: number
  bad: number
  fresh: number
  questions: { id: string; choices: string[]; suggested: string | null; examples: string[] }[]
  badRows: { row: number; column: string; value: string; code: string; reason: string }[]
  sampleRows: { author: string; rate: number; productTitle: string }[]
  unmatchedProducts: Record<string, number>
  errorFileUrl: string | null
}

async function upload(file: string | Uint8Array<ArrayBuffer>, { name = 'judgeme.csv', token = world.token } = {}) {
  const form = new FormData()
  form.set('file', new Blob([file]), name)
  const request = new Request('http://x', { method: 'POST', body: form })
  return world.inject({
    method: 'POST',
    url: '/apiSa/imports',
    headers: { 'x-auth-token': token, 'content-type': request.headers.get('content-type') ?? '' },
    payload: Buffer.from(await request.arrayBuffer()),
  })
}

async function checked(file: string): Promise<ImportBody> {
  const answer = await upload(file)
  expect(answer.statusCode).toBe(200)
  return read(answer.json<{ data: { id: string } }>().data.id)
}

const read = async (id: string): Promise<ImportBody> => (await world.rest('GET', `/imports/${id}`)).json<{ data: ImportBody }>().data

async function start(id: string, body: object = {}): Promise<ImportBody> {
  const answer = await world.rest('POST', `/imports/${id}/start`, { body })
  expect(answer.json()).toMatchObject({ success: true })
  await world.runJobs()
  return read(id)
}

const reviews = (): Promise<Review[]> => db().review.findMany({ where: { shopId: world.shop.id }, orderBy: { content: 'asc' } })

const header = 'title,body,rating,review_date,source,curated,reviewer_name,reviewer_email,product_id,product_handle,reply,reply_date,picture_urls,ip_address,location,metaobject_handle\n'

describe('a whole import', () => {
  test('statuses, products, reply and counters come in as the file has them', async () => {
    const mug = await addProduct('blue-mug', '7001')
    const file = header
      + 'Top,"Keeps tea hot\nfor an hour",5,2025-03-02 10:12:00 UTC,web,ok,Ann O’Neil,ann@example.test,7001,blue-mug,"Thanks, Ann!",2025-03-04 08:00:00 UTC,,203.0.113.7,"Dublin, Ireland",rev-1\n'
      + ',Not seen yet,4,2025-03-05,email,not-yet,Bo,,,Blue-Mug,,,,,,rev-2\n'
      + ',Buy watches,5,2025-03-05,web,spam,Bot,,7001,,,,,,,rev-3\n'
      + ',About the shop,3,2025-03-06,web,ok,,,,,,,,,,rev-4\n'
    const check = await checked(file)
    expect(check).toMatchObject({ status: 'checked', total: 4, fresh: 4, duplicates: 0, unmatched: 0, bad: 0, questions: [] })
    expect(check.sampleRows[0]).toMatchObject({ author: 'Ann O’Neil', rate: 5, productTitle: 'The blue-mug' })
    expect(await reviews()).toEqual([])

    expect(await start(check.id)).toMatchObject({ status: 'done', total: 4, done: 4, imported: 4, duplicates: 0, unmatched: 0, bad: 0 })
    const [about, watches, tea, unseen] = await reviews()
    expect(about).toMatchObject({ productId: null, status: 'published', rate: 3 })
    expect(watches).toMatchObject({ productId: mug, status: 'rejected', publishedAt: null })
    expect(unseen).toMatchObject({ productId: mug, status: 'pending', content: 'Not seen yet' })
    expect(tea).toMatchObject({
      productId: mug, status: 'published', decidedBy: 'import', origin: 'imported', source: 'imported', verifiedBy: 'none', title: 'Top',
      content: 'Keeps tea hot\nfor an hour', firstName: 'Ann', lastName: 'O’Neil', email: 'ann@example.test', replyContent: 'Thanks, Ann!',
      createdAt: new Date('2025-03-02T10:12:00Z'), externalId: 'judgeme:rev-1', location: 'Dublin, Ireland', why: { code: 'import.published', params: { file: 'judgeme.csv', row: 2 } },
    })
    const counts = await db().reviewCount.findMany({ where: { shopId: world.shop.id }, select: { status: true, rate: true, count: true }, orderBy: { rate: 'asc' } })
    expect(counts).toEqual(expect.arrayContaining([{ status: 'published', rate: 5, count: 1 }, { status: 'pending', rate: 4, count: 1 }, { status: 'rejected', rate: 5, count: 1 }, { status: 'published', rate: 3, count: 1 }]))
    expect(await db().productReviewCount.count({ where: { shopId: world.shop.id, productId: mug } })).toBe(3)
    expect((await db().product.findFirstOrThrow({ where: { id: mug } })).lastImportedAt).toEqual(world.app.deps.now())
    expect(await world.mailbox()).toEqual([])
  })

  test.each([
    ['PUBLISHED', ['published', 'published', 'rejected', 'published']],
    ['PENDING', ['pending', 'pending', 'rejected', 'pending']],
  ])('the choice %s never shows what was spam', async (publish, expected) => {
    const check = await checked('body,rating,curated\nA,5,ok\nB,5,not-yet\nC,5,spam\nD,5,\n')
    await start(check.id, { publish })
    expect((await reviews()).map(({ status }) => status)).toEqual(expected)
  })

  test('text is stored as text', async () => {
    const check = await checked('body,rating,reviewer_name,product_handle\n<script>alert(1)</script>,5,"<img src=x onerror=alert(2)>",\n')
    await start(check.id)
    expect(await reviews()).toMatchObject([{ content: '<script>alert(1)</script>', firstName: '<img', lastName: 'src=x onerror=alert(2)>' }])
  })
})

describe('what is asked', () => {
  const messy = 'title,body,rating,review_date,reviewer_name,reviewer_email,product_handle,picture_urls\n'
    + '"Una figura muy bonita con mucho detalle en la espa...","Una figura muy bonita con mucho detalle en la espada",10,2025-01-01,k***k.,,old-figure,\r\n'
    + 'Быстро,Быстро,8,2025-01-01,Б***ь.,,old-figure,\r\n'
    + 'fast...,fast excellent service,7,2025-01-01,A***a.,,old-figure,\r\n'
    + 'fast...,fast excellent service,7,2025-01-01,A***a.,,other-figure,\r\n'

  test('nothing starts with an open question', async () => {
    const { id, questions, unmatched, unmatchedProducts } = await checked(messy)
    expect(questions.map((question) => question.id)).toEqual(['scale', 'unmatched'])
    expect({ unmatched, unmatchedProducts }).toEqual({ unmatched: 4, unmatchedProducts: { 'old-figure': 3, 'other-figure': 1 } })
    const refused = await world.rest('POST', `/imports/${id}/start`, { body: { answers: [{ question: 'scale', answer: '10' }] } })
    expect(refused.statusCode).toBe(422)
    expect(refused.json()).toMatchObject({ success: false, code: 'questionUnanswered', fields: { unmatched: { code: 'questionUnanswered' } } })
    const wrong = await world.rest('POST', `/imports/${id}/start`, { body: { answers: [{ question: 'scale', answer: '7' }, { question: 'unmatched', answer: 'nonsense' }] } })
    expect(wrong.json()).toMatchObject({ fields: { 'answers.0.answer': { code: 'answerInvalid' }, 'answers.1.answer': { code: 'answerInvalid' } } })
  })

  test('unmatched products: one for a product of ours, the rest for the shop', async () => {
    const figure = await addProduct('new-figure')
    const { id } = await checked(messy)
    const answers = [{ question: 'scale', answer: '10' }, { question: 'unmatched', answer: 'shop' }, { question: 'unmatched:old-figure', answer: 'new-figure' }]
    expect(await start(id, { answers })).toMatchObject({ imported: 4, unmatched: 0 })
    expect((await reviews()).map(({ rate, originalRate, productId, title }) => [rate, originalRate, productId, title])).toEqual(expect.arrayContaining([
      [5, '10', figure, ''], [4, '8', figure, ''], [4, '7', figure, ''], [4, '7', null, ''],
    ]))
  })

  test('left out: told row by row in the error file', async () => {
    const { id } = await checked(messy)
    const run = await start(id, { answers: [{ question: 'scale', answer: '10' }, { question: 'unmatched', answer: 'skip' }] })
    expect(run).toMatchObject({ imported: 0, unmatched: 4, bad: 0 })
    expect(run.badRows[0]).toMatchObject({ row: 2, code: 'productUnmatched', value: 'old-figure' })
  })

  test('a re-import changes nothing, however the file is called or answered, with ids and without', async () => {
    await addProduct('blue-mug', '7001')
    const withIds = header + 'T,Keeps tea hot,5,2025-03-02,web,ok,Ann,,7001,blue-mug,,,,,,rev-1\n,About the shop,3,2025-03-06,web,ok,,,,,,,,,,rev-2\n'
    await start((await checked(withIds)).id)
    expect(await checked(withIds)).toMatchObject({ fresh: 0, duplicates: 2, questions: [] })
    const without = 'body,rating,review_date,reviewer_name,product_handle\nkeeps  tea HOT,5,02/03/2025,ann,blue-mug\nAbout the shop,3,2025-03-06,,\n'
    const again = await checked(without)
    expect(await start(again.id, { answers: [{ question: 'dates', answer: 'dmy' }] })).toMatchObject({ imported: 0, duplicates: 2 })
    await start((await checked(messy)).id, { answers: [{ question: 'scale', answer: '10' }, { question: 'unmatched', answer: 'shop' }] })
    const third = await checked(messy)
    expect(third).toMatchObject({ fresh: 0, duplicates: 4, unmatched: 0 })
    expect(await start(third.id, { answers: [{ question: 'scale', answer: '10' }] })).toMatchObject({ imported: 0, duplicates: 4 })
    expect(await reviews()).toHaveLength(6)
  })

  test('trashed reviews are duplicates, edited ones too', async () => {
    const file = 'body,rating,review_date\nOne,5,2025-01-01\nTwo,4,2025-01-01\n'
    await start((await checked(file)).id)
    await db().review.updateMany({ where: { shopId: world.shop.id, content: 'One' }, data: { status: 'deleted' } })
    await db().review.updateMany({ where: { shopId: world.shop.id, content: 'Two' }, data: { content: 'Two, edited' } })
    expect(await checked(file)).toMatchObject({ duplicates: 2, fresh: 0 })
  })

  test('two ids are two reviews, the same row twice is one', async () => {
    const rows = [',Great,5,2025-01-01,web,ok,A,,,,,,,,,rev-1', ',Great,5,2025-01-01,web,ok,A,,,,,,,,,rev-2', ',Great,5,2025-01-01,web,ok,A,,,,,,,,,rev-2', ',Fine,5,2025-01-01,web,ok,B,,,,,,,,,', ',Fine,5,2025-01-01,web,ok,B,,,,,,,,,']
    const check = await checked(header + rows.join('\n'))
    expect(check).toMatchObject({ total: 5, fresh: 3, duplicates: 2 })
    expect(await start(check.id)).toMatchObject({ imported: 3, duplicates: 2 })
  })
})

describe('caps', () => {
  test('over the plan’s rows nothing is taken unless the first ones are chosen', async () => {
    const free = await createWorld({ plan: 'free' })
    try {
      const form = new FormData()
      form.set('file', new Blob([`body,rating\n${Array.from({ length: 103 }, (_one, index) => `Text ${index},5\n`).join('')}`]), 'many.csv')
      const request = new Request('http://x', { method: 'POST', body: form })
      const answer = await free.inject({ method: 'POST', url: '/apiSa/imports', headers: { 'x-auth-token': free.token, 'content-type': request.headers.get('content-type') ?? '' }, payload: Buffer.from(await request.arrayBuffer()) })
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
    ['25 MB and a byte', Buffer.alloc(maxImportFileBytes + 1, 'a'), 'x.csv', 'importFileTooLarge'],
    ['a picture', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52]), 'x.csv', 'invalidFileType'],
    ['a page', Buffer.from('body,rating\n'), 'x.html', 'invalidFileType'],
    ['nothing', Buffer.alloc(0), 'x.csv', 'emptyFile'],
    ['an order list', Buffer.from('order,total\n1,2\n'), 'x.csv', 'notAReviewExport'],
    ['another app’s export', Buffer.from('product_handle,state,rating,title,author,email,location,body,reply,created_at,replied_at\n'), 'x.csv', 'otherReviewExport'],
    ['a broken encoding', Buffer.from([0x62, 0x6f, 0x64, 0x79, 0x2c, 0x81, 0x8d, 0x00, 0x01]), 'x.csv', 'encodingUnreadable'],
  ])('%s', async (_name, bytes, name, code) => {
    const answer = await upload(new Uint8Array(bytes), { name })
    expect(answer.statusCode).toBe(422)
    expect(answer.json()).toMatchObject({ success: false, code })
    expect(await db().import.count({ where: { shopId: world.shop.id } })).toBe(0)
  })

  test('columns without a review', async () => {
    const run = await checked('body,rating\n\n')
    expect(run).toMatchObject({ status: 'failed', error: { code: 'noReviewsFound' } })
    expect((await world.rest('POST', `/imports/${run.id}/start`, { body: {} })).statusCode).toBe(409)
  })

  test('no file at all', async () => {
    expect((await world.rest('POST', '/imports', { body: {} })).statusCode).toBe(422)
  })
})

describe('other shops', () => {
  test('an import of another shop is like an unknown one, over REST, GraphQL and the subscription', async () => {
    const { id } = await checked('body,rating\nA,5\n')
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
    await addProduct('their-mug', '555', world.otherShop)
    const check = await checked('body,rating,product_handle,product_id\nA,5,their-mug,555\n')
    expect(check).toMatchObject({ unmatched: 1 })
    const foreign = await db().product.findFirstOrThrow({ where: { shopId: world.otherShop.id } })
    const refused = await world.rest('POST', `/imports/${check.id}/start`, { body: { answers: [{ question: 'unmatched', answer: foreign.id }] } })
    expect(refused.json()).toMatchObject({ code: 'answerInvalid' })
  })
})

describe('the error file', () => {
  const file = 'body,rating,review_date,reviewer_email\nGood,5,2025-01-01,\n=cmd(),0,soon,\nFine,4,2025-01-01,no address\n,,2025-01-01,\n'

  test('holds the rows that stayed out with their columns and reasons, once', async () => {
    const check = await checked(file)
    expect(check.badRows.map(({ row, column, code }) => [row, column, code])).toEqual([
      [3, 'rating', 'ratingZero'], [3, 'review_date', 'dateUnreadable'], [5, 'body', 'contentMissing'], [5, 'rating', 'ratingMissing'],
    ])
    const run = await start(check.id)
    expect(run).toMatchObject({ imported: 2, bad: 2 })
    const url = new URL(run.errorFileUrl ?? '').pathname
    const download = await world.inject({ method: 'GET', url })
    expect(download.headers['content-disposition']).toContain('judgeme-errors.csv')
    expect(download.body.replace('\uFEFF', '').split('\r\n')).toEqual([
      'body,rating,review_date,reviewer_email,import_error',
      '\'=cmd(),0,soon,,rating: A rating of 0 is not a rating; review_date: The date cannot be read',
      ',,2025-01-01,,body: The review has no text; rating: The rating is missing',
      '',
    ])
    expect((await world.inject({ method: 'GET', url })).statusCode).toBe(404)
    expect((await world.inject({ method: 'GET', url: `${url}x` })).statusCode).toBe(404)
  })

  test('mended, it comes in', async () => {
    await start((await checked(file)).id)
    const mended = 'body,rating,review_date,reviewer_email,import_error\n\'=cmd(),1,2025-01-02,,rating: A rating of 0 is not a rating\n'
    await start((await checked(mended)).id)
    expect((await reviews()).map(({ content }) => content)).toEqual(['=cmd()', 'Fine', 'Good'])
  })
})

test('GraphQL tells the whole import and lists it', async () => {
  await addProduct('mug')
  const { id } = await checked('body,rating,product_handle\nA,5,mug\nB,9,cup\nC,,mug\n')
  const answer = await world.graphql(`query ($id: ID!) {
    viewer { shop { imports(first: 5) { edges { node { id fileName status } } pageInfo { hasNextPage } } } }
    importRun(id: $id) {
      id status source total done imported duplicates unmatched bad fresh maxRows
      questions { id choices suggested examples } sampleRows { row author rate status productTitle productKey }
      badRows { row column value code reason } unmatchedProducts { key rows } statuses { status rows } error errorFileUrl
    }
  }`, { id })
  expect(answer).toMatchObject({
    data: {
      viewer: { shop: { imports: { edges: [{ node: { id, fileName: 'judgeme.csv', status: 'CHECKED' } }], pageInfo: { hasNextPage: false } } } },
      importRun: {
        id, status: 'CHECKED', source: 'Judge.me', total: 3, unmatched: 1, bad: 1, fresh: 1, maxRows: 10_000,
        unmatchedProducts: [{ key: 'cup', rows: 1 }], badRows: [{ row: 4, column: 'rating', code: 'ratingMissing', reason: 'The rating is missing' }], error: null, errorFileUrl: null,
      },
    },
  })
})

test('an import is started once, and one at a time', async () => {
  const [first, second] = [await checked('body,rating\nA,5\n'), await checked('body,rating\nB,5\n')]
  const answers = await Promise.all([first, first, second].map(({ id }) => world.rest('POST', `/imports/${id}/start`, { body: {} })))
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
  expect(answers.filter(({ statusCode }) => statusCode === 409)).toHaveLength(2)
  await world.runJobs()
})

describe('the manual-import list', () => {
  test('newest import first, pages both ways, filters', async () => {
    for (const handle of ['alpha', 'beta', 'gamma']) await addProduct(handle)
    await start((await checked('body,rating,product_handle\nA,5,beta\nB,4,beta\n')).id)
    interface List { data: { handle: string; allStarCount: number; lastImportedAt: string | null }[]; pagination: { nextCursor: string; previousCursor: string; hasPre: boolean; hasNext: boolean; total: number; totalPage: number } }
    const list = async (query: string) => (await world.rest('GET', `/manual-import?${query}`)).json<List>()
    const first = await list('limitPerPage=2&sort=lastImportedAt_desc')
    expect(first.data[0]).toMatchObject({ handle: 'beta', allStarCount: 2 })
    expect(first.pagination).toMatchObject({ hasPre: false, hasNext: true, total: 3, totalPage: 2 })
    const second = await list(`limitPerPage=2&after=${first.pagination.nextCursor}`)
    expect(second.data).toHaveLength(1)
    expect(second.pagination).toMatchObject({ hasPre: true, hasNext: false })
    const back = await list(`limitPerPage=2&before=${second.pagination.previousCursor}`)
    expect(back.data).toEqual(first.data)
    expect((await list('hasReview=true')).data.map(({ handle }) => handle)).toEqual(['beta'])
    expect((await list('searchText=GAM')).data.map(({ handle }) => handle)).toEqual(['gamma'])
    expect((await world.rest('GET', '/manual-import?limitPerPage=x')).statusCode).toBe(422)
    expect((await world.rest('GET', '/manual-import?after=x')).statusCode).toBe(422)
  })
})
