import type pg from 'pg'

/** The role of requests: sees the rows of one shop (docs/decisions/0003). */
export const appRole = 'candor_app'

/** Tables that name a shop but belong to accounts. They have no policy, and the role may not read them. */
const tablesOfPeople = ['AccountShop', 'LoginSession', 'AccountLink']

/** Tables of the current schema. Partitions are reached through their parent, whose policy applies. */
const tables = `select c.oid, c.relname as name, c.relowner as owner, c.relrowsecurity as enforced, c.relispartition as partition,
    exists (select from pg_policy p where p.polrelid = c.oid and p.polname = 'one_shop') as policy,
    exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'shopId') or c.relname = 'Shop' as tenant
  from pg_class c where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p')`

/** Grants the role its missing rights, as after a restore. Call it under the start lock. */
export async function grantToAppRole(client: pg.PoolClient): Promise<void> {
  const { rows } = await client.query<{ statement: string }>(`
    with role as (select oid from pg_roles where rolname = '${appRole}'), wanted as (
      select t.oid, t.name, privilege from (${tables}) t cross join unnest(case when t.name = 'Shop' then array['select', 'update'] else array['select', 'insert', 'update', 'delete'] end) privilege
      where t.policy and not t.partition)
    select format('grant %s on %I to ${appRole}', privilege, name) as statement from wanted, role where not has_table_privilege(role.oid, wanted.oid, privilege)
    union all
    select format('grant execute on function %s to ${appRole}', p.oid::regprocedure) from pg_proc p, role
    where p.pronamespace = current_schema()::regnamespace and p.proname in ('candor_search', 'candor_search_shown') and not has_function_privilege(role.oid, p.oid, 'execute')`)
  for (const { statement } of rows) await client.query(statement)
}

interface RoleState {
  login: string
  bypasses: boolean
  member: boolean
}

/** Returns the reason why the database would not separate shops under the role; null if it does. */
export async function rowSecurityProblem(pool: pg.Pool): Promise<string | null> {
  // From PostgreSQL 16 on, membership alone does not allow SET ROLE.
  const {
    rows: [role],
  } = await pool.query<RoleState>(`
    select current_user as login, rolsuper or rolbypassrls as bypasses,
      pg_has_role(current_user, oid, case when current_setting('server_version_num')::int >= 160000 then 'set' else 'member' end) as member
    from pg_roles where rolname = '${appRole}'`)
  if (!role) return `The database role ${appRole} is missing.`
  if (role.bypasses) return `The database role ${appRole} bypasses row-level security.`
  if (!role.member) return `The database user ${role.login} may not take the role ${appRole}.`
  const {
    rows: [owned],
  } = await pool.query<{ name: string }>(
    `select name from (${tables}) t where tenant and pg_has_role('${appRole}', owner, 'usage') order by name limit 1`,
  )
  if (owned) return `The database role ${appRole} owns the table ${owned.name}, so its policy does not apply.`
  const {
    rows: [open],
  } = await pool.query<{ name: string }>(
    `
    select name from (${tables}) t
    where case when partition then has_table_privilege('${appRole}', oid, 'select, insert, update, delete')
      when tenant and name <> all ($1) then not (enforced and policy)
      else has_table_privilege('${appRole}', oid, 'select, insert, update, delete') and not enforced end
    order by name limit 1`,
    [tablesOfPeople],
  )
  if (open) return `The table ${open.name} shows the database role ${appRole} the rows of every shop.`
  const {
    rows: [odd],
  } = await pool.query<{ name: string }>(differingPolicies)
  return odd ? `A policy of the table ${odd.name} differs from those of the migrations.` : null
}

/** Policies that could hide a shop's own rows: restrictive ones, or a one_shop that compares something else than Shop's. */
const differingPolicies = `
  with policies as (
    select c.relname as name, p.*, replace(pg_get_expr(polqual, polrelid), '"shopId"', 'id') as compares
    from pg_policy p join pg_class c on c.oid = p.polrelid where c.relnamespace = current_schema()::regnamespace)
  select name from policies where not polpermissive or (polname = 'one_shop' and
    (polcmd <> '*' or compares is distinct from (select compares from policies where name = 'Shop' and polname = 'one_shop')))
  order by name limit 1`
