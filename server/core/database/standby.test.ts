import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import pg from 'pg'
import { v7 as uuidv7 } from 'uuid'
import { makeLogger } from '../logger.ts'
import { findDebianServer, startPrivatePostgres, type PrivatePostgres } from '../../testing/private-postgres.ts'
import { addReviews } from '../../testing/reviews.ts'
import { startStandby } from '../../testing/standby.ts'
import { createWorld, type World } from '../../testing/world.ts'
import { raiseProductVersions } from '../../shop/products/products.ts'
import { inTransaction } from '../context.ts'
import { openDatabaseAccess, type DatabaseAccess } from './for-shop.ts'
import { openDatabase, type Database } from './open.ts'
import { makeDatabaseOutage } from './outage.ts'

const bin = findDebianServer()
if (!bin) console.log('Debian’s PostgreSQL is not installed: the tests of standbys are skipped.')
const withStandby = bin ? describe : describe.skip
const token = 'a-token-of-the-metrics'

withStandby('with a hot standby', () => {
  let primary: PrivatePostgres
  let standby: PrivatePostgres
  let world: World
  let database: Database
  let access: DatabaseAccess
  const logged: string[] = []

  /** Runs statements as superuser, one after the other. */
  async function run(server: PrivatePostgres, ...statements: string[]): Promise<void> {
    const client = new pg.Client({ connectionString: server.url })
    await client.connect()
    for (const statement of statements) await client.query(statement)
    await client.end()
  }
  const urlOf = (server: PrivatePostgres) =>
    server.url.replace('postgres@', 'candor_login@').replace('/postgres?', '/candor?')

  const onCandor = (server: PrivatePostgres) => ({ ...server, url: server.url.replace('/postgres?', '/candor?') })

  beforeAll(async () => {
    primary = await startPrivatePostgres({ bin, settings: { synchronous_commit: 'on', max_connections: '80' } })
    await run(
      primary,
      'create role candor_login login',
      'create role candor_app nologin',
      'grant candor_app to candor_login',
      'create database candor owner candor_login',
    )
    standby = await startStandby(primary, {
      bin: bin ?? '',
      settings: { max_connections: '80', max_standby_streaming_delay: '0' },
    })
    const open = () => openDatabase({ url: urlOf(primary), readUrl: urlOf(standby) })
    world = await createWorld({
      env: { CANDOR_ROLE: 'web', CANDOR_METRICS_TOKEN: token },
      plan: 'enterprise',
      database: await open(),
    })
    database = await open()
    const env = { CANDOR_LOG_LEVEL: 'info', CANDOR_ROLE: 'web' } as const
    const write = (line: string) => void logged.push((JSON.parse(line) as { msg: string }).msg)
    access = await openDatabaseAccess(database, makeLogger(env, makeDatabaseOutage(), { write }))
    const product = { id: uuidv7(), platformId: '1', handle: 'mug', title: 'Mug' }
    const times = { createdAt: new Date(), updatedAt: new Date() }
    await world.ctx.db.product.create({ data: { shopId: world.shop.id, ...product, ...times } })
  })
  afterAll(async () => {
    await access.close()
    await database.close()
    await world.close()
    await standby.stop()
    await primary.stop()
  })

  /** Counts how reads of shoppers ended in this process. */
  async function countReads(result: string): Promise<number> {
    const headers = { authorization: `Bearer ${token}` }
    const { body } = await world.inject({ method: 'GET', url: '/metrics', headers })
    return Number(new RegExp(`^candor_standby_reads_total\\{result="${result}"\\} (\\d+)`, 'm').exec(body)?.[1] ?? 0)
  }

  /** Publishes a review of the mug and returns its text. */
  async function publishReview(): Promise<string> {
    const content = `Text ${uuidv7()}`
    const { id } = await world.ctx.db.product.findFirstOrThrow()
    await inTransaction(world.ctx, async (tx) => {
      await addReviews(tx, { content, productId: id, status: 'published', createdAt: new Date() })
      await raiseProductVersions(tx, [id])
    })
    return content
  }

  const readPage = async () => {
    const { statusCode, body } = await world.inject({
      method: 'GET',
      url: `/storefront/${world.shop.shopifyDomain}/widgets/reviewBox?product=mug`,
    })
    return `${statusCode} ${body}`
  }
  const shopsSeen = async (text = 'select id::text from "Shop"') =>
    (await access.readForShopper(world.shop.id, { text, values: [] })).map(([id]) => id)

  /** Reads until the standby serves one more read. */
  async function untilServed(read: () => Promise<unknown> = shopsSeen): Promise<void> {
    const before = await countReads('standby')
    for (;;) {
      await read()
      if ((await countReads('standby')) > before) return
    }
  }

  test('shoppers read from it, and see at once what the process wrote', async () => {
    await untilServed()
    expect(await shopsSeen()).toEqual([world.shop.id])
    const missed: string[] = []
    for (let round = 0; round < 40; round++) {
      const text = await publishReview()
      const page = await readPage()
      if (!page.includes(text) || !page.startsWith('200')) missed.push(text)
    }
    expect(missed).toEqual([])
  })

  test('a shop that has changed is read from the primary while the replay is paused', async () => {
    await untilServed()
    await run(standby, 'select pg_wal_replay_pause()')
    const behind = await countReads('behind')
    expect(await readPage()).toMatch(/^200/)
    const text = await publishReview()
    expect(await readPage()).toContain(text)
    expect(await countReads('behind')).toBeGreaterThan(behind)
    // The other process-wide access has not heard of the change: its shop is served by the standby.
    const served = await countReads('standby')
    await shopsSeen()
    expect(await countReads('standby')).toBe(served + 1)
    access.noteChange(world.shop.id)
    await run(primary, 'select pg_switch_wal()')
    expect(await shopsSeen()).toEqual([world.shop.id])
    expect(await countReads('standby')).toBe(served + 1)
    await run(standby, 'select pg_wal_replay_resume()')
    await untilServed()
  })

  test('a read that the replay cancels runs on the primary', async () => {
    await untilServed()
    const before = await countReads('conflict')
    const slow = shopsSeen('select id::text from "Shop", pg_sleep(0.5)')
    // The replayed lock cancels reads at once: max_standby_streaming_delay is 0.
    await run(onCandor(primary), 'begin', 'lock table "Shop" in access exclusive mode', 'commit')
    expect(await slow).toEqual([world.shop.id])
    expect(await countReads('conflict')).toBe(before + 1)
  })

  test('a promotion under load costs no shopper an error or a review, and the promoted server takes writes', async () => {
    await untilServed()
    const wrong: unknown[] = []
    let isPromoted = false
    const lanes = Array.from({ length: 4 }, async (_, lane) => {
      for (let left = 15; left > 0; left -= isPromoted ? 1 : 0) {
        const text = lane === 0 ? await publishReview() : ''
        const [page, shops] = await Promise.all([readPage(), shopsSeen()])
        if (!page.startsWith('200') || !page.includes(text) || shops.join() !== world.shop.id) wrong.push(page)
      }
    })
    await run(standby, 'select pg_promote()')
    isPromoted = true
    await Promise.all(lanes)
    expect(wrong).toEqual([])
    expect(await countReads('away')).toBeGreaterThan(0)
    expect(logged.filter((line) => line.startsWith('the standby is away'))).toHaveLength(1)
    const promoted = await openDatabase({ url: urlOf(standby) })
    const own = await openDatabaseAccess(promoted)
    const setting = { shopId: world.shop.id, key: 'general', value: {}, updatedAt: new Date() }
    expect(await own.forShop(world.shop.id).setting.create({ data: setting })).toMatchObject({ key: 'general' })
    await own.close()
    await promoted.close()
  })

  test('a start is refused when the address is another database', async () => {
    await run(primary, 'create database stranger owner candor_login')
    const readUrl = urlOf(primary).replace('/candor?', '/stranger?')
    const wrong = await openDatabase({ url: urlOf(primary), readUrl })
    const log = makeLogger({ CANDOR_LOG_LEVEL: 'silent', CANDOR_ROLE: 'web' }, makeDatabaseOutage())
    await expect(openDatabaseAccess(wrong, log)).rejects.toThrow('DATABASE_READ_URL leads to another database')
    await wrong.close()
  })

  test('shoppers are served and a start succeeds while it is down', async () => {
    await standby.stop()
    expect(await shopsSeen()).toEqual([world.shop.id])
    expect(await readPage()).toMatch(/^200/)
    const restarted = await openDatabaseAccess(
      database,
      makeLogger({ CANDOR_LOG_LEVEL: 'silent', CANDOR_ROLE: 'web' }, makeDatabaseOutage()),
    )
    const read = { text: 'select id::text from "Shop"', values: [] }
    expect(await restarted.readForShopper(world.shop.id, read)).toEqual([[world.shop.id]])
    await restarted.close()
  })
})
