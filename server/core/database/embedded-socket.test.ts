import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { openDatabase, type Database } from './open.ts'

const folder = mkdtempSync(join(tmpdir(), 'candor-embedded-'))
let database: Database
beforeAll(async () => {
  database = await openDatabase({ dataDir: folder })
})
afterAll(async () => {
  await database.close()
  rmSync(folder, { recursive: true, force: true })
})

describe('the embedded database', () => {
  test('keeps the statements of its clients apart', async () => {
    const ask = async (index: number): Promise<boolean> => {
      if (index % 3 === 0)
        return (await database.pool.query<{ n: number }>(`select ${index} as n`)).rows[0]?.n === index
      if (index % 3 === 1)
        return (await database.pool.query<{ n: number }>('select $1::int as n', [index])).rows[0]?.n === index
      return (
        (await database.pool.query<{ t: string }>('select $1::text || $2::text as t', ['a', String(index)])).rows[0]
          ?.t === `a${index}`
      )
    }
    expect(await Promise.all(Array.from({ length: 600 }, (_, index) => ask(index)))).toEqual(
      Array.from({ length: 600 }, () => true),
    )
  })

  test('gives a transaction to one client and rolls back the transaction of a lost client', async () => {
    await database.pool.query('create table held (n int)')
    const lost = new pg.Client(database.connection)
    lost.on('error', () => undefined)
    await lost.connect()
    await lost.query('begin')
    await lost.query('insert into held values (1)')
    const waiting = database.pool.query<{ count: string }>('select count(*) from held')
    ;(lost as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy()
    expect((await waiting).rows[0]?.count).toBe('0')
  })

  test('continues after a client’s error, also inside a transaction', async () => {
    const client = await database.pool.connect()
    await client.query('begin')
    await expect(client.query('select * from nowhere')).rejects.toThrow('nowhere')
    await client.query('rollback')
    client.release()
    expect((await database.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  })

  test('accepts a message split into many chunks', async () => {
    const text = 'x'.repeat(300_000)
    expect((await database.pool.query<{ n: number }>('select length($1) as n', [text])).rows[0]?.n).toBe(300_000)
  })

  test('flushes commits to the disk', async () => {
    const before = await database.syncs()
    await database.pool.query('insert into held values (2)')
    expect(await database.syncs()).toBeGreaterThan(before)
  })
})
