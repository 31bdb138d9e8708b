import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startPrivatePostgres } from '../../testing/private-postgres.ts'
import { startTogether } from '../../testing/processes/production-processes.ts'
import { migrate } from './migrate.ts'
import { openDatabase, type Database } from './open.ts'
import { rowSecurityProblem } from './row-security.ts'

// Starts real processes on a PostgreSQL server, with a login without superuser rights.
const server = await startPrivatePostgres()
const folder = mkdtempSync(join(tmpdir(), 'candor-server-start-'))
afterAll(async () => {
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
})

function addressOf(database: string, user = 'postgres'): string {
  const url = new URL(server.url)
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

const database = `start_${randomUUID().slice(0, 8)}`

describe('processes on a PostgreSQL server', () => {
  test('start together on an empty database with the role of docs/operations', async () => {
    await run(
      'postgres',
      'create role candor_login login',
      'create role candor_app nologin',
      'grant candor_app to candor_login',
      `create database ${database} owner candor_login`,
    )
    const started = await startTogether(3, variables(database))
    expect(started).toEqual(Array(3).fill({ exitCode: null, said: 'Candor is ready: background worker\n' }))
  })

  test('end with a code of their own for wrong settings, which a service manager need not try again', async () => {
    expect(await startTogether(1, { ...variables(database), CANDOR_DRAIN_SECONDS: 'soon' })).toEqual([
      { exitCode: 78, said: expect.stringContaining("Candor can't start: CANDOR_DRAIN_SECONDS") },
    ])
  })

  test('refuse to start without row-level security', async () => {
    await run(database, 'revoke candor_app from candor_login')
    try {
      expect(await startTogether(1, variables(database))).toEqual([
        {
          exitCode: 1,
          said: "Candor can't start: The database user candor_login may not take the role candor_app. Set up row-level security as docs/operations says.\n",
        },
      ])
    } finally {
      await run(database, 'grant candor_app to candor_login')
    }
  })

  test('refuse to start when the policies hide a shop’s own row', async () => {
    const comparedTo = (setting: string) => `do $$ declare p record; begin
      for p in select relname, case relname when 'Shop' then 'id' else '"shopId"' end as id
        from pg_policy join pg_class on pg_class.oid = polrelid where polname = 'one_shop' loop
        execute format('alter policy one_shop on %I using (%s = nullif(current_setting(''${setting}'', true), '''')::uuid)', p.relname, p.id);
      end loop; end $$`
    await run(
      database,
      `insert into "Shop" (id, "shopifyDomain", domain, name, email, "planStartedAt", "createdAt")
        values (gen_random_uuid(), 'known.myshopify.com', 'known.test', 'Known', '', now(), now())`,
      comparedTo('app.store'),
    )
    try {
      expect(await startTogether(1, variables(database))).toEqual([
        {
          exitCode: 1,
          said: "Candor can't start: The database role candor_app does not see exactly the row of its shop in the table Shop. Check the table's policies.\n",
        },
      ])
    } finally {
      await run(database, comparedTo('app.shop'))
    }
  })
})

describe('row-level security', () => {
  let opened: Database
  beforeAll(async () => {
    opened = await openDatabase({ url: addressOf(database, 'candor_login') })
  })
  afterAll(() => opened.close())

  test.each([
    [
      'alter role candor_app bypassrls',
      'alter role candor_app nobypassrls',
      'The database role candor_app bypasses row-level security.',
    ],
    [
      'alter table "Order" disable row level security',
      'alter table "Order" enable row level security',
      'The table Order shows the database role candor_app the rows of every shop.',
    ],
    [
      'alter policy one_shop on "Shop" rename to other',
      'alter policy other on "Shop" rename to one_shop',
      'The table Shop shows the database role candor_app the rows of every shop.',
    ],
    [
      'grant select on "Review_p3" to public',
      'revoke select on "Review_p3" from public',
      'The table Review_p3 shows the database role candor_app the rows of every shop.',
    ],
    [
      'alter policy one_shop on "Review" using ("shopId" is null)',
      `alter policy one_shop on "Review" using ("shopId" = nullif(current_setting('app.shop', true), '')::uuid)`,
      'A policy of the table Review differs from those of the migrations.',
    ],
    [
      'create policy quiet on "Order" as restrictive using (false)',
      'drop policy quiet on "Order"',
      'A policy of the table Order differs from those of the migrations.',
    ],
    [
      'grant select on "Account" to candor_app',
      'revoke select on "Account" from candor_app',
      'The table Account shows the database role candor_app the rows of every shop.',
    ],
  ])('is reported as off after %s', async (fault, mend, problem) => {
    expect(await rowSecurityProblem(opened.pool)).toBeNull()
    await run(database, fault)
    expect(await rowSecurityProblem(opened.pool)).toBe(problem)
    await run(database, mend)
  })

  test('is restored by the next start after a database restore without the role', async () => {
    await run(database, 'drop owned by candor_app', 'drop role candor_app')
    expect(await rowSecurityProblem(opened.pool)).toBe('The database role candor_app is missing.')
    await run(database, 'create role candor_app nologin', 'grant candor_app to candor_login')
    await migrate(opened.pool)
    const [missing] = await run(
      database,
      `
      select c.relname from pg_policy p join pg_class c on c.oid = p.polrelid where not has_table_privilege('candor_app', c.oid, 'select') or not has_table_privilege('candor_app', c.oid, 'update')`,
    )
    expect([await rowSecurityProblem(opened.pool), missing?.rows]).toEqual([null, []])
  })
})
