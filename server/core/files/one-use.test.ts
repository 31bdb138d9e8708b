import { v7 as uuidv7 } from 'uuid'
import { readErrorLink } from '../../imports/downloads/error-file.ts'
import { readExportLink } from '../../reviews/export/export.ts'
import { makeSigner } from '../signing.ts'
import { createWorld, type World } from '../../testing/world.ts'
import { createOneUseToken } from './one-use.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

test('an address of one kind of file is none of the other kind, and none of another secret', () => {
  const { ctx } = world
  const { signer } = ctx
  const of = uuidv7()
  const [errors, exported] = [createOneUseToken(ctx, 'import-errors', of), createOneUseToken(ctx, 'review-export', of)]
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

test('each route refuses the other one’s address as no link at all', async () => {
  const of = uuidv7()
  const codeAt = async (path: string) =>
    (await world.inject({ method: 'GET', url: path })).json<{ code: string }>().code
  expect(await codeAt(`/imports/errors/${createOneUseToken(world.ctx, 'review-export', of)}`)).toBe('linkInvalid')
  expect(await codeAt(`/reviews/exports/${createOneUseToken(world.ctx, 'import-errors', of)}`)).toBe('linkInvalid')
})
