import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { createWorld, type World } from '../../testing/world.ts'
import { deleteShop } from './delete-shop.ts'
import { operateShop } from './operate-shop.ts'

let world: World
let closed: World
beforeAll(async () => {
  world = await createWorld({ plan: 'free' })
  closed = await createWorld({ env: { CANDOR_DEV_ZONE: '0' } })
})
afterAll(() => Promise.all([world.close(), closed.close()]))

const put = (type: string, body: object, of = world) => of.rest('PUT', `/dev_zone${type && `?type=${type}`}`, { body })
const shop = async () => (await world.rest('GET', '/shops')).json<{ data: object }>().data

test('the dev zone overrides flags and the plan, each with its message', async () => {
  for (const [type, flag] of [
    ['remove-branding', 'enableRemoveBranding'],
    ['grow-hacking-6', 'isGrowHacking6'],
    ['skip-update-state', 'skipUpdateState'],
  ] as const) {
    expect((await put(type, { status: true })).json()).toEqual({ success: true, message: 'Updated devzone!' })
    expect(await shop()).toMatchObject({ [flag]: true })
    await put(type, { status: false })
    expect(await shop()).toMatchObject({ [flag]: false })
  }
  await put('grow-hacking-6', { status: true, dataUpdate: { plan: 'advanced' } })
  expect(await shop()).toMatchObject({ plan: 'advanced', isGrowHacking6: true })
})

test.each([
  ['unknown', { status: true }],
  ['remove-branding', {}],
  ['', {}],
  ['', { dataUpdate: { plan: 'platinum' } }],
  ['', { dataUpdate: { devStoreAccess: true } }],
  ['skip-update-state', { status: 'yes' }],
])('the dev zone refuses %s with %j', async (type, body) => {
  expect((await put(type, body)).statusCode).toBe(422)
})

test('the dev zone is closed unless the operator allows it', async () => {
  expect((await put('remove-branding', { status: true }, closed)).json()).toMatchObject({ code: 'devZoneClosed' })
  expect((await closed.graphql('{ viewer { devZone } }')).data).toEqual({ viewer: { devZone: false } })
})

test('POST /shop refuses the operator’s flags', async () => {
  const answer = await world.rest('POST', '/shop', { body: { devStoreAccess: true, crispSessionToken: 'x' } })
  expect(answer.json()).toMatchObject({ fields: { devStoreAccess: { code: 'fieldNotEditable' } } })
})

test('flags of the operator keep those of others', async () => {
  await operateShop(world.ctx, { flags: { installedAvadaApps: ['aem'], specialFonts: true } })
  await operateShop(world.ctx, { flags: { crispSessionToken: 'chat-1' } })
  expect(await shop()).toMatchObject({ installedAvadaApps: ['aem'], crispSessionToken: 'chat-1' })
  expect((await world.graphql('{ viewer { shop { specialFonts } } }')).data).toMatchObject({
    viewer: { shop: { specialFonts: true } },
  })
})

test('a deleted shop leaves no row, and other shops stay', async () => {
  await deleteShop(world.contextOf(world.otherShop))
  const { rows } = await world.app.database.pool.query<{ name: string }>(
    `select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'shopId' where c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace`,
  )
  for (const { name } of rows)
    expect([
      name,
      (await world.app.database.pool.query(`select from "${name}" where "shopId" = $1`, [world.otherShop.id])).rowCount,
    ]).toEqual([name, 0])
  expect((await world.rest('GET', '/shops', { token: world.otherToken })).statusCode).toBe(401)
  expect((await world.rest('GET', '/shops')).statusCode).toBe(200)
})
