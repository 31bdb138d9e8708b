import type pg from 'pg'

/** Prisma's own advisory lock, so that its command line and Candor wait for each other. */
export const startLock = 72_707_369

/**
 * Runs `work` while no other process changes schemas, roles or grants. Every process does so at its start, and
 * concurrent grants fail with "tuple concurrently updated". The lock belongs to a connection, so a killed process
 * releases it.
 */
export async function withStartLock<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [startLock])
    return await work(client)
  } finally {
    const isFree = await client.query('select pg_advisory_unlock($1)', [startLock]).then(
      () => true,
      () => false,
    )
    client.release(!isFree)
  }
}
