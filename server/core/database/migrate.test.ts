import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { PoolClient } from 'pg'
import { migrate, splitStatements } from './migrate.ts'
import { freshDatabase } from '../../testing/world.ts'
import type { Database } from './open.ts'

let database: Database
let drop: () => Promise<void>
const folder = mkdtempSync(join(tmpdir(), 'candor-migrate-'))
beforeAll(async () => {
  ;({ database, drop } = await freshDatabase('template0'))
})
afterAll(async () => {
  await database.close()
  await drop()
  rmSync(folder, { recursive: true, force: true })
})

function write(name: string, sql: string): void {
  mkdirSync(join(folder, name), { recursive: true })
  writeFileSync(join(folder, name, 'migration.sql'), sql)
}
const tables = async () =>
  (
    await database.pool.query<{ tablename: string }>(
      `select tablename from pg_tables where tablename in ('one', 'two', 'three') order by 1`,
    )
  ).rows.map(({ tablename }) => tablename)

test('applies each migration once, rolls back a failing one, and stops at a changed one @oldest', async () => {
  write('20260101000000_one', 'create table one (id int);')
  expect(await migrate(database.pool, folder)).toEqual(['20260101000000_one'])
  expect(await migrate(database.pool, folder)).toEqual([])

  write('20260103000000_three', 'create table three (id int); select nothing;')
  await expect(migrate(database.pool, folder)).rejects.toThrow(
    'Migration 20260103000000_three failed: column "nothing" does not exist',
  )
  expect(await tables()).toEqual(['one'])

  write('20260103000000_three', 'create table three (id int);')
  expect(await migrate(database.pool, folder)).toEqual(['20260103000000_three'])
  // The new migration sorts before the changed one and is not applied either.
  write('20260102000000_two', 'create table two (id int);')
  write('20260103000000_three', 'create table three (id bigint);')
  await expect(migrate(database.pool, folder)).rejects.toThrow(
    'Migration 20260103000000_three is not the one that this database ran.',
  )
  expect(await tables()).toEqual(['one', 'three'])
})

test('splits a migration at the semicolons between its statements', () => {
  const statements = [
    `insert into a values ('it''s; one', "b;""c", e'\\';', $t$a; $x$ b$t$);`,
    'create function f() returns void language plpgsql as $body$ begin perform 1; end; $body$;',
    '-- one; two\nselect 1 /* three; four */;',
    'do $$ begin null; end $$',
  ]
  expect(splitStatements(statements.join('\n\n'))).toEqual(statements)
})

test('accepts a migration that ran in a former version listed as amended', async () => {
  const former = createHash('sha256').update('create table three (id int);').digest('hex')
  writeFileSync(join(folder, 'amended'), `${former}  20260103000000_three/migration.sql\n`)
  expect(await migrate(database.pool, folder)).toEqual(['20260102000000_two'])
  expect(await tables()).toEqual(['one', 'three', 'two'])
})

describe('beside a transaction that holds a lock', () => {
  const name = '20260104000000_column'
  const patience = { lockMs: 100, pauseMs: 100, totalMs: 60_000 }

  /** Holds a lock like a long backup, while `run` works. */
  async function withBackup(run: (backup: PoolClient) => Promise<void>): Promise<void> {
    const backup = await database.pool.connect()
    try {
      await backup.query('begin')
      await backup.query('lock table one in access share mode')
      await run(backup)
    } finally {
      await backup.query('rollback')
      backup.release()
    }
  }
  /** Resolves when a migration waits for a lock. */
  async function findWaiting(): Promise<void> {
    const waiting = `select from pg_locks where not granted and relation = 'one'::regclass`
    while ((await database.pool.query(waiting)).rowCount === 0);
  }

  test('lets readers pass while it waits, and is applied afterwards', async () => {
    write(name, 'alter table one add column more int;')
    let applied: Promise<string[]> | undefined
    await withBackup(async (backup) => {
      applied = migrate(database.pool, folder, patience)
      await findWaiting()
      // Queued behind the migration, so it answers only because the migration steps back.
      await database.pool.query('select from one')
      await backup.query('commit')
    })
    expect(await applied).toEqual([name])
  })

  test('gives up with a sentence for the operator', async () => {
    write('20260105000000_another', 'alter table one add column another int;')
    await withBackup(async () => {
      await expect(migrate(database.pool, folder, { ...patience, totalMs: 0 })).rejects.toThrow(
        'Migration 20260105000000_another failed: other transactions kept a table locked',
      )
    })
  })
})
