import { foldAddress } from '../../core/fold-address.ts'
import type { Ctx } from '../../core/context.ts'
import { Prisma } from '../../generated/prisma/client.ts'
import { addressPattern, type Person } from './personal-data.ts'

/** What the merchant wrote and typed: the merchant's own address may be a customer's. */
const ofMerchant = ['Setting', 'ShopSecret', 'SenderDomain', 'Subscription', 'EmailTemplateVersion']

/** Deleted instead: a view of one customer has no use any more, and its unique name can't become empty. */
const deleted = ['SavedView', 'DelayedMail']

interface TextColumn {
  table: string
  column: string
  type: string
}

/**
 * Removes the person's addresses from every text and JSON column of the shop's tables, from jobs and from stored
 * answers. Covers columns of later releases: searches of saved views, filters of exports, errors of mail servers.
 */
export async function eraseTraces(tx: Ctx, person: Person): Promise<number> {
  if (person.emails.length === 0) return 0
  const pattern = addressPattern([...new Set([...person.emails, ...person.emails.map(foldAddress)])])
  const shopId = tx.shop.id
  const columns = await tx.db.$queryRaw<TextColumn[]>`
    select c.relname as table, a.attname as column, format_type(a.atttypid, null) as type
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relrowsecurity and not c.relispartition
      and exists (select from pg_attribute s where s.attrelid = c.oid and s.attname = 'shopId')
      and a.attnum > 0 and a.attgenerated = '' and format_type(a.atttypid, null) in ('text', 'jsonb', 'text[]')
      and c.relname <> all(${[...ofMerchant, 'PrivacyRequest']}) order by 1, 2`
  let changed = 0
  for (const { table, column, type } of columns) {
    const [name, by, as] = [Prisma.raw(`"${table}"`), Prisma.raw(`"${column}"`), Prisma.raw(type)]
    const where = Prisma.sql`"shopId" = ${shopId}::uuid and ${by}::text ~* ${pattern}`
    changed += await (deleted.includes(table)
      ? tx.db.$executeRaw`delete from ${name} where ${where}`
      : tx.db
          .$executeRaw`update ${name} set ${by} = regexp_replace(${by}::text, ${pattern}, '', 'gi')::${as} where ${where}`)
  }
  return changed + (await eraseAnswers(tx, person, pattern))
}

/** Deletes stored answers to repeated requests. They hold names, too. */
async function eraseAnswers(tx: Ctx, { names }: Person, pattern: string): Promise<number> {
  const full = names.filter((name) => name.includes(' '))
  return tx.db.$executeRaw`
    delete from "IdempotencyKey" where "shopId" = ${tx.shop.id}::uuid
      and (body::text ~* ${pattern} or exists (select from unnest(${full}::text[]) as n(name) where position(n.name in body::text) > 0))`
}

/** Deletes ended jobs with the person's addresses, and removes these from waiting ones. */
export async function eraseFromJobs(ctx: Ctx, { emails }: Person): Promise<number> {
  if (emails.length === 0) return 0
  const pattern = addressPattern(emails)
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
