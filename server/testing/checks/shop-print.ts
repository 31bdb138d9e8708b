import type pg from 'pg'

/** Tables without shop data: claimed keys. */
const ignoredTables = ['IdempotencyKey']

/** Returns the tables with shop data, without their partitions. */
export async function tenantTables(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(`
    select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid and a.attname = 'shopId'
    where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition and c.relname not in ('AccountShop', 'AccountLink', 'LoginSession') order by 1`)
  return rows.map(({ name }) => name)
}

/** Returns a function that describes all stored rows of a shop: equal texts mean equal rows. */
export async function shopPrint(pool: pg.Pool, shopId: string): Promise<() => Promise<string>> {
  const tables = (await tenantTables(pool)).filter((name) => !ignoredTables.includes(name))
  const each = tables.map(
    (name) =>
      `select '${name}' as name, md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as print from "${name}" t where "shopId" = $1`,
  )
  const text = `${each.join(' union all ')} union all select 'Shop', md5(t::text) from "Shop" t where id = $1 order by name`
  return async () =>
    (await pool.query<{ name: string; print: string }>(text, [shopId])).rows
      .map(({ name, print }) => `${name} ${print}`)
      .join('\n')
}
