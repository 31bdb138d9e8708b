import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { openDatabase } from '../core/database/open.ts'
import { bareEnv, beginFolder, shortProcess } from '../testing/processes/killed-worker.ts'

const folder = mkdtempSync(join(process.env.CANDOR_TEST_RUN ?? tmpdir(), 'backup-'))
const [data, copy, file] = ['data', 'copy', 'candor.tar.gz'].map((name) => join(folder, name)) as [
  string,
  string,
  string,
]
beforeAll(() => beginFolder(data))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function backup(dataDir: string, ...args: string[]): Promise<{ code: number; said: string; printed: string }> {
  const script = fileURLToPath(new URL('backup.ts', import.meta.url))
  const child = spawn(process.execPath, [...shortProcess, script, ...args], {
    env: { ...bareEnv(), CANDOR_MODE: 'demo', DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [printed, said, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit') as Promise<[number]>,
  ])
  return { code, said: said.trim(), printed: printed.trim() }
}

test('copies a database during writes, and brings it back with its files', async () => {
  mkdirSync(join(data, 'files/shop'), { recursive: true })
  writeFileSync(join(data, 'files/shop/photo'), 'a photo')
  const database = await openDatabase({ dataDir: data })
  await database.pool.query('create table held (n int)')
  let written = 0
  const stop = new AbortController()
  const writing = (async () => {
    while (!stop.signal.aborted) await database.pool.query('insert into held values ($1)', [++written])
  })()
  const before = written
  const { code, printed } = await backup(data, '--out', file)
  stop.abort()
  await writing
  await database.close()
  expect([code, JSON.parse(printed)]).toEqual([0, { file, bytes: expect.any(Number) }])

  expect(await backup(copy, '--restore', file)).toEqual({
    code: 0,
    said: '',
    printed: JSON.stringify({ folder: copy, shops: 0 }),
  })
  const restored = await openDatabase({ dataDir: copy })
  const { rows } = await restored.pool.query<{ count: number; most: number }>(
    'select count(*)::int, max(n) as most from held',
  )
  await restored.close()
  expect(rows[0]?.count).toBe(rows[0]?.most)
  expect(rows[0]?.count).toBeGreaterThan(before)
  expect(readFileSync(join(copy, 'files/shop/photo'), 'utf8')).toBe('a photo')
}, 120_000)

test.each([
  ['candor.tar.gz', 'copy', 'has a database already. Move it away, or set DATA_DIR to another folder.'],
  ['cut', 'other', 'is not a whole backup of Candor'],
  ['none', 'other', 'there is no such file.'],
])('restores nothing of %s in %s', async (name, dataDir, sentence) => {
  writeFileSync(join(folder, 'cut'), readFileSync(file).subarray(0, 200_000))
  expect(await backup(join(folder, dataDir), '--restore', join(folder, name))).toMatchObject({
    code: 1,
    said: expect.stringContaining(sentence),
  })
  expect(existsSync(join(folder, 'other/pg18'))).toBe(false)
})

test('ends with a sentence when the archive cannot be written', async () => {
  const path = join(folder, 'nowhere', 'candor.tar.gz')
  expect(await backup(data, '--out', path)).toMatchObject({
    code: 1,
    said: expect.stringContaining(`Can't write ${path}: ENOENT`),
  })
}, 30_000)

test('prints the usage', async () => {
  expect(await backup(data)).toMatchObject({ code: 2, said: expect.stringMatching(/^Usage: npm run backup/) })
})
