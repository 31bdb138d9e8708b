import { createHash, randomUUID } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type pg from 'pg'
import { grantToAppRole } from './row-security.ts'
import { withStartLock } from './start-lock.ts'

const migrationsFolder = fileURLToPath(new URL('../../../prisma/migrations', import.meta.url))

/** How long a migration waits for other transactions. */
interface Patience {
  /** Of each attempt, for a lock. Requests that need the table wait behind it. */
  lockMs: number
  /** Between two attempts; requests run. */
  pauseMs: number
  /** Of all attempts. */
  totalMs: number
}

const usualPatience: Patience = { lockMs: 2_000, pauseMs: 3_000, totalMs: 120_000 }

interface AppliedMigration {
  migration_name: string
  checksum: string
  finished_at: Date | null
}

/**
 * Applies prisma/migrations like `prisma migrate deploy` and keeps Prisma's table, without its native engine. Each
 * migration, statement by statement, and its row share a transaction, so a crash leaves all of it or nothing. A lock that
 * another transaction holds stops it for a moment, so that requests don't wait behind it for long. Nodes that start
 * together apply each migration once. Refuses a database that ran another version of a migration, unless `amended` lists that version.
 * @returns the names of the migrations applied now
 * @throws Error with a sentence for the operator
 */
export function migrate(pool: pg.Pool, folder = migrationsFolder, patience = usualPatience): Promise<string[]> {
  return withStartLock(pool, async (client) => {
    const applied = await applyMissing(client, folder, patience)
    await grantToAppRole(client)
    return applied
  })
}

async function applyMissing(client: pg.PoolClient, folder: string, patience: Patience): Promise<string[]> {
  await client.query(`create table if not exists _prisma_migrations (
    id varchar(36) primary key, checksum varchar(64) not null, finished_at timestamptz, migration_name varchar(255) not null,
    logs text, rolled_back_at timestamptz, started_at timestamptz not null default now(), applied_steps_count integer not null default 0)`)
  const { rows } = await client.query<AppliedMigration>(
    'select migration_name, checksum, finished_at from _prisma_migrations where rolled_back_at is null',
  )
  const applied = new Map(rows.map((row) => [row.migration_name, row]))
  const amended = readAmended(folder)
  const migrations = readdirSync(folder)
    .filter((entry) => /^\d{14}_/.test(entry))
    .sort()
    .map((name) => {
      const sql = readFileSync(join(folder, name, 'migration.sql'), 'utf8')
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex'), before: applied.get(name) }
    })
  for (const { name, checksum, before } of migrations) {
    if (before && !before.finished_at)
      throw new Error(
        `Migration ${name} was begun by another tool and did not finish. Resolve it with prisma migrate resolve.`,
      )
    if (before && before.checksum !== checksum && !amended.has(`${before.checksum}  ${name}/migration.sql`))
      throw new Error(
        `Migration ${name} is not the one that this database ran. Put prisma/migrations/${name} back as it was then, or start on another database; nothing was applied.`,
      )
  }
  const missing = migrations.filter(({ before }) => !before)
  for (const migration of missing) await applyPatiently(client, migration, patience)
  return missing.map(({ name }) => name)
}

/** Quoted text and comments, in which a semicolon ends nothing, or a semicolon. */
const quotedOrEnd =
  /(?<![\w$])e'(?:[^'\\]|\\.|'')*'|'(?:[^']|'')*'|"(?:[^"]|"")*"|(?<![\w$])(\$(?:[a-z_]\w*)?\$).*?\1|--[^\n]*|\/\*.*?\*\/|;/gis

/**
 * Splits SQL into its statements, because a database spread over servers takes them one by one. Reads neither nested
 * comments nor BEGIN ATOMIC; a wrong split is a syntax error, which rolls the migration back.
 */
export function splitStatements(sql: string): string[] {
  const ends = [...sql.matchAll(quotedOrEnd)].filter(([found]) => found === ';').map(({ index }) => index + 1)
  return [...ends, sql.length].map((end, at) => sql.slice(ends[at - 1] ?? 0, end).trim()).filter((text) => text !== '')
}

function readAmended(folder: string): Set<string> {
  const list = join(folder, 'amended')
  return new Set(existsSync(list) ? readFileSync(list, 'utf8').split('\n') : [])
}

interface Migration {
  name: string
  sql: string
  checksum: string
}

/** SQLSTATEs of a lock that was not free in time, and of two transactions that wait for each other. */
const lockedStates: readonly unknown[] = ['55P03', '40P01']

/** Applies a migration; repeats it while another transaction holds a lock that it needs. */
async function applyPatiently(client: pg.PoolClient, migration: Migration, patience: Patience): Promise<void> {
  const end = Date.now() + patience.totalMs
  for (;;) {
    try {
      await applyOne(client, migration, patience)
      return
    } catch (error) {
      const isLocked = lockedStates.includes((error as { code?: unknown }).code)
      if (!isLocked || Date.now() >= end) throw explain(migration, error as Error, isLocked)
      await pause(patience.pauseMs)
    }
  }
}

const explain = ({ name }: Migration, cause: Error, isLocked: boolean): Error =>
  new Error(
    isLocked
      ? `Migration ${name} failed: other transactions kept a table locked that it changes. End them, such as a running backup (pg_stat_activity lists them), and start again; nothing of it was applied.`
      : `Migration ${name} failed: ${cause.message}`,
    { cause },
  )

async function applyOne(
  client: pg.PoolClient,
  { name, sql, checksum }: Migration,
  { lockMs }: Patience,
): Promise<void> {
  await client.query('begin')
  try {
    await client.query(`set local lock_timeout = ${lockMs}`)
    for (const statement of splitStatements(sql)) await client.query(statement)
    await client.query(
      'insert into _prisma_migrations (id, checksum, migration_name, finished_at, applied_steps_count) values ($1, $2, $3, now(), 1)',
      [randomUUID(), checksum, name],
    )
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}
