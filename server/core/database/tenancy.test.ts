import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { v7 as uuidv7 } from 'uuid'
import { checkRowSecurity } from '../../testing/checks/check-row-security.ts'
import { checkTenants } from '../../testing/checks/check-tenants.ts'
import { createWorld, type World } from '../../testing/world.ts'
import { rotateSecrets } from '../secrets/rotate.ts'
import { makeSecretBox } from '../secrets/secrets.ts'
import { saveSecret, readSecret } from '../secrets/shop-secrets.ts'

/** Tables without a shop: accounts, and tables without data of a shop. */
const shared = [
  'Shop',
  'Account',
  'AccountShop',
  'LoginSession',
  'AccountLink',
  'RateLimit',
  'MailOutage',
  'Feature',
  'MailWords',
  'DemoState',
  'DemoMail',
  'DemoReceived',
  '_prisma_migrations',
]

let world: World
beforeAll(async () => {
  world = await createWorld({ env: { CANDOR_ROLE: 'web' } })
})
afterAll(() => world.close())

interface IndexRow {
  table: string
  index: string
  first: string
}

/** Tries a sample; `npm run bench -- R8` tries all calls. A call without a case fails here too. */
test('keeps a session from reading, writing or detecting another shop’s data @oldest', async () => {
  const { found, missed, caught, tried } = await checkTenants(world, { of: (_name, index) => index % 12 === 2 })
  expect(found).toEqual([])
  expect(missed).toEqual([])
  expect(caught).toBeGreaterThan(5)
  expect(tried).toBeGreaterThan(10)
})

test('row-level security alone hides and protects other shops’ rows @oldest', async () => {
  const verdict = await checkRowSecurity(world)
  expect(verdict.found).toEqual([])
  expect(verdict.missed).toEqual([])
  expect(verdict.caught).toBeGreaterThan(5)
  expect(verdict.tried).toBeGreaterThan(10)
})

describe('tenant tables @oldest', () => {
  test('start with shopId in the primary key and every index except those across shops', async () => {
    const { rows } = await world.app.database.pool.query<IndexRow>(`
      select t.relname as table, i.relname as index, a.attname as first from pg_index x
      join pg_class t on t.oid = x.indrelid join pg_class i on i.oid = x.indexrelid join pg_namespace n on n.oid = t.relnamespace
      join pg_attribute a on a.attrelid = t.oid and a.attnum = x.indkey[0]
      where n.nspname = 'public' and not t.relispartition`)
    const tenant = rows.filter(({ table }) => !shared.includes(table))
    expect(tenant.length).toBeGreaterThan(40)
    // Indexes read across shops: worker claims, due emails, repeated checks, ages of rows, and replayed webhook bodies.
    const across =
      /_(due|paused|pending|ripe|open|at_work|unstarted|claimed)_idx$|_(receivedAt|createdAt|checkedAt|decidedAt|bodyHash|dueAt)_idx$/
    expect(tenant.filter(({ first, index }) => first !== 'shopId' && !across.test(index))).toEqual([])
  })

  test('have row-level security enabled', async () => {
    const { rows } = await world.app.database.pool.query<{ relname: string }>(`
      select relname from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition and not c.relrowsecurity`)
    expect(rows.map(({ relname }) => relname).filter((name) => !shared.includes(name))).toEqual([])
  })

  test('hide and protect other shops’ rows, even without our own filter', async () => {
    const { access } = world.app.deps
    await access.acrossShops('the demo platform').setting.deleteMany()
    const setting = { key: 'general', value: {}, updatedAt: new Date() }
    await access.forShop(world.otherShop.id).setting.create({ data: { shopId: world.otherShop.id, ...setting } })
    const mine = access.forShop(world.shop.id)
    const seen = await mine.setting.count()
    const foreign = mine.setting.create({ data: { shopId: world.otherShop.id, ...setting, key: 'reviewBox' } })
    expect(seen).toBe(0)
    await expect(foreign).rejects.toThrow('row-level security')
    const [none, both] = await Promise.all([
      mine.setting.findFirst(),
      access.forShop(world.otherShop.id).setting.findFirst(),
    ])
    expect([none, both?.key]).toEqual([null, 'general'])
    expect(await mine.$queryRaw`select id from "Shop"`).toEqual([{ id: world.shop.id }])
    expect(await mine.shop.findUnique({ where: { id: uuidv7() } })).toBeNull()
  })

  test('run no statement of a transaction without its shop @oldest', async () => {
    const { access } = world.app.deps
    const [mine, other] = [access.forShop(world.shop.id), access.forShop(world.otherShop.id)]
    await mine.$executeRawUnsafe('deallocate all') // A connection pooler may do this.
    const ran: unknown[] = []
    await expect(
      other.$transaction(async (tx) => ran.push(await tx.$queryRaw`select current_setting('app.shop')`)),
    ).rejects.toThrow('enter-shop')
    expect(ran).toEqual([])
    expect(await other.$queryRaw`select id from "Shop"`).toEqual([{ id: world.otherShop.id }])
  })

  test('stay readable after a transaction lost its connection @oldest', async () => {
    const mine = world.app.deps.access.forShop(world.shop.id)
    await expect(
      mine.$transaction(async (tx) => {
        const [{ pid } = { pid: 0 }] = await tx.$queryRaw<{ pid: number }[]>`select pg_backend_pid() as pid`
        await world.app.database.pool.query('select pg_terminate_backend($1)', [pid])
        // Waits for the server to notice the closed connection.
        for (;;) await tx.$queryRaw`select 1`
      }),
    ).rejects.toThrow()
    expect(await mine.$queryRaw`select id from "Shop"`).toEqual([{ id: world.shop.id }])
  })
})

const key = (byte: number) => Buffer.alloc(32, byte).toString('base64')

test('reseals the secrets of all shops with a new key, also after a kill, and reports unreadable ones', async () => {
  const { access } = world.app.deps
  const everywhere = access.acrossShops('the demo platform')
  await everywhere.shopSecret.deleteMany()
  await everywhere.shop.updateMany({ data: { platformTokens: null, sharedSecret: null } })
  const [former, both, lost] = [makeSecretBox([key(1)]), makeSecretBox([key(2), key(1)]), makeSecretBox([key(9)])]
  for (const shop of [world.shop, world.otherShop])
    for (const field of ['a', 'b'])
      await saveSecret({ ...world.contextOf(shop), secrets: former }, `service.${field}`, `${shop.name} ${field}`)
  await saveSecret({ ...world.ctx, secrets: lost }, 'service.lost', 'never again')
  await world.ctx.db.shop.update({ where: { id: world.shop.id }, data: { platformTokens: former.seal('token') } })

  let batches = 0
  await expect(
    rotateSecrets({ access, secrets: both }, () => {
      if (++batches === 1) throw new Error('killed')
    }),
  ).rejects.toThrow('killed')
  expect(await rotateSecrets({ access, secrets: both })).toEqual({ resealed: 1, unreadable: 1 })
  expect(await rotateSecrets({ access, secrets: both })).toEqual({ resealed: 0, unreadable: 1 })

  const newest = makeSecretBox([key(2)])
  expect(await readSecret({ ...world.contextOf(world.otherShop), secrets: newest }, 'service.b')).toBe('Shop other b')
  expect(await readSecret({ ...world.ctx, secrets: newest }, 'service.lost')).toBeNull()
  const { platformTokens } = await world.ctx.db.shop.findUniqueOrThrow({ where: { id: world.shop.id } })
  expect(newest.unseal(platformTokens ?? '')).toBe('token')
})
