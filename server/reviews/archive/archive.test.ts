import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { packTar, unpackTar } from 'modern-tar'
import sharp from 'sharp'
import { runClaimed } from '../../core/background/claim.ts'
import { saveImage } from '../../core/files/unused-files.ts'
import { checkCounts } from '../reviews/check-counts.ts'
import type { Ctx } from '../../core/context.ts'
import { addThings } from '../../testing/things.ts'
import { createWorld, type World } from '../../testing/world.ts'
import { hashOf, readPublicKey, signManifest, type Manifest } from './manifest.ts'
import { recountSums } from '../../shop/analytics/facts.ts'
import type { Person } from '../../shop/privacy/personal-data.ts'
import { archiveById, isArchiveKept, readArchiveBytes, takeArchive } from './archive.ts'
import { archiveData } from './personal-data.ts'
import { restoreArchive } from './restore.ts'
import { archiveWork } from './run.ts'
import { ARCHIVED } from './tables.ts'

let world: World
let receiving: World
let folder: string
let archive: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'candor-archive-'))
  world = await createWorld()
  receiving = await createWorld({ env: { SESSION_SECRET: 'another-operator-another-operator' } })
  await fill(world)
  archive = await download(world, 'a.tar.gz')
}, 120_000)
afterAll(async () => {
  await world.close()
  await receiving.close()
  rmSync(folder, { recursive: true, force: true })
})

/** Adds rows to every archived table, and a picture to a review, the settings and an email. */
async function fill({ ctx, shop, contextOf, otherShop, ...rest }: World): Promise<void> {
  const { ids, mark } = await addThings({ ctx, shop, contextOf, otherShop, ...rest }, shop)
  await addThings({ ctx, shop, contextOf, otherShop, ...rest }, otherShop)
  const { db } = ctx
  const shopId = shop.id
  const now = ctx.now()
  const bytes = await sharp({ create: { width: 30, height: 20, channels: 3, background: '#3a5' } })
    .png()
    .toBuffer()
  const { key } = await saveImage(ctx, shopId, bytes)
  await db.reviewMedia.updateMany({ where: { shopId, id: ids.media }, data: { key } })
  await db.setting.create({ data: { shopId, key: 'qr', value: { image: `/media/${key}/medium` }, updatedAt: now } })
  const row = { shopId, createdAt: now }
  await db.suppression.create({ data: { ...row, email: `${mark}@no.test`, reason: 'unsubscribed' } })
  await db.mailPreference.create({ data: { shopId, email: `${mark}@no.test`, everyDays: 30, updatedAt: now } })
  await db.importedName.create({ data: { shopId, name: `${mark} name`, productId: ids.product } })
  await db.reviewVote.create({ data: { ...row, reviewId: ids.published, visitor: mark, helpful: true } })
  await db.fact.create({ data: { shopId, metric: 'reviews.received', hour: now, count: 3, sum: 9007199254740993n } })
  await recountSums(ctx)
  await db.emailTemplateVersion.create({
    data: { ...row, template: 'reviewReminder', number: 9001, content: { logo: `/media/${key}/large` } },
  })
  await db.delayedMail.create({
    data: { ...row, key: mark, job: 'mails.replies', data: {}, dueAt: new Date(now.getTime() + 86_400_000) },
  })
  await db.reviewTranslation.create({
    data: { ...row, reviewId: ids.published, language: 'fr', text: 'Schön\u2028"', sourceHash: 'x' },
  })
  const id = ids.importRun
  await db.importProblem.createMany({
    data: [{ shopId, importId: id, row: 9001, column: 'rating', value: '7\\u0000', reason: 'ratingInvalid' }],
  })
  await db.review.update({
    where: { shopId_id: { shopId, id: ids.published } },
    data: { verifiedBy: 'order', orderId: ids.order },
  })
  for (const words of ['en', 'de']) {
    const hash = `${words}-hash`
    await world.app.deps.access.acrossShops('keep the words of emails').mailWords.create({ data: { hash, words: {} } })
  }
}

/** Archives a shop through the API and downloads its file. */
async function download(of: World, name: string): Promise<string> {
  const started = await of.graphql(
    'mutation { startArchive(input: {}) { ... on StartArchiveSuccess { data { id } } } }',
  )
  const { id } = (started.data as unknown as { startArchive: { data: { id: string } } }).startArchive.data
  await of.runJobs()
  const asked = await of.graphql(
    'mutation ($id: ID!) { downloadArchive(input: { id: $id }) { ... on DownloadArchiveSuccess { data { url } } ... on Refusal { code } } }',
    { id },
  )
  const { url } = (asked.data as unknown as { downloadArchive: { data: { url: string } } }).downloadArchive.data
  const { rawPayload, statusCode } = await of.inject({ url: new URL(url).pathname })
  expect(statusCode).toBe(200)
  expect((await of.inject({ url: new URL(url).pathname })).statusCode).toBe(404)
  await writeFile(join(folder, name), rawPayload)
  return join(folder, name)
}

