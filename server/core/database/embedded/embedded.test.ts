/** @own-modules */
import { jest } from '@jest/globals'
import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { beginFolder } from '../../../testing/processes/killed-worker.ts'
import { freshDatabase, onServer, urlOf } from '../../../testing/world.ts'
import { openDatabase } from '../open.ts'
import { findBinaries } from './binaries.ts'
import { readPostmaster } from './cluster.ts'

const folder = mkdtempSync(join(process.env.CANDOR_TEST_RUN ?? tmpdir(), 'embedded-'))
const data = join(folder, 'data')
let cluster: string
beforeAll(async () => {
  beginFolder(data)
  cluster = join(data, `pg${(await findBinaries()).major}`)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Inserts rows one by one and prints each acknowledged number, until it is killed. */
const writer = `
  import { openDatabase } from ${JSON.stringify(fileURLToPath(new URL('../open.ts', import.meta.url)))}
  const { pool } = await openDatabase({ dataDir: process.argv[1] })
  await pool.query('create table if not exists held (n int)')
  const { rows } = await pool.query('select coalesce(max(n), 0) as n from held')
  for (let n = rows[0].n + 1; ; n++) {
    await pool.query('insert into held values ($1)', [n])
    console.log(n)
  }`

function startWriter(): ChildProcess {
  return spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', '--input-type=module-typescript', '-e', writer, data],
    { stdio: ['ignore', 'pipe', 'inherit'], detached: true },
  )
}

async function readNumbers(child: ChildProcess, until: number, act: () => void): Promise<number> {
  let last = 0
  if (!child.stdout) return last
  for await (const line of createInterface({ input: child.stdout })) {
    last = Number(line)
    if (last >= until && !child.killed) act()
  }
  return last
}

test('keeps every acknowledged write when the process or its whole group is killed', async () => {
  let acknowledged = 0
  for (const target of ['process', 'group']) {
    const child = startWriter()
    const exited = once(child, 'exit')
    acknowledged = await readNumbers(child, acknowledged + 20, () => {
      if (target === 'group') process.kill(-(child.pid ?? 0), 'SIGKILL')
      child.kill('SIGKILL')
    })
    await exited
    const database = await openDatabase({ dataDir: data })
    const { rows } = await database.pool.query<{ count: number; most: number }>(
      'select count(*)::int, max(n) as most from held',
    )
    await database.close()
    // The last insert may have been committed but not acknowledged.
    expect([acknowledged, acknowledged + 1]).toContain(rows[0]?.most)
    expect(rows[0]?.count).toBe(rows[0]?.most)
    acknowledged = rows[0]?.most ?? 0
  }
}, 120_000)

test('starts a server again that was killed', async () => {
  const database = await openDatabase({ dataDir: data })
  await database.pool.query('create table if not exists held (n int)')
  const { promise: restarts, resolve } = Promise.withResolvers<unknown>()
  const told = jest.spyOn(console, 'error').mockImplementation(resolve)
  process.kill(readPostmaster(cluster)?.pid ?? 0, 'SIGKILL')
  expect(await restarts).toContain('PostgreSQL ended unexpectedly and starts again.')
  const read = async (): Promise<number | null> =>
    (await database.pool.query('select from held').catch(() => null))?.rowCount ?? (await read())
  expect(await read()).toBeGreaterThanOrEqual(0)
  await database.close()
  told.mockRestore()
}, 60_000)

test('refuses a second start on the folder, and lets a command join', async () => {
  const database = await openDatabase({ dataDir: data })
  await expect(openDatabase({ dataDir: data })).rejects.toThrow(
    `The data folder ${data} is in use by process ${process.pid}.`,
  )
  const joined = await openDatabase({ dataDir: data, join: true })
  await joined.pool.query('select 1')
  await joined.close()
  await database.pool.query('select 1')
  await database.close()
  expect(existsSync(join(data, 'candor.pid'))).toBe(false)
}, 60_000)

test('is private: data, socket folder and socket', async () => {
  const database = await openDatabase({ dataDir: data })
  const host = String(database.connection.host)
  const modes = [data, cluster, host, join(host, '.s.PGSQL.5432')].map((path) =>
    (statSync(path).mode & 0o777).toString(8),
  )
  await database.close()
  expect(modes).toEqual(['700', '700', '700', '700'])
  expect(existsSync(host)).toBe(false)
})

test('believes no postmaster.pid of another process', async () => {
  const stranger = spawn('sleep', ['60'], { stdio: 'ignore' })
  const port = '5432'
  writeFileSync(join(cluster, 'postmaster.pid'), [stranger.pid, cluster, '0', port, '/nowhere', '', ''].join('\n'))
  const database = await openDatabase({ dataDir: data })
  await database.close()
  expect(stranger.exitCode).toBeNull()
  stranger.kill()
  await once(stranger, 'exit')
}, 60_000)

describe('leaves the folder alone and says why', () => {
  const other = (name: string): string => {
    const path = join(folder, name)
    mkdirSync(path)
    return path
  }

  test('with the database of an earlier release', async () => {
    const path = other('former')
    mkdirSync(join(path, 'db'))
    writeFileSync(join(path, 'db/PG_VERSION'), '17')
    await expect(openDatabase({ dataDir: path })).rejects.toThrow(
      `${join(path, 'db')} is the embedded database of an earlier release. It was left as it is.`,
    )
    expect(readFileSync(join(path, 'db/PG_VERSION'), 'utf8')).toBe('17')
  })

  // Node's recursive mkdir never ends there.
  test('where no folder can be made', async () => {
    await expect(openDatabase({ dataDir: '/proc/nope/data' })).rejects.toThrow('/proc/nope/data cannot be used: ENOENT')
  })

  test('with a database of another version', async () => {
    const path = other('older')
    mkdirSync(join(path, 'pg12'))
    writeFileSync(join(path, 'pg12/PG_VERSION'), '12')
    await expect(openDatabase({ dataDir: path })).rejects.toThrow(
      `${join(path, 'pg12')} is a database of PostgreSQL 12, and this is PostgreSQL`,
    )
  })

  test('without rights', () => {
    if (process.getuid?.() !== 0) return
    const path = other('closed')
    const program = `
      import { openDatabase } from ${JSON.stringify(fileURLToPath(new URL('../open.ts', import.meta.url)))}
      await openDatabase({ dataDir: process.argv[1] }).catch((error) => { console.log(error.message); process.exit(1) })`
    const { status, stdout } = spawnSync(
      process.execPath,
      ['--disable-warning=ExperimentalWarning', '--input-type=module-typescript', '-e', program, path],
      { uid: 65_534, gid: 65_534, encoding: 'utf8' },
    )
    expect([status, stdout]).toEqual([1, expect.stringContaining('Set DATA_DIR to a folder that this user may write.')])
  })
})

describe('a given database is refused', () => {
  test.each([
    ['that knows only English letters', `lc_ctype 'C' lc_collate 'C' locale_provider libc`, 'LC_CTYPE is C'],
    ['with another encoding', `encoding 'SQL_ASCII' lc_ctype 'C' lc_collate 'C' locale_provider libc`, 'SQL_ASCII'],
  ])('%s', async (_what, options, sentence) => {
    const name = `unsuitable_${process.pid}`
    await onServer(`create database ${name} template template0 owner candor ${options}`)
    await expect(openDatabase({ url: urlOf(name) })).rejects.toThrow(sentence)
    await onServer(`drop database ${name}`)
  })

  test('unless it has all that Candor needs', async () => {
    const { database, drop } = await freshDatabase('template0')
    expect(database.server).toMatchObject({ embedded: false })
    await database.close()
    await drop()
  })
})
