import type pg from 'pg'
import { SETTLING_JOBS } from '../../core/job-names.ts'

/** Tables that record calls rather than their effects: keys, rate limits and sessions. */
const ignoredTables = ['IdempotencyKey', 'RateLimit', '_prisma_migrations', 'LoginSession']

/** Counts the written rows by table, whatever the call. */
export interface RowWrites {
  clear(): Promise<void>
  /** Returns the rows written or deleted since then by table: `Review write 2, jobs.job write 1`. */
  seen(): Promise<string>
}

/**
 * Adds a trigger to every table of a database that nothing else uses, including queued jobs. Leaves out settling jobs:
 * one of them waits for many changes.
 */
export async function watchWrites(pool: pg.Pool): Promise<RowWrites> {
  await pool.query(`
    create schema if not exists watch;
    create table if not exists watch.written (relation text, what text);
    create or replace function watch.note() returns trigger language plpgsql security definer as $$ begin
      insert into watch.written values (tg_argv[0], case when tg_op = 'DELETE' then 'delete' else 'write' end);
      return null;
    end $$`)
  const { rows } = await pool.query<{ schema: string; name: string }>(`
    select n.nspname as schema, c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where not c.relispartition and c.relkind in ('r', 'p') and (n.nspname = 'public' or (n.nspname = 'jobs' and c.relname in ('job', 'job_common')))`)
  for (const { schema, name } of rows.filter((table) => !ignoredTables.includes(table.name))) {
    const isCounted =
      schema === 'jobs' ? `when (new.name not in (${SETTLING_JOBS.map((job) => `'${job}'`).join(', ')}))` : ''
    const events = schema === 'jobs' ? 'insert or update' : 'insert or update or delete'
    const shown = schema === 'public' ? name : `${schema}.${name}`
    await pool.query(
      `create or replace trigger watch_writes after ${events} on "${schema}"."${name}" for each row ${isCounted} execute function watch.note('${shown}')`,
    )
  }
  return {
    clear: async () => void (await pool.query('delete from watch.written')),
    async seen() {
      const found = await pool.query<{ effect: string | null }>(`
        select string_agg(relation || ' ' || what || ' ' || count, ', ' order by relation, what) as effect
        from (select relation, what, count(*) as count from watch.written group by relation, what) each`)
      return found.rows[0]?.effect ?? ''
    },
  }
}