/** Archives a shop as the command does, without running other jobs. */
async function archiveNow(ctx: Ctx, name: string): Promise<string> {
  const { row } = await takeArchive(ctx)
  expect(await runClaimed(ctx, archiveWork, row)).toBe('finished')
  const path = join(folder, name)
  await writeFile(path, Readable.from(readArchiveBytes(ctx, await archiveById(ctx, row.id))))
  return path
}

type Files = Map<string, Buffer>

async function unpack(path: string): Promise<Files> {
  const entries = await unpackTar(gunzipSync(await readFile(path)))
  return new Map(entries.map(({ header, data }) => [header.name, Buffer.from(data ?? [])]))
}

async function pack(name: string, files: Files): Promise<string> {
  const entries = [...files].map(([path, body]) => ({
    header: { name: path, size: body.length },
    body: new Uint8Array(body),
  }))
  await writeFile(join(folder, name), gzipSync(await packTar(entries)))
  return join(folder, name)
}

/** Changes the rows of a table and signs the archive again with another key. */
async function forge(name: string, table: string, change: (line: string) => string): Promise<string> {
  const files = await unpack(archive)
  const path = `tables/${table}/00001.jsonl`
  const text = String(files.get(path))
    .split('\n')
    .filter(Boolean)
    .map((line) => `${change(line)}\n`)
    .join('')
  files.set(path, Buffer.from(text))
  return sign(name, files, (manifest) => {
    const part = manifest.parts.find((one) => one.name === path)
    Object.assign(part ?? {}, { bytes: Buffer.byteLength(text), sha256: hashOf(text) })
  })
}

function sign(name: string, files: Files, change: (manifest: Manifest) => void): Promise<string> {
  const manifest = JSON.parse(String(files.get('manifest.json'))) as Manifest
  change(manifest)
  const text = JSON.stringify(manifest)
  files.set('manifest.json', Buffer.from(text))
  files.set('signature.json', Buffer.from(JSON.stringify(signManifest('a forger with some key, a forger', text))))
  return pack(name, files)
}

const readRows = (files: Files, table: string, shopId: string): string[] =>
  [...files]
    .filter(([name]) => name.startsWith(`tables/${table}/`))
    .flatMap(([, bytes]) => bytes.toString('utf8').replaceAll(shopId, 'SHOP').split('\n').filter(Boolean))

async function countAll(ctx: Ctx): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const table of [...Object.keys(ARCHIVED), 'ShopRestore']) {
    const [row] = await ctx.db.$queryRawUnsafe<{ count: number }[]>(
      `select count(*)::int as count from "${table}" where "shopId" = '${ctx.shop.id}'`,
    )
    counts[table] = row?.count ?? 0
  }
  return counts
}

test('an archive has rows of every table, its pictures and no secret', async () => {
  const files = await unpack(archive)
  for (const table of Object.keys(ARCHIVED))
    expect([table, readRows(files, table, '').length > 0]).toEqual([table, true])
  const manifest = JSON.parse(String(files.get('manifest.json'))) as Manifest
  expect(manifest).toMatchObject({ version: 1, shop: { shopifyDomain: 'world.myshopify.com' } })
  expect([...files.keys()].filter((name) => name.endsWith('.webp'))).toHaveLength(manifest.files)
  expect(manifest.files).toBeGreaterThan(0)
  expect(manifest.leftOut).toMatchObject({ ShopSecret: expect.stringContaining('Passwords') })
  const all = Buffer.concat([...files.values()]).toString('utf8')
  for (const { sealed } of await world.ctx.db.shopSecret.findMany({ where: { shopId: world.shop.id } }))
    expect(all).not.toContain(sealed)
  expect(all).not.toContain(world.otherShop.id)
})

test('a mail has a link that works for a day', async () => {
  const mail = (await world.mailbox()).find(({ subject }) => subject.includes('ready to download'))
  const path = /candor\.test(\/archives\/[\w.-]+)/.exec(mail?.html ?? '')?.[1] ?? ''
  for (const _visit of [1, 2]) expect((await world.inject({ url: path })).statusCode).toBe(200)
  expect((await world.inject({ url: `${path}x` })).statusCode).toBe(404)
})

