import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { v7 as uuidv7 } from 'uuid'
import { compose } from '../compose.ts'
import { openDatabase } from '../database/open.ts'
import { readEnv } from '../env.ts'
import { worldStart } from '../testing/world.ts'
import { writeWhole } from './whole-file.ts'

let folder: string
const variables = () => ({ CANDOR_MODE: 'demo', CANDOR_LOG_LEVEL: 'error', DATA_DIR: join(folder, 'data'), PORT: '0', PUBLIC_URL: 'http://candor.test' })
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'candor-cli-'))
  const app = await compose({ env: readEnv({ ...variables(), CANDOR_ROLE: 'web' }) })
  await app.deps.doors.acrossShops('the command line').shop.create({
    data: { id: uuidv7(), shopifyDomain: 'known.myshopify.com', domain: 'known.test', name: 'Known', email: 'k@known.test', plan: 'free', planStartedAt: worldStart, createdAt: worldStart },
  })
  await app.close()
}, 60_000)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function run(program: string, args: readonly string[], env: Record<string, string> = {}): Promise<{ code: number; said: string }> {
  const script = fileURLToPath(new URL(`${program}.ts`, import.meta.url))
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', script, ...args], { env: { PATH: process.env.PATH, ...variables(), ...env }, stdio: ['pipe', 'ignore', 'pipe'] })
  child.stdin.end('a-long-test-password')
  const [said, [code]] = await Promise.all([text(child.stderr), once(child, 'exit') as Promise<[number]>])
  return { code, said: said.trim() }
}

test.each([
  ['export', ['--shop', 'nobody', 'x.csv'], 'There is no shop nobody.myshopify.com.'],
  ['counts', ['--check', '--shop', 'nobody'], 'There is no shop nobody.myshopify.com.'],
  ['account', ['create', '--email', 'a@b.test', '--shop', 'nobody.myshopify.com'], 'There is no shop nobody.myshopify.com.'],
  ['seed', [], 'The database has a shop already: demo data goes into an empty one only.'],
  ['export', ['--shop', 'known', '/nowhere/at/all/x.csv'], '/nowhere/at/all/x.csv cannot be written: ENOENT: no such file or directory, open \'/nowhere/at/all/x.csv.half\''],
])('%s %j fails with a sentence and closes the data folder', async (program, args, sentence) => {
  expect(await run(program, args)).toEqual({ code: 1, said: sentence })
  expect(existsSync(join(folder, 'data', 'candor.pid'))).toBe(false)
}, 60_000)

test.each([['export', ['--what']], ['counts', []], ['account', ['destroy']], ['seed', ['--reviews', 'many']]])('%s %j says how it is called', async (program, args) => {
  expect(await run(program, args)).toEqual({ code: 2, said: expect.stringMatching(/^Usage: npm run \S+/) })
}, 30_000)

test('migrate says in a sentence which migration is not the one that the database ran', async () => {
  const database = await openDatabase({ dataDir: join(folder, 'data') })
  await database.pool.query(`update _prisma_migrations set checksum = 'another' where migration_name like '%_retention'`)
  const sentence = 'Migration 20261121211500_retention is not the one that this database ran. Put prisma/migrations/20261121211500_retention back as it was then, or start on another database; nothing was applied.'
  await expect(compose({ env: readEnv({ ...variables(), CANDOR_ROLE: 'web' }), database })).rejects.toThrow(sentence)
  await database.close()
  expect(await run('migrate', [])).toEqual({ code: 1, said: sentence })
  expect(await run('account', ['create', '--email', 'a@b.test', '--shop', 'known.myshopify.com'])).toEqual({ code: 1, said: sentence })
}, 60_000)

test.each([['migrate', []], ['counts', ['--check']]])('%s says in a sentence that the server is away', async (program, args) => {
  const { code, said } = await run(program, args, { DATABASE_URL: 'postgres://candor@127.0.0.1:1/candor' })
  expect([code, said]).toEqual([1, expect.stringMatching(/^The database 127\.0\.0\.1:1\/candor cannot be reached: .*\. Check DATABASE_URL\.$/)])
}, 30_000)

describe('a whole file', () => {
  const away = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:5432'), { code: 'ECONNREFUSED', syscall: 'connect' })
  const content = (rows: AsyncGenerator<string>) => Readable.from(rows, { objectMode: false })

  test('is not blamed for rows that cannot be read, and leaves nothing', async () => {
    const rows = async function* () {
      yield 'one'
      await Promise.reject(away)
    }
    await expect(writeWhole(join(folder, 'a.csv'), rows(), content)).rejects.toBe(away)
    expect(readdirSync(folder)).toEqual(['data'])
  })

  test('stands there with its rows', async () => {
    const rows = async function* () {
      yield* ['one', 'two']
    }
    expect(await writeWhole(join(folder, 'b.csv'), rows(), content)).toBe(6)
    expect(readFileSync(join(folder, 'b.csv'), 'utf8')).toBe('onetwo')
  })
})
