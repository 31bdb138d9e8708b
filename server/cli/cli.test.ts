import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { v7 as uuidv7 } from 'uuid'
import { compose } from '../app/compose.ts'
import { openDatabase } from '../core/database/open.ts'
import { readEnv } from '../core/env.ts'
import { inventedExport } from '../testing/hostile/invented-export.ts'
import { bareEnv, beginFolder, makeTestFolder, shortProcess } from '../testing/processes/killed-worker.ts'
import { worldStart } from '../testing/world.ts'
import { writeWholeFile } from './whole-file.ts'

let folder: string
const variables = () => ({
  CANDOR_MODE: 'demo',
  CANDOR_LOG_LEVEL: 'error',
  DATA_DIR: join(folder, 'data'),
  PORT: '0',
  PUBLIC_URL: 'http://candor.test',
})
beforeAll(async () => {
  folder = makeTestFolder('cli')
  beginFolder(variables().DATA_DIR)
  const app = await compose({ env: readEnv({ ...variables(), CANDOR_ROLE: 'web' }) })
  await app.deps.access.acrossShops('the command line').shop.create({
    data: {
      id: uuidv7(),
      shopifyDomain: 'known.myshopify.com',
      domain: 'known.test',
      name: 'Known',
      email: 'k@known.test',
      plan: 'free',
      planStartedAt: worldStart,
      createdAt: worldStart,
    },
  })
  await app.close()
}, 60_000)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

interface Answer {
  code: number
  said: string
}

async function run(program: string, args: readonly string[], env: Record<string, string> = {}): Promise<Answer> {
  const { code, said } = await answer(program, args, env)
  return { code, said }
}

