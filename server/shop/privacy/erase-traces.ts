import { escapeLike } from '../../core/database/like.ts'
import { foldAddress } from '../../core/fold-address.ts'
import { inTransaction, type Ctx } from '../../core/context.ts'
import { Prisma } from '../../generated/prisma/client.ts'
import { addressPattern, type Person } from './personal-data.ts'

/** What the merchant wrote and typed: the merchant's own address may be a customer's. */
const ofMerchant = ['Setting', 'ShopSecret', 'SenderDomain', 'ApiKey', 'Subscription', 'EmailTemplateVersion']

/** Deleted instead: a view of one customer has no use any more, and its unique name can't become empty. */
const deleted = ['SavedView', 'DelayedMail']

/** A table's statement reads all rows of the shop. */
const timeout = 10 * 60_000

interface TextTable {
  name: string
  columns: { name: string; type: string }[]
}

/**
 * Removes the person's addresses from every text and JSON column of the shop's tables, from jobs and from stored
 * answers. Covers columns of later releases: searches of saved views, filters of exports, errors of mail servers.
 */
export async function eraseTraces(ctx: Ctx, person: Person): Promise<number> {
  if (person.emails.length === 0) return 0
  const emails = [...new Set([...person.emails, ...person.emails.map(foldAddress)])]
  const pattern = addressPattern(emails)
  let changed = await eraseFromJobs(ctx, pattern)
  for (const table of await listTextTables(ctx))
    changed += await inTransaction(ctx, (tx) => eraseFromTable(tx, table, emails), { timeout })
  return changed + (await eraseAnswers(ctx, person, pattern))
}

/** Lists the tables that row-level security keeps apart, with their columns that can hold an address. */
function listTextTables(ctx: Ctx): Promise<TextTable[]> {
  return ctx.db.$queryRaw<TextTable[]>`
    select c.relname as name, jsonb_agg(jsonb_build_object('name', a.attname, 'type', format_type(a.atttypid, null))) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relrowsecurity and not c.relispartition
      and exists (select from pg_attribute s where s.attrelid = c.oid and s.attname = 'shopId')
      and a.attnum > 0 and a.attgenerated = '' and format_type(a.atttypid, null) in ('text', 'jsonb', 'text[]')
      and c.relname <> all(${[...ofMerchant, 'PrivacyRequest']}) group by c.relname order by c.relname`
}

async function eraseFromTable(tx: Ctx, { name, columns }: TextTable, emails: readonly string[]): Promise<number> {
  const pattern = addressPattern(emails)
  const like = emails.map((email) => `%${escapeLike(email)}%`)
  const table = Prisma.raw(`"${name}"`)
  // The plain search comes first: it is many times faster than the pattern.
  const where = Prisma.sql`t."shopId" = ${tx.shop.id}::uuid and lower(t::text) like any(${like}::text[]) and t::text ~* ${pattern}`
  if (deleted.includes(name)) return tx.db.$executeRaw`delete from ${table} t where ${where}`
  const set = columns.map((column) => {
    const [by, type] = [Prisma.raw(`"${column.name}"`), Prisma.raw(column.type)]
    return Prisma.sql`${by} = regexp_replace(t.${by}::text, ${pattern}, '', 'gi')::${type}`
  })
  return tx.db.$executeRaw`update ${table} t set ${Prisma.join(set)} where ${where}`
}

/** Deletes stored answers to repeated requests. They hold names, too. */
async function eraseAnswers(ctx: Ctx, { names }: Person, pattern: string): Promise<number> {
  const full = names.filter((name) => name.includes(' '))
  return ctx.db.$executeRaw`
    delete from "IdempotencyKey" where "shopId" = ${ctx.shop.id}::uuid
      and (body::text ~* ${pattern} or exists (select from unnest(${full}::text[]) as n(name) where position(n.name in body::text) > 0))`
}

/** Deletes ended jobs with the person's addresses, and removes these from waiting ones. */
async function eraseFromJobs(ctx: Ctx, pattern: string): Promise<number> {
  const db = ctx.access.acrossShops('erase personal data')
  const ended = await db.$executeRaw`
    delete from jobs.job where state > 'active' and data ->> 'shopId' = ${ctx.shop.id} and (data::text ~* ${pattern} or output::text ~* ${pattern})`
  return (
    ended +
    (await db.$executeRaw`
      update jobs.job set data = regexp_replace(data::text, ${pattern}, '', 'gi')::jsonb, output = null
      where state <= 'active' and data ->> 'shopId' = ${ctx.shop.id} and (data::text ~* ${pattern} or output::text ~* ${pattern})`)
  )
}
