import type pg from 'pg'

/** Rows that calls of ours write beside their effect: who came with which key, and how often. */
const ignoredTables = ['IdempotencyKey', 'RateLimit', '_prisma_migrations', 'LoginSession']

/** Counts every row that is written, by its table: the effect of a call, whatever the call is. */
export interface RowWrites {
  /** Forgets what was written so far. */
  clear(): Promise<void>
  /** `Review write 2, jobs.job write 1`: rows written or deleted since, a table at a time. */
  seen(): Promise<string>
}

/** Puts a trigger on every table of a database that nothing else uses; the jobs that are queued count, too. */
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
    const shown = schema === 'public' ? name : `${schema}.${name}`
    await pool.query(
      `create or replace trigger watch_writes after insert or update or delete on "${schema}"."${name}" for each row execute function watch.note('${shown}')`,
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
