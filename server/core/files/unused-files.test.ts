import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import sharp from 'sharp'
import { encodeId } from '../global-ids.ts'
import { addProduct } from '../../testing/orders.ts'
import { mp4 } from '../../testing/hostile/videos.ts'
import { createWorld, type World } from '../../testing/world.ts'
import type { FilePort } from './files.ts'
import { saveImage, purgeUnusedFiles } from './unused-files.ts'

let world: World
let handle: string
let shade = 10
beforeAll(async () => {
  world = await createWorld()
  const { id } = await addProduct(world, 'Vase')
  handle = (await world.ctx.db.product.findFirstOrThrow({ where: { shopId: world.shop.id, id } })).handle
})
afterAll(() => world.close())

/** Makes a picture that no other test has. */
const paint = () =>
  sharp({ create: { width: 30, height: 20, channels: 3, background: { r: shade++, g: 80, b: 60 } } })
    .png()
    .toBuffer()

let posted = 0

/** Posts a shopper's review with a picture; returns its id and the picture's key. Unique texts avoid duplicate detection. */
async function review(picture: Buffer): Promise<{ id: string; key: string }> {
  const body = new FormData()
  for (const [name, value] of Object.entries({
    rate: '5',
    content: `Fine ${++posted}`,
    name: 'Ada Byron',
    email: 'ada@reader.test',
    website: '',
  }))
    body.set(name, value)
  body.append('images', new Blob([new Uint8Array(picture)]), 'a.png')
  const url = `${await world.url()}/storefront/${world.shop.shopifyDomain}/products/${handle}/reviews`
  const answer = await fetch(url, { method: 'POST', body, headers: { accept: 'application/json' } })
  const { data } = (await answer.json()) as { data: { id: string } }
  return {
    id: data.id,
    key: (await world.ctx.db.reviewMedia.findFirstOrThrow({ where: { shopId: world.shop.id, reviewId: data.id } })).key,
  }
}

/** Deletes a review through the recycle bin. */
async function deleteForEver(id: string): Promise<void> {
  const document = `mutation ($ids: [ID!]!) {
    trashReviews(input: { ids: $ids }) { __typename }
    deleteReviews(input: { ids: $ids }) { __typename }
  }`
  const { data } = await world.graphql(document, { ids: [encodeId('Review', id)] })
  expect(data).toMatchObject({
    trashReviews: { __typename: 'TrashReviewsSuccess' },
    deleteReviews: { __typename: 'DeleteReviewsSuccess' },
  })
}

/** Makes the notes a day older, since the machine's clock cannot be changed. */
const aDayLater = () =>
  world.app.deps.access.acrossShops('the command line')
    .$executeRaw`update "UnusedFile" set "createdAt" = "createdAt" - interval '25 hours'`
const served = async (key: string) =>
  Promise.all(
    ['small', 'medium', 'large'].map(async (size) => (await world.inject({ url: `/media/${key}/${size}` })).statusCode),
  )
const notes = () => world.app.deps.access.acrossShops('the command line').unusedFile.count()
const [there, gone] = [
  [200, 200, 200],
  [404, 404, 404],
]

describe('a video of a permanently deleted review', () => {
  test('is deleted with its poster, unless another review uses them', async () => {
    const frame = await paint()
    const form = (rate: string, files: Record<string, Uint8Array>) => {
      const body = new FormData()
      for (const [name, value] of Object.entries({
        rate,
        content: 'See',
        name: 'Ada Byron',
        email: 'ada@reader.test',
        website: '',
      }))
        body.set(name, value)
      for (const [name, bytes] of Object.entries(files)) body.append(name, new Blob([new Uint8Array(bytes)]), name)
      return body
    }
    const send = async (files: Record<string, Uint8Array>) => {
      const answer = await fetch(
        `${await world.url()}/storefront/${world.shop.shopifyDomain}/products/${handle}/reviews`,
        { method: 'POST', body: form('5', files), headers: { accept: 'application/json' } },
      )
      return ((await answer.json()) as { data: { id: string } }).data.id
    }
    const [one, other] = [await send({ images: mp4(), poster: frame }), await send({ images: frame })]
    const { key, posterKey } = await world.ctx.db.reviewMedia.findFirstOrThrow({
      where: { shopId: world.shop.id, reviewId: one },
    })
    const video = async () => (await world.inject({ url: `/media/${key}/video` })).statusCode
    await deleteForEver(one)
    expect(await video()).toBe(200)
    await aDayLater()
    await world.runJobs()
    expect([await video(), await served(posterKey)]).toEqual([404, there])
    await deleteForEver(other)
    await aDayLater()
    await world.runJobs()
    expect(await served(posterKey)).toEqual(gone)
  })
})

