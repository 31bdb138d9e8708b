import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startPrivatePostgres } from '../testing/private-postgres.ts'
import { startTogether } from '../testing/production-processes.ts'

// What an operator meets on a PostgreSQL server of their own: real processes, a login without rights of a superuser.
const server = await startPrivatePostgres()
const onServer = server ? describe : describe.skip
const folder = mkdtempSync(join(tmpdir(), 'candor-server-start-'))
afterAll(async () => {
  await server?.stop()
  rmSync(folder, { recursive: true, force: true })
})

function addressOf(database: string, user = 'postgres'): string {
  const url = new URL(server?.url ?? '')
  url.pathname = `/${database}`
  url.username = user
  return url.href
}

async function run(database: string, ...statements: string[]): Promise<pg.QueryResult[]> {
  const client = new pg.Client({ connectionString: addressOf(database) })
  await client.connect()
  try {
    const results: pg.QueryResult[] = []
    for (const statement of statements) results.push(await client.query(statement))
    return results
  } finally {
    await client.end()
  }
}

const variables = (database: string) => ({ DATABASE_URL: addressOf(database, 'candor_login'), DATA_DIR: folder })

onServer('processes on a PostgreSQL server', () => {
  test('start together on an empty database whose role was made as docs/operations says', async () => {
    const database = `start_${randomUUID().slice(0, 8)}`
    await run('postgres', 'create role candor_login login', 'create role candor_app nologin', 'grant candor_app to candor_login', `create database ${database} owner candor_login`)
    const started = await startTogether(3, variables(database))
    expect(started.map(({ exitCode, said }) => ({ exitCode, said }))).toEqual(Array(3).fill({ exitCode: null, said: 'Candor works in the background.\n' }))
  })
})
