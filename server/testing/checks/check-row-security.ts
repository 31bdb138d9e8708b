import pg from 'pg'
import { addThings } from '../things.ts'
import { tenantTables } from './shop-print.ts'
import { emptyVerdict, recordPlanted, type Verdict } from './verdict.ts'
import type { World } from '../world.ts'

interface Session {
  run(statement: string): Promise<{ rows: { count?: string }[]; rowCount: number | null }>
}

/**
 * Second half of goal R8: unfiltered statements with shop B's access, over every table and partition.
 * They must not read, change or insert rows of shop A. Planted: each table with its policy off.
 */
export async function checkRowSecurity(world: World): Promise<Verdict> {
  const { pool, connection } = world.app.database
  const verdict = emptyVerdict()
  await addThings(world, world.shop)
  await addThings(world, world.otherShop)
  const tables = await tenantTables(pool)
  const partitions = (
    await pool.query<{ name: string }>(`
    select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace where n.nspname = 'public' and c.relispartition and c.relkind = 'r'`)
  ).rows.map(({ name }) => name)
  const shopSession = await openShopSession(connection, world.otherShop.id)
  try {
    for (const table of tables) {
      const { rows } = await pool.query<{ count: string }>(`select count(*) from "${table}" where "shopId" = $1`, [
        world.shop.id,
      ])
      if (rows[0]?.count === '0') verdict.found.push(`${table} has no row of shop A: nothing was tried`)
      const faults = await faultsOf(shopSession.session, table, world.shop.id)
      verdict.tried += 4
      verdict.found.push(...faults)
      await pool.query(`alter table "${table}" disable row level security`)
      recordPlanted(
        verdict,
        `${table} without its policy`,
        (await faultsOf(shopSession.session, table, world.shop.id)).length > 0,
      )
      await pool.query(`alter table "${table}" enable row level security`)
    }
    for (const name of partitions) {
      verdict.tried += 1
      // A partition has no policy of its own, so the application must not have access to it.
      const seen = await shopSession.session.run(`select count(*) from "${name}"`).then(
        ({ rows }) => rows[0]?.count,
        () => 'refused',
      )
      if (seen !== 'refused') verdict.found.push(`${name} can be read past the policy`)
    }
    const shops = await shopSession.session.run('select count(*) from "Shop"')
    verdict.tried += 1
    if (shops.rows[0]?.count !== '1') verdict.found.push(`Shop shows ${shops.rows[0]?.count ?? ''} rows`)
  } finally {
    await shopSession.close()
  }
  return verdict
}

/** Opens a session like `access.forShop`: the role of requests, with the shop set. */
async function openShopSession(
  connection: pg.PoolConfig,
  shopId: string,
): Promise<{ session: Session; close(): Promise<void> }> {
  const client = new pg.Client({ ...connection, options: '-c role=candor_app' })
  await client.connect()
  await client.query(`select set_config('app.shop', $1, false)`, [shopId])
  return { session: { run: (statement) => client.query<{ count?: string }>(statement) }, close: () => client.end() }
}

/** Reads, changes, deletes and inserts rows of A, each rolled back. */
async function faultsOf(session: Session, table: string, shopId: string): Promise<string[]> {
  const attempt = async (
    statement: string,
  ): Promise<{ rows: { count?: string }[]; rowCount: number | null } | null> => {
    await session.run('begin')
    try {
      return await session.run(statement)
    } catch {
      return null
    } finally {
      await session.run('rollback')
    }
  }
  const faults: string[] = []
  const read = await attempt(`select count(*) from "${table}" where "shopId" = '${shopId}'`)
  if (read?.rows[0]?.count !== '0')
    faults.push(`${table} shows ${read?.rows[0]?.count ?? 'nothing to its own role'} rows of shop A`)
  const updated = await attempt(`update "${table}" set "shopId" = "shopId" where "shopId" = '${shopId}'`)
  if (updated?.rowCount) faults.push(`${table}: ${updated.rowCount} rows of shop A changed`)
  const moved = await attempt(`update "${table}" set "shopId" = '${shopId}'`)
  if (moved?.rowCount) faults.push(`${table}: ${moved.rowCount} rows were given to shop A`)
  const deleted = await attempt(`delete from "${table}" where "shopId" = '${shopId}'`)
  if (deleted?.rowCount) faults.push(`${table}: ${deleted.rowCount} rows of shop A deleted`)
  return faults
}
