import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { addThings } from '../testing/things.ts'
import { createWorld, type World } from '../testing/world.ts'
import { readArguments, runShopCommand } from './shop-commands.ts'

let world: World
beforeAll(async () => {
  world = await createWorld({ plan: 'free' })
})
afterAll(() => world.close())

const run = async (command: string, input = '') =>
  (await runShopCommand(world.app, readArguments(command.split(' ')), () => Promise.resolve(input))).join('\n')
const read = async (command: string) => JSON.parse(await run(`${command} --json`)) as unknown

test('lists the shops and inspects one', async () => {
  expect(await run('list')).toBe('other.myshopify.com  free  Shop other\nworld.myshopify.com  free  Shop world')
  expect(await read('inspect world')).toMatchObject({
    shop: 'world.myshopify.com',
    plan: 'free',
    installed: true,
    people: [{ email: 'merchant@world.test', readOnly: false }],
    reviews: 0,
    subscriptions: [],
  })
  expect(await run('inspect world')).toContain('plan: free')
})

test('sets a plan, which the server’s shop has at once', async () => {
  expect(await run('plan world advanced')).toContain('has the plan advanced')
  expect((await world.rest('GET', '/shops')).json()).toMatchObject({ data: { plan: 'advanced' } })
})

test('sets flags by their shapes and resets a text', async () => {
  await run('set world devStoreAccess=true installedAvadaApps=aem,joy crispSessionToken=chat-1')
  expect(await read('inspect world')).toMatchObject({
    flags: { devStoreAccess: true, installedAvadaApps: ['aem', 'joy'], crispSessionToken: 'chat-1' },
  })
  await run('set world crispSessionToken= installedAvadaApps=')
  expect(await read('inspect world')).toMatchObject({
    flags: { devStoreAccess: true, installedAvadaApps: [], crispSessionToken: null },
  })
})

test('hides pages of the menu by the apps and flags of the shop', async () => {
  const shown = async () =>
    (await world.graphql('{ viewer { shop { installedAvadaApps hiddenPages recommendedApps { key installed } } } }'))
      .data
  await run('set world installedAvadaApps=joy noSurvey=true')
  expect(await shown()).toMatchObject({
    viewer: {
      shop: {
        installedAvadaApps: ['joy'],
        hiddenPages: ['/reward-reviews', '/other-compliance'],
        recommendedApps: expect.arrayContaining([
          { key: 'joy', installed: true },
          { key: 'klaviyo', installed: false },
        ]),
      },
    },
  })
  expect((await world.rest('GET', '/shops')).json()).toMatchObject({
    data: { installedAvadaApps: ['joy'], noSurvey: true },
  })
  expect((await world.rest('GET', '/partners')).json<{ data: object[] }>().data[0]).toMatchObject({
    key: 'joy',
    installed: true,
    text: expect.stringContaining('Points'),
  })
  await run('set world installedAvadaApps= noSurvey=false')
  expect(await shown()).toMatchObject({ viewer: { shop: { hiddenPages: [] } } })
})

test('sets and forgets the access token without showing it', async () => {
  const said = [
    await run('token world --set', 'shpat_secret\n'),
    await run('token world'),
    await run('token world --clear'),
  ]
  expect(said).toEqual([
    'Access token of world.myshopify.com: does not expire.',
    'Access token of world.myshopify.com: does not expire.',
    'Access token of world.myshopify.com: none: the next visit of the admin fetches one.',
  ])
})

test.each([
  ['sell world', 2, /^Usage/],
  ['inspect', 2, /^Usage/],
  ['list world', 2, /^Usage/],
  ['plan world gold', 2, /^Usage/],
  ['set world', 2, /^Usage/],
  ['set world colour=red', 2, /^Usage/],
  ['set world devStoreAccess=maybe', 2, /devStoreAccess can't be “maybe”/],
  ['set world installedAvadaApps=joy,joyful', 2, /unknown app “joyful”\. Known: joy, klaviyo, .*survey\./],
  ['token world --set --clear', 2, /^Usage/],
  ['token world --set', 1, /Pipe the access token/],
  ['inspect missing', 1, /There is no shop missing\.myshopify\.com\./],
  ['delete world', 1, /for good\. To confirm, add --yes-delete "Shop world"\./],
  ['delete world --yes-delete World', 1, /Nothing was deleted/],
])('refuses %s', async (command, code, sentence) => {
  await expect(run(command)).rejects.toMatchObject({ code, message: expect.stringMatching(sentence) })
})

test('deletes a shop, of which only the record stays, and no other one', async () => {
  const { otherShop: shop } = world
  await addThings(world, shop)
  const command = readArguments(['delete', 'other', '--yes-delete', 'Shop other'])
  expect(await runShopCommand(world.app, command, () => Promise.resolve(''))).toEqual([
    expect.stringMatching(/^Deleted other\.myshopify\.com with \d\d+ rows\.$/),
  ])
  const { rows } = await world.app.database.pool.query<{ name: string }>(
    `select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'shopId' where c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace`,
  )
  const left: Record<string, unknown> = {}
  for (const { name } of rows) {
    const { rowCount } = await world.app.database.pool.query(`select from "${name}" where "shopId" = $1`, [shop.id])
    if (rowCount) left[name] = rowCount
  }
  expect(left).toEqual({ PrivacyRequest: expect.any(Number) })
  expect((await world.rest('GET', '/shops', { token: world.otherToken })).statusCode).toBe(401)
  expect((await world.rest('GET', '/shops')).statusCode).toBe(200)
})