/** Runs a command and returns its output too. */
async function answer(
  program: string,
  args: readonly string[],
  env: Record<string, string> = {},
): Promise<Answer & { printed: string }> {
  const script = fileURLToPath(new URL(`${program}.ts`, import.meta.url))
  const child = spawn(process.execPath, [...shortProcess, script, ...args], {
    env: { ...bareEnv(), ...variables(), ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  child.stdin.end('a-long-test-password')
  const [printed, said, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit') as Promise<[number]>,
  ])
  return { code, said: said.trim(), printed: printed.trim() }
}

test.each([
  [
    'import',
    ['--shop', 'known', '/nowhere/at/all.csv'],
    "Can't read /nowhere/at/all.csv: ENOENT: no such file or directory, open '/nowhere/at/all.csv'",
  ],
  ['counts', ['--check', '--shop', 'missing'], 'There is no shop missing.myshopify.com.'],
  [
    'account',
    ['create', '--email', 'a@b.test', '--shop', 'missing.myshopify.com'],
    'There is no shop missing.myshopify.com.',
  ],
  ['seed', [], 'The database already has a shop. Demo data needs an empty database.'],
  [
    'export',
    ['--shop', 'known', '/nowhere/at/all/x.csv'],
    "Can't write /nowhere/at/all/x.csv: ENOENT: no such file or directory, open '/nowhere/at/all/x.csv.half'",
  ],
])(
  'fails with one sentence and releases the data folder: %s %j',
  async (program, args, sentence) => {
    expect(await run(program, args)).toEqual({ code: 1, said: sentence })
    expect(existsSync(join(folder, 'data', 'candor.pid'))).toBe(false)
  },
  60_000,
)

test.each([
  ['export', ['--what']],
  ['import', ['--scale', '7', '--shop', 'known', 'x.csv']],
  ['counts', []],
  ['account', ['destroy']],
  ['archive', ['--shop', 'known']],
  ['restore', ['--shop', 'known']],
  ['seed', ['--reviews', 'many']],
])(
  'prints the usage: %s %j',
  async (program, args) => {
    expect(await run(program, args)).toEqual({ code: 2, said: expect.stringMatching(/^Usage: npm run \S+/) })
  },
  30_000,
)

test('account creates a read-only login', async () => {
  expect(await answer('account', ['create', '--email', 'demo@known.test', '--shop', 'known', '--read-only'])).toEqual({
    code: 0,
    said: '',
    printed: 'Created the account demo@known.test for known.myshopify.com. It is read-only.',
  })
}, 30_000)

test('migrate names the migration that differs from the applied one', async () => {
  const spoilt = { DATA_DIR: join(folder, 'spoilt') }
  cpSync(join(folder, 'data'), spoilt.DATA_DIR, { recursive: true })
  const database = await openDatabase({ dataDir: spoilt.DATA_DIR })
  await database.pool.query(
    `update _prisma_migrations set checksum = 'another' where migration_name like '%_retention'`,
  )
  const sentence =
    'Migration 20261121211500_retention is not the one that this database ran. Put prisma/migrations/20261121211500_retention back as it was then, or start on another database; nothing was applied.'
  await expect(compose({ env: readEnv({ ...variables(), ...spoilt, CANDOR_ROLE: 'web' }), database })).rejects.toThrow(
    sentence,
  )
  await database.close()
  expect(await run('migrate', [], spoilt)).toEqual({ code: 1, said: sentence })
  rmSync(spoilt.DATA_DIR, { recursive: true })
}, 60_000)

test('migrate reports an unreachable database in one sentence', async () => {
  const { code, said } = await run('migrate', [], { DATABASE_URL: 'postgres://candor@127.0.0.1:1/candor' })
  expect([code, said]).toEqual([
    1,
    expect.stringMatching(/^The database 127\.0\.0\.1:1\/candor cannot be reached: .*\. Check DATABASE_URL\.$/),
  ])
}, 30_000)

async function runImport(
  name: string,
  content: string,
  ...args: string[]
): Promise<{ code: number; said: string; report: unknown }> {
  const folderOfFiles = mkdtempSync(join(tmpdir(), 'candor-cli-files-'))
  const path = join(folderOfFiles, name)
  writeFileSync(path, content)
  try {
    const { code, said, printed } = await answer('import', ['--shop', 'known', '--json', ...args, path])
    return { code, said, report: printed ? (JSON.parse(printed.split('\n').at(-1) ?? '') as unknown) : null }
  } finally {
    rmSync(folderOfFiles, { recursive: true })
  }
}

describe('an import while a server is running', () => {
  let server: ChildProcess
  beforeAll(async () => {
    const main = fileURLToPath(new URL('../main.ts', import.meta.url))
    server = spawn(process.execPath, [...shortProcess, main], {
      env: { PATH: process.env.PATH, ...variables() },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const said = server.stdout ?? Readable.from([])
    for await (const line of createInterface({ input: said })) if (line.startsWith('Candor is ready')) break
    said.resume()
  }, 60_000)
  afterAll(async () => {
    const ended = once(server, 'exit')
    server.kill('SIGTERM')
    await ended
    expect(existsSync(join(folder, 'data', 'candor.pid'))).toBe(false)
  }, 60_000)

  const ten =
    'body,rating,review_date,product_handle\nFine,10,05/03/2024,cup\nGood,7,06/04/2024,cup\nWorse,eleven,06/04/2024,cup\n'

  test('saves nothing in a dry run', async () => {
    const { code, report } = await runImport('ten.csv', ten, '--dry-run')
    expect([code, report]).toEqual([
      0,
      {
        source: 'judgeme',
        encoding: 'utf-8',
        sheet: null,
        skippedSheets: [],
        rows: 3,
        new: 0,
        duplicates: 0,
        unmatched: 2,
        bad: [{ row: 4, column: 'rating', value: 'eleven', reason: 'The rating isn’t a number' }],
        questions: [
          { id: 'scale', choices: ['10', '5'], suggested: '10', examples: ['10', '7'], rows: 2 },
          { id: 'dates', choices: ['dmy', 'mdy'], suggested: expect.any(String), examples: expect.any(Array) },
          { id: 'unmatched', choices: ['shop', 'skip'], suggested: null, examples: ['cup'] },
        ],
      },
    ])
  }, 60_000)

  test('stops with the missing answer, and runs once it is given', async () => {
    const asked = await runImport('ten.csv', ten, '--scale', '10', '--dates', 'dmy')
    expect([asked.code, asked.said, asked.report]).toEqual([
      3,
      'Set --unmatched shop|skip|HANDLE. The file has cup',
      null,
    ])
    const { code, report } = await runImport(
      'ten.csv',
      ten,
      '--scale',
      '10',
      '--dates',
      'dmy',
      '--unmatched',
      'shop',
      '--status',
      'pending',
    )
    expect([code, report]).toEqual([4, { imported: 2, duplicates: 0, unmatched: 0, bad: 1 }])
  }, 60_000)

  test('has no row limit, checks the named app, and changes nothing when repeated', async () => {
    const file = inventedExport(150)
    expect(await runImport('many.csv', file, '--source', 'loox')).toMatchObject({
      code: 1,
      said: 'many.csv looks like a Judge.me file, not a Loox file. Use --source auto to detect the app.',
    })
    expect(await runImport('many.csv', file, '--source', 'judgeme')).toMatchObject({
      code: 0,
      report: { imported: 150, duplicates: 0 },
    })
    expect(await runImport('many.csv', file)).toMatchObject({ code: 0, report: { imported: 0, duplicates: 150 } })
  }, 90_000)

  test('removes terminal control characters from cells', async () => {
    const path = join(folder, 'orders.csv')
    writeFileSync(path, `body,rating\n${'Wipes the screen. '.repeat(250)},\u001b[2J\u009b31m\u0007x\n`)
    const { code, printed } = await answer('import', ['--shop', 'known', '--dry-run', path])
    expect([code, printed.split('\n')[1]]).toEqual([0, '  row 2, rating “[2J31mx”: The rating isn’t a number'])
    rmSync(path)
  }, 60_000)

  test('prints its result, and exports what it imported', async () => {
    const path = join(folder, 'beside.csv')
    writeFileSync(path, 'body,rating\nBeside a server,5\n')
    expect(await answer('import', ['--shop', 'known', path])).toEqual({
      code: 0,
      said: '',
      printed:
        '1 reviews imported, 0 duplicates skipped. Not imported: 0 without a matching product, 0 unreadable rows. Photos and videos are downloaded while the server runs.',
    })
    const out = join(folder, 'out.csv')
    const written = await answer('export', ['--shop', 'known', out])
    const lines = readFileSync(out)
    expect([written.code, JSON.parse(written.printed)]).toEqual([
      0,
      expect.objectContaining({ file: out, reviews: 153, bytes: lines.length }),
    ])
    expect(lines.toString()).toContain('Beside a server')
    rmSync(path)
    rmSync(out)
  }, 60_000)

  test('archives a shop, never over another file, and restores only into an empty shop', async () => {
    const out = join(folder, 'all.tar.gz')
    const archived = await answer('archive', ['--shop', 'known', '--out', out, '--json'])
    const lines = archived.printed.split('\n').map((line) => JSON.parse(line) as object)
    expect([archived.code, lines[0], lines.at(-1)]).toEqual([
      0,
      { done: expect.any(Number), total: expect.any(Number) },
      expect.objectContaining({ file: out, bytes: readFileSync(out).length }),
    ])
    expect(await run('archive', ['--shop', 'known', '--out', out])).toEqual({
      code: 1,
      said: `${out} exists already. Choose another name, or add --overwrite.`,
    })
    expect(await run('restore', ['--shop', 'known', '--file', out])).toEqual({
      code: 1,
      said: expect.stringMatching(/^known\.myshopify\.com is not empty \(reviews: 153, imports: \d+\)/),
    })
    rmSync(out)
  }, 60_000)
})

test('imports from an unknown app with a column mapping', async () => {
  const file = 'Kommentar;Sterne;Wer\nSchön;5;Ada\n'
  const asked = await runImport('andere.csv', file)
  expect([asked.code, asked.said]).toEqual([3, expect.stringMatching(/^Set --columns to guess, which means \{/)])
  expect(await runImport('andere.csv', file, '--columns', 'guess')).toMatchObject({
    code: 0,
    report: { imported: 1, bad: 0 },
  })
}, 60_000)

describe('writeWhole', () => {
  const away = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:5432'), {
    code: 'ECONNREFUSED',
    syscall: 'connect',
  })
  const content = (rows: AsyncGenerator<string>) => Readable.from(rows, { objectMode: false })

  test('throws the error of unreadable rows and leaves no file', async () => {
    const rows = async function* () {
      yield 'one'
      await Promise.reject(away)
    }
    await expect(writeWholeFile(join(folder, 'a.csv'), rows(), content)).rejects.toBe(away)
    expect(readdirSync(folder)).toEqual(['data'])
  })

  test('writes a file with all rows', async () => {
    const rows = async function* () {
      yield* ['one', 'two']
    }
    expect(await writeWholeFile(join(folder, 'b.csv'), rows(), content)).toBe(6)
    expect(readFileSync(join(folder, 'b.csv'), 'utf8')).toBe('onetwo')
  })
})
