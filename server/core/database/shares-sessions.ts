import pg from 'pg'

/**
 * Returns whether an address shares one session of the server among clients, as a pooler in transaction mode does. A
 * connected client without a transaction keeps its session otherwise.
 */
export async function sharesSessions(connection: pg.PoolConfig): Promise<boolean> {
  const clients = [0, 1].map(() => new pg.Client(connection as pg.ClientConfig))
  const sessions: unknown[] = []
  try {
    for (const client of clients) {
      client.on('error', () => undefined)
      await client.connect()
      const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
      sessions.push(rows[0]?.pid)
    }
  } finally {
    await Promise.all(clients.map((client) => client.end().catch(() => undefined)))
  }
  return sessions[0] === sessions[1]
}
