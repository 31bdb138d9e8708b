import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { createWorld, type World } from '../../testing/world.ts'
import { purgeOldRows } from '../background/purge.ts'
import { onEachDatabase, type DatabaseAccess, type HomeTable } from './for-shop.ts'

let worlds: World[]
beforeAll(async () => {
  worlds = [await createWorld({ env: { CANDOR_ROLE: 'web' } }), await createWorld({ env: { CANDOR_ROLE: 'web' } })]
})
afterAll(() => Promise.all(worlds.map((world) => world.close())))

const receipts = () => Promise.all(worlds.map(({ ctx }) => ctx.db.webhookReceipt.count()))
const spread = (databases: readonly DatabaseAccess[]) => {
  const [{ app }] = worlds as [World]
  return { ...app.deps, access: { ...app.deps.access, databases } }
}

test('a purge runs on every database, also when one of them is away', async () => {
  for (const { ctx } of worlds)
    await ctx.db.webhookReceipt.create({
      data: { shopId: ctx.shop.id, webhookId: 'old', topic: 'orders/create', receivedAt: new Date('2020-01-01') },
    })
  expect(await receipts()).toEqual([1, 1])
  const accesses = worlds.map(({ app }) => app.deps.access)
  const away = {
    ...(accesses[0] as DatabaseAccess),
    acrossShops: () => {
      throw new Error('away')
    },
  }
  await expect(onEachDatabase(spread([away, accesses[1] as DatabaseAccess]), purgeOldRows)).rejects.toThrow('away')
  expect(await receipts()).toEqual([1, 0])
  expect(await onEachDatabase(spread(accesses), purgeOldRows)).toBe(1)
  expect(await receipts()).toEqual([0, 0])
})

interface Key {
  key: string
  isOneShops: boolean
}

const home: Record<HomeTable, true> = {
  Shop: true,
  Account: true,
  AccountShop: true,
  LoginSession: true,
  AccountLink: true,
  AccountIdentity: true,
  RateLimit: true,
  MailOutage: true,
  Feature: true,
}

/** A key of one shop's rows leads from shopId to shopId and stays off the home database. */
const keys = `
  with columns as (
    select c.oid, c.conrelid, c.confrelid, c.confupdtype, f.name as here, t.name as there
    from pg_constraint c cross join lateral (
      select array_agg(a.attname order by k.place)::text[] as name from unnest(c.conkey) with ordinality k(number, place)
      join pg_attribute a on a.attrelid = c.conrelid and a.attnum = k.number) f
    cross join lateral (
      select array_agg(a.attname order by k.place)::text[] as name from unnest(c.confkey) with ordinality k(number, place)
      join pg_attribute a on a.attrelid = c.confrelid and a.attnum = k.number) t
    where c.contype = 'f' and c.conparentid = 0 and c.connamespace = current_schema()::regnamespace)
  select format('%s.%s -> %s.%s%s', h.relname, array_to_string(here, '+'), o.relname, array_to_string(there, '+'),
      case confupdtype when 'c' then ', updates cascade' else '' end) as key,
    here[1] = 'shopId' and there[1] = 'shopId' and h.relname <> all ($1) and o.relname <> all ($1) as "isOneShops"
  from columns join pg_class h on h.oid = conrelid join pg_class o on o.oid = confrelid order by 1`

test('foreign keys lead across shops or to the home database from its own tables only @oldest', async () => {
  const { rows } = await (worlds[0] as World).app.database.pool.query<Key>(keys, [Object.keys(home)])
  expect(rows.filter(({ isOneShops }) => isOneShops).length).toBeGreaterThan(10)
  expect(rows.filter(({ isOneShops }) => !isOneShops).map(({ key }) => key)).toEqual([
    'AccountIdentity.accountId -> Account.id',
    'AccountLink.inviterId+shopId -> AccountShop.accountId+shopId',
    'AccountLink.shopId -> Shop.id',
    'AccountShop.accountId -> Account.id, updates cascade',
    'AccountShop.shopId -> Shop.id',
    'LoginSession.accountId -> Account.id, updates cascade',
    'LoginSession.accountId+shopId -> AccountShop.accountId+shopId',
    'LoginSession.identityId -> AccountIdentity.id',
    'LoginSession.supportShopId -> Shop.id',
  ])
})
