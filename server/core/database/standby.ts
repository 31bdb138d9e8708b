import pg from 'pg'
import { isTemporary } from '../background/temporary-errors.ts'
import type { Logger } from '../logger.ts'
import { standbyReads } from '../metrics.ts'
import type { PoolCounts } from './for-shop.ts'
import type { Database } from './open.ts'
import { enterShop, type Query } from './shop-pools.ts'
import { runPreceded } from './shop-query.ts'
import { makeStatementNames } from './statement-names.ts'
import { makeWrittenPositions } from './written-positions.ts'

/** A hot standby, which serves reads of shoppers. */
export interface Standby {
  pool: PoolCounts
  /** Runs one read statement of a shop. Returns null when the primary has to: the standby is away, behind or failed. */
  read(shopId: string, query: Query): Promise<unknown[][] | null>
  /** Later reads of the shop need a standby that has replayed all until now. Without an id, this holds for all shops. */
  noteChange(shopId?: string): void
  close(): Promise<void>
}

/** An unreachable standby is tried again after this time, by one read. */
const retryMs = 5_000
/** A standby that answers later counts as away: shoppers wait for it. */
const longestReadMs = 2_000
/** A read that misses a change of this age is worth a line in the log. */
const longestLagMs = 10_000

/** Fails with its word as the reason when the standby must not answer. Behind a pooler, it needs the same transaction. */
const check = `case when not pg_is_in_recovery() then 'promoted'
  when coalesce(pg_last_wal_replay_lsn(), '0/0') < greatest($2::pg_lsn, $3::pg_lsn) then 'behind' else '1' end::int`

type Failure = 'behind' | 'promoted' | 'conflict' | 'away' | 'failed'

/**
 * Opens the standby of a database; null without one. An unreachable standby opens later.
 * @throws Error with a sentence for the operator when it belongs to another database
 */
export async function openStandby(database: Database, log: Logger): Promise<Standby | null> {
  if (!database.standby) return null
  const pool = new pg.Pool({
    ...database.standby,
    connectionTimeoutMillis: longestReadMs,
    query_timeout: longestReadMs,
    pipeline: true,
  })
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  const positions = makeWrittenPositions(() => readPosition(database.pool))
  const health = makeHealth(log)
  const nameOf = database.isPooled ? () => undefined : makeStatementNames()
  await requireSameDatabase(pool, database.pool).catch(async (error: unknown) => {
    await pool.end()
    throw error
  })

  async function run(shopId: string, query: Query, needed: readonly string[]): Promise<unknown[][]> {
    const client = await pool.connect()
    let failure: Error | undefined
    try {
      const prelude = enterShop(shopId, check)
      const name = nameOf(query.text)
      const { rows } = await runPreceded<pg.QueryArrayResult<unknown[][]>>(
        client,
        { ...prelude, values: [...prelude.values, ...needed] },
        { ...query, ...(name && { name }) },
      )
      return rows
    } catch (error) {
      failure = error as Error
      throw error
    } finally {
      // The server has answered an error with a code, so the connection is whole.
      client.release(failure && !('code' in failure))
    }
  }

  return {
    pool,
    async read(shopId, query) {
      if (!health.mayTry()) return null
      const positionsNeeded = await positions.of(shopId)
      if (!positionsNeeded) return null
      const { needed, sinceMs } = positionsNeeded
      try {
        const rows = await run(shopId, query, needed)
        positionsNeeded.confirm()
        health.succeed(sinceMs !== null)
        return rows
      } catch (error) {
        health.fail(failureOf(error), { error, sinceMs })
        return null
      }
    },
    noteChange: positions.note,
    close: () => pool.end(),
  }
}

/** Returns the position that the primary's log has reached. Everything that has been committed is before it. */
async function readPosition(primary: pg.Pool): Promise<string> {
  const { rows } = await primary.query<{ position: string }>('select pg_current_wal_insert_lsn()::text as position')
  return rows[0]?.position ?? '0/0'
}

function failureOf(error: unknown): Failure {
  const { code = '', message } = error as { code?: string; message: string }
  const word = code === '22P02' ? /"(behind|promoted)"/.exec(message)?.[1] : undefined
  if (word) return word as Failure
  if (code === '40001' || message.includes('conflict with recovery')) return 'conflict'
  return isTemporary(error) || code === '' ? 'away' : 'failed'
}

const identity = `select system_identifier::text || ' ' || current_database() as name from pg_control_system()`

/** An unreachable standby is not refused: reads go to the primary until it returns. */
async function requireSameDatabase(standby: pg.Pool, primary: pg.Pool): Promise<void> {
  const read = async (pool: pg.Pool) => (await pool.query<{ name: string }>(identity)).rows[0]?.name
  const [found, wanted] = await Promise.all([read(standby).catch(() => null), read(primary).catch(() => null)])
  if (found && wanted && found !== wanted)
    throw new Error(
      'DATABASE_READ_URL leads to another database than DATABASE_URL. It must be a standby of that server.',
    )
}

/** Decides whether to try the standby, counts how reads end, and logs each change once. */
function makeHealth(log: Logger) {
  let problem: 'away' | 'behind' | null = null
  let retryAt = 0
  return {
    mayTry(): boolean {
      if (problem !== 'away') return true
      if (Date.now() < retryAt) {
        standbyReads.inc({ result: 'away' })
        return false
      }
      retryAt = Date.now() + retryMs
      return true
    },
    /** @param isCurrent whether the read needed a position, so that a lag has ended */
    succeed(isCurrent: boolean): void {
      standbyReads.inc({ result: 'standby' })
      if (!problem || (problem === 'behind' && !isCurrent)) return
      problem = null
      log.info('the standby serves reads of shoppers again')
    },
    fail(failure: Failure, { error, sinceMs }: { error: unknown; sinceMs: number | null }): void {
      standbyReads.inc({ result: failure === 'promoted' ? 'away' : failure })
      if (failure === 'away' || failure === 'promoted') {
        retryAt = Date.now() + retryMs
        if (problem === 'away') return
        problem = 'away'
        const reason = failure === 'promoted' ? 'it is not a standby any more' : (error as Error).message
        log.warn({ reason }, 'the standby is away: the primary serves reads of shoppers')
      } else if (failure === 'behind' && !problem && sinceMs !== null && Date.now() - sinceMs > longestLagMs) {
        problem = 'behind'
        log.warn('the standby is behind: the primary serves reads of shops that have changed')
      } else if (failure === 'failed') log.error({ err: error }, 'a read failed on the standby')
    },
  }
}