test('an erased customer is in no archive that is kept', async () => {
  const { ctx, shop } = world
  await archiveData.eraseFiles?.traces?.(ctx, {} as Person, true)
  const rows = await ctx.db.shopArchive.findMany({ where: { shopId: shop.id } })
  expect(rows.length).toBeGreaterThan(0)
  expect(rows.filter(isArchiveKept)).toEqual([])
})

const refused = async (path: string, sentence: RegExp) => {
  const before = await countAll(receiving.ctx)
  await expect(restoreArchive(receiving.ctx, path)).rejects.toThrow(sentence)
  expect(await countAll(receiving.ctx)).toEqual(before)
}

test.each([0.2, 0.6, 0.999])('refuses an archive that is cut off at %d of its length', async (at) => {
  const bytes = await readFile(archive)
  const path = join(folder, `cut-${at}.tar.gz`)
  await writeFile(path, bytes.subarray(0, Math.floor(bytes.length * at)))
  await refused(path, /cut off/)
})

test('refuses an archive that is cut off within a picture', async () => {
  const picture = new Map([[`media/${'a'.repeat(64)}-large.webp`, randomBytes(3_000_000)]])
  const path = await pack('cut-picture.tar.gz', picture)
  await writeFile(path, (await readFile(path)).subarray(0, 1_500_000))
  await refused(path, /cut off/)
})

test('refuses an archive without its end, and one that is none', async () => {
  const files = await unpack(archive)
  files.delete('signature.json')
  await refused(await pack('no-end.tar.gz', files), /cut off/)
  await writeFile(join(folder, 'none.tar.gz'), 'hello')
  await refused(join(folder, 'none.tar.gz'), /not an archive/)
})

test('refuses changed rows, pictures and manifests', async () => {
  const change = async (name: string, find: string, put: (bytes: Buffer) => Buffer) => {
    const files = await unpack(archive)
    const path = [...files.keys()].find((one) => one.includes(find)) ?? ''
    files.set(path, put(files.get(path) ?? Buffer.alloc(0)))
    return pack(name, files)
  }
  const edit = (bytes: Buffer) => Buffer.from(bytes.toString('utf8').replace('"rate":5', '"rate":4'))
  await refused(await change('rows.tar.gz', 'tables/Review/', edit), /changed since.*tables\/Review/)
  await refused(
    await change('picture.tar.gz', '.webp', (bytes) => Buffer.concat([bytes, Buffer.from('x')])),
    /changed since.*media/,
  )
  await refused(
    await change('manifest.tar.gz', 'manifest.json', (bytes) =>
      Buffer.from(bytes.toString('utf8').replace('"rows": ', '"rows":  ')),
    ),
    /signature/,
  )
})

test('refuses a newer version, paths out of the archive, and unpacking without end', async () => {
  await refused(
    await sign('newer.tar.gz', await unpack(archive), (manifest) => Object.assign(manifest, { version: 2 })),
    /newer version/,
  )
  const files = await unpack(archive)
  await refused(
    await pack('path.tar.gz', new Map([['../../etc/passwd', Buffer.from('x')], ...files])),
    /no archive has/,
  )
  const zeros = Buffer.alloc(60 * 1024 * 1024)
  const bomb = ['00001', '00002'].map((part) => [`tables/Review/${part}.jsonl`, zeros] as const)
  await refused(await pack('bomb.tar.gz', new Map(bomb)), /far more/)
})

test('refuses unknown fields and values, and tables of a newer version', async () => {
  await refused(
    await forge('field.tar.gz', 'SavedView', (line) => line.replace('{', '{"shade":1,')),
    /unknown field shade/,
  )
  await refused(
    await forge('value.tar.gz', 'Review', (line) => line.replace(/"rate":\d/, '"rate":"many"')),
    /can’t read/,
  )
  await refused(
    await sign(
      'table.tar.gz',
      (await unpack(archive)).set('tables/Account/00001.jsonl', Buffer.from('{"id":"x"}\n')),
      (manifest) => {
        const text = '{"id":"x"}\n'
        manifest.parts.push({ name: 'tables/Account/00001.jsonl', rows: 1, bytes: text.length, sha256: hashOf(text) })
      },
    ),
    /can’t read/,
  )
})

