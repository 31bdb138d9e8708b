import type pg from 'pg'
import { startLock } from './start-lock.ts'

/** The oldest version that the tests run on. */
const oldestMajor = 15
const extensions = ['pg_trgm', 'btree_gin']

/**
 * Returns a sentence when Candor cannot work on a database. Reasons are an old server, another encoding, a missing
 * extension, or a locale whose search finds no Japanese. Leaves nothing behind.
 */
export async function serverProblem(pool: pg.Pool): Promise<string | null> {
  const { rows } = await pool.query<{ version: string; major: number; encoding: string; missing: string[] }>(
    `select current_setting('server_version') as version, current_setting('server_version_num')::int / 10000 as major,
      current_setting('server_encoding') as encoding,
      array(select name from unnest($1::text[]) name where not exists (select from pg_available_extensions a where a.name = name.name)) as missing`,
    [extensions],
  )
  const [server] = rows
  if (!server) return 'The database answers nothing.'
  if (server.major < oldestMajor)
    return `The database is PostgreSQL ${server.version}. Candor needs ${oldestMajor} or newer.`
  if (server.encoding !== 'UTF8')
    return `The database has the encoding ${server.encoding}. Candor needs one with UTF8: create database candor encoding 'UTF8' template template0.`
  if (server.missing.length > 0)
    return `The database server lacks the extension ${server.missing.join(' and ')}. Install PostgreSQL's contrib package there.`
  return localeProblem(pool)
}

async function localeProblem(pool: pg.Pool): Promise<string | null> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    // Another process may be creating it in its migrations.
    await client.query('select pg_advisory_xact_lock($1)', [startLock])
    await client.query('create extension if not exists pg_trgm')
    const { rows } = await client.query<{ known: boolean; locale: string }>(
      `select cardinality(show_trgm('日本語')) > 0 as known, datctype as locale from pg_database where datname = current_database()`,
    )
    return rows[0]?.known
      ? null
      : `The database's LC_CTYPE is ${rows[0]?.locale ?? 'unknown'}, which knows no letters but English ones, so searches would miss reviews. Create one with create database candor lc_ctype 'C.UTF-8' template template0, and restore your data there.`
  } catch (error) {
    return `The extension pg_trgm cannot be created: ${(error as Error).message}. Let the database's owner or a superuser run: create extension pg_trgm`
  } finally {
    await client.query('rollback').catch(() => undefined)
    client.release()
  }
}
