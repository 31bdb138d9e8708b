import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import sharp from 'sharp'
import { v7 as uuidv7 } from 'uuid'
import { readErrorLink } from '../../imports/downloads/error-file.ts'
import { readExportLink } from '../../reviews/export/export.ts'
import { createWorld, type World } from '../../testing/world.ts'
import { makeSigner } from '../signing.ts'
import { storeImage } from './images.ts'
import { createOneUseToken } from './one-use.ts'

let world: World
let key: string
beforeAll(async () => {
  world = await createWorld()
  const picture = await sharp({ create: { width: 30, height: 20, channels: 3, background: '#1F5B45' } })
    .png()
    .toBuffer()
  key = (await storeImage(world.ctx.files, world.shop.id, picture)).key
})
afterAll(() => world.close())

describe('/media', () => {
  test.each(['small', 'medium', 'large'])('serves the %s picture as immutable and never as a script', async (size) => {
    const answer = await world.inject({ url: `/media/${key}/${size}` })
    expect(answer.statusCode).toBe(200)
    expect(answer.headers).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
    })
    expect(answer.headers['content-security-policy']).toContain('sandbox')
    expect(
      (
        await world.inject({
          url: `/media/${key}/${size}`,
          headers: { 'if-none-match': String(answer.headers.etag) },
        })
      ).statusCode,
    ).toBe(304)
  })

  test('serves no other file of the folder', async () => {
    await world.ctx.files.put(`${world.shop.id}/imports/secret`, Buffer.from('a,b'), { contentType: 'text/csv' })
    const hash = 'a'.repeat(64)
    await world.ctx.files.put(`${world.shop.id}/${hash}/large`, Buffer.from('<script>'), { contentType: 'text/html' })
    for (const path of [
      `${world.shop.id}/imports/secret`,
      `${world.shop.id}/${hash}/large`,
      key,
      `${key}/huge`,
      `${key}/../../x/large`,
      '..%2f..%2fetc/passwd',
      `${key}/large.type`,
      '',
    ])
      expect([path, (await world.inject({ url: `/media/${path}` })).statusCode]).toEqual([path, 404])
  })
})

describe('a one-time URL', () => {
  test('opens no other kind of file, and nothing under another secret', () => {
    const { ctx } = world
    const { signer } = ctx
    const of = uuidv7()
    const [errors, exported] = [
      createOneUseToken(ctx, 'import-errors', of),
      createOneUseToken(ctx, 'review-export', of),
    ]
    expect([readErrorLink(signer, errors), readExportLink(signer, exported)]).toMatchObject([
      { shopId: world.shop.id, of },
      { shopId: world.shop.id, of },
    ])
    expect([
      readErrorLink(signer, exported),
      readExportLink(signer, errors),
      readErrorLink(makeSigner('another'), errors),
    ]).toEqual([null, null, null])
  })

  test('is an unknown link to the other kind’s route', async () => {
    const of = uuidv7()
    const codeAt = async (path: string) =>
      (await world.inject({ method: 'GET', url: path })).json<{ code: string }>().code
    expect(await codeAt(`/imports/errors/${createOneUseToken(world.ctx, 'review-export', of)}`)).toBe('linkInvalid')
    expect(await codeAt(`/reviews/exports/${createOneUseToken(world.ctx, 'import-errors', of)}`)).toBe('linkInvalid')
  })
})