test('refuses a shop that has reviews', async () => {
  const { otherShop, contextOf } = receiving
  await addThings(receiving, otherShop, { needed: new Set(['published']) })
  await expect(restoreArchive(contextOf(otherShop), archive)).rejects.toThrow(
    /other\.myshopify\.com is not empty \(reviews: \d+/,
  )
})

test('an untrusted archive loses its proofs, and nothing of it is sent', async () => {
  const third = await createWorld({ env: { SESSION_SECRET: 'a-third-operator-a-third-operator' } })
  try {
    const { ctx } = third
    const foreign = await forge('foreign.tar.gz', 'ReviewMedia', (line) =>
      line.replace(/"key":"[^/"]+/, `"key":"${third.otherShop.id}`),
    )
    expect(await restoreArchive(ctx, foreign)).toMatchObject({ isTrusted: false, isRepeated: false })
    const where = { where: { shopId: ctx.shop.id } }
    expect(await ctx.db.review.count(where)).toBe(await world.ctx.db.review.count({ where: { shopId: world.shop.id } }))
    expect(
      await ctx.db.review.count({
        where: { shopId: ctx.shop.id, OR: [{ verifiedBy: { not: 'none' } }, { orderId: { not: null } }] },
      }),
    ).toBe(0)
    expect(await ctx.db.order.count(where)).toBe(0)
    expect(
      await ctx.db.queueItem.count({
        where: { shopId: ctx.shop.id, status: { in: ['waiting', 'paused', 'waitingCondition'] } },
      }),
    ).toBe(0)
    expect(
      await ctx.db.reviewMedia.count({ where: { shopId: ctx.shop.id, key: { contains: third.otherShop.id } } }),
    ).toBe(0)
  } finally {
    await third.close()
  }
})

test('a restored shop has the same rows and pictures, also when the restore was interrupted', async () => {
  const trusting = await createWorld({
    env: {
      SESSION_SECRET: 'another-operator-another-operator',
      CANDOR_ARCHIVE_KEYS: readPublicKey(world.app.deps.env.SESSION_SECRET),
    },
  })
  try {
    const { ctx, app } = trusting
    // Ends the restore in the middle, as a crash does.
    const crash = new Error('crash')
    await expect(
      restoreArchive(ctx, archive, (done, total) => {
        if (done > total / 2) throw crash
      }),
    ).rejects.toThrow(crash)
    expect(await restoreArchive(ctx, archive)).toMatchObject({ isTrusted: true, isRepeated: false })
    expect(await restoreArchive(ctx, archive)).toMatchObject({ isRepeated: true })
    const shop = await app.deps.access
      .acrossShops('the demo platform')
      .shop.findUniqueOrThrow({ where: { id: ctx.shop.id } })
    expect(shop).toMatchObject({ mailPause: 'restored', catalogVersion: 0 })
    expect(await checkCounts(ctx)).toBe(0)
    const [before, after] = [await unpack(archive), await unpack(await archiveNow(ctx, 'b.tar.gz'))]
    for (const table of Object.keys(ARCHIVED))
      expect([table, readRows(after, table, ctx.shop.id)]).toEqual([table, readRows(before, table, world.shop.id)])
    const media = (files: Files) =>
      [...files].filter(([name]) => name.endsWith('.webp')).map(([name, bytes]) => [name, hashOf(bytes)])
    expect(media(after)).toEqual(media(before))
    const rows = await ctx.db.queueItem.groupBy({
      by: ['type', 'status'],
      _count: true,
      where: { shopId: ctx.shop.id },
    })
    const counted = await ctx.db.queueCount.findMany({ where: { shopId: ctx.shop.id } })
    expect(counted.map(({ type, status, count }) => `${type} ${status} ${count}`).sort()).toEqual(
      rows.map(({ type, status, _count }) => `${type} ${status} ${_count}`).sort(),
    )
  } finally {
    await trusting.close()
  }
})

test('products, customers and orders that the shop knows keep their ids', async () => {
  const where = { where: { shopId: world.shop.id } }
  const product = await world.ctx.db.product.findFirstOrThrow(where)
  const { ctx } = receiving
  const shopId = ctx.shop.id
  const id = '01900000-0000-7000-8000-000000000001'
  const { platformId, handle } = product
  const now = ctx.now()
  await ctx.db.product.create({
    data: { shopId, id, platformId, handle, title: 'Now', createdAt: now, updatedAt: now },
  })
  await restoreArchive(ctx, archive)
  expect(await ctx.db.product.findMany({ where: { shopId, platformId } })).toMatchObject([{ id, title: 'Now' }])
  const reviews = await world.ctx.db.review.count({ where: { shopId: world.shop.id, productId: product.id } })
  expect(reviews).toBeGreaterThan(0)
  expect(await ctx.db.review.count({ where: { shopId, productId: id } })).toBe(reviews)
})
