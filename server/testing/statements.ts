import pg from 'pg'
import type { World } from './world.ts'

interface Statement {
  text: string
  values: unknown[]
}

type Query = (this: pg.Client, ...args: unknown[]) => unknown

/**
 * Returns the statements that this process sends while `act` runs, whichever pool they go through. The driver has no event for them,
 * so its method is wrapped.
 */
export async function statementsOf(act: () => Promise<unknown>): Promise<Statement[]> {
  const sent: Statement[] = []
  const original = pg.Client.prototype.query as Query
  const noting: Query = function (...args) {
    const [first, second] = args as [string | { text: string; values?: unknown[] }, unknown]
    const values = Array.isArray(second) ? (second as unknown[]) : []
    sent.push(
      typeof first === 'string' ? { text: first, values } : { text: first.text, values: first.values ?? values },
    )
    return original.apply(this, args)
  }
  Object.assign(pg.Client.prototype, { query: noting })
  try {
    await act()
    return sent
  } finally {
    Object.assign(pg.Client.prototype, { query: original })
  }
}

/** Reads plans as the application's role. Under row-level security the planner knows little of a shop. */
export interface Explainer {
  /** Counts the blocks that the selects about `what` read while `ask` runs. */
  blocksOf(ask: () => Promise<unknown>, what: RegExp): Promise<number>
  /** Runs statements as superuser. */
  asSuperuser(statements: string): Promise<void>
  close(): Promise<void>
}

interface Plan {
  Plan: Record<'Shared Hit Blocks' | 'Shared Read Blocks', number>
}

/** Opens an explainer of a world on a PostgreSQL server. */
export async function openExplainer({ app, shop }: Pick<World, 'app' | 'shop'>): Promise<Explainer> {
  const { connection } = app.database
  const client = new pg.Client({ ...connection, options: '-c role=candor_app' })
  await client.connect()
  await client.query(`select set_config('app.shop', $1, false)`, [shop.id])
  const read = async ({ text, values }: Statement): Promise<number> => {
    const { rows } = await client.query<{ 'QUERY PLAN': Plan[] }>(
      `explain (analyze, buffers, format json) ${text}`,
      values,
    )
    const plan = rows[0]?.['QUERY PLAN'][0]?.Plan
    return (plan?.['Shared Hit Blocks'] ?? 0) + (plan?.['Shared Read Blocks'] ?? 0)
  }
  return {
    async blocksOf(ask, what) {
      const selects = (await statementsOf(ask)).filter(({ text }) => /^\s*select/i.test(text) && what.test(text))
      expect(selects.length).toBeGreaterThan(0)
      let blocks = 0
      for (const select of selects) blocks += await read(select)
      return blocks
    },
    async asSuperuser(statements) {
      const url = new URL(connection.connectionString ?? '')
      url.username = 'postgres'
      const owner = new pg.Client({ connectionString: url.href })
      await owner.connect()
      await owner.query(statements)
      await owner.end()
    },
    close: () => client.end(),
  }
}