describe('pictures of a permanently deleted review', () => {
  test('are deleted after a day by the machine’s clock', async () => {
    const { id, key } = await review(await paint())
    await deleteForEver(id)
    await world.advance({ days: 400 })
    expect(await served(key)).toEqual(there)
    await aDayLater()
    await world.runJobs()
    expect(await served(key)).toEqual(gone)
    expect(await notes()).toBe(0)
  })

  test('stay while another review of the shop has the same picture', async () => {
    const picture = await paint()
    const [one, other] = [await review(picture), await review(picture)]
    expect(one.key).toBe(other.key)
    await deleteForEver(one.id)
    await aDayLater()
    await world.runJobs()
    expect(await served(one.key)).toEqual(there)
    await deleteForEver(other.id)
    await aDayLater()
    await world.runJobs()
    expect(await served(one.key)).toEqual(gone)
  })

  test('stay during an upload of the same picture, before and after its review is written', async () => {
    const picture = await paint()
    const { id, key } = await review(picture)
    await deleteForEver(id)
    await aDayLater()
    // The upload has stored its files but not written its row.
    await saveImage(world.ctx, world.shop.id, picture)
    await world.runJobs()
    expect(await served(key)).toEqual(there)
    await review(picture)
    await aDayLater()
    await world.runJobs()
    expect([await served(key), await notes()]).toEqual([there, 0])
  })

  test('are locked during deletion, so that an upload of the same picture waits and writes them again', async () => {
    const picture = await paint()
    const { id, key } = await review(picture)
    await deleteForEver(id)
    await aDayLater()
    const { deps, database } = world.app
    let upload: Promise<unknown> | undefined
    let uploaded = false
    const waits = async () =>
      (
        await database.pool.query(
          `select from pg_locks where locktype = 'advisory' and not granted and database = (select oid from pg_database where datname = current_database())`,
        )
      ).rows.length > 0
    const files: FilePort = {
      ...deps.files,
      async delete(file) {
        upload ??= saveImage(world.ctx, world.shop.id, picture).then(() => {
          uploaded = true
        })
        while (!uploaded && !(await waits())) continue
        await deps.files.delete(file)
      },
    }
    await purgeUnusedFiles({ ...deps, files })
    await upload
    expect(await served(key)).toEqual(there)
  })
})

test('deletes an upload without a row', async () => {
  const { key } = await saveImage(world.ctx, world.shop.id, await paint())
  await world.runJobs()
  expect(await served(key)).toEqual(there)
  await aDayLater()
  await world.runJobs()
  expect(await served(key)).toEqual(gone)
})

test('keeps the note of a failing store and delays no other', async () => {
  const [bad, good] = [
    await saveImage(world.ctx, world.shop.id, await paint()),
    await saveImage(world.ctx, world.shop.id, await paint()),
  ]
  await aDayLater()
  const { deps } = world.app
  const errors: unknown[] = []
  const files: FilePort = {
    ...deps.files,
    delete: (file) => (file.startsWith(bad.key) ? Promise.reject(new Error('down')) : deps.files.delete(file)),
  }
  const log = Object.assign(Object.create(deps.log) as typeof deps.log, {
    error: (about: unknown) => void errors.push(about),
  })
  await purgeUnusedFiles({ ...deps, files, log })
  expect([await served(bad.key), await served(good.key)]).toEqual([there, gone])
  expect(errors).toHaveLength(1)
  await aDayLater()
  await world.runJobs()
  expect(await served(bad.key)).toEqual(gone)
})
