import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
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
