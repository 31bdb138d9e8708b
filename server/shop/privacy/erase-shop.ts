import { Fenced } from '../../core/background/claim.ts'
import type { Ctx } from '../../core/context.ts'
import { Prisma, type PrivacyRequest } from '../../generated/prisma/client.ts'

const batch = 5_000
/** Their rows are referred to by others. */
const last = ['Customer', 'Product']

/**
 * Deletes every row and file of a shop, table by table. Each batch is counted in its own transaction, so that a killed
 * process repeats none. The last one deletes the shop; the request stays as the record, without personal data.
 */
export async function eraseShop(ctx: Ctx, row: PrivacyRequest): Promise<void> {
  const db = ctx.access.acrossShops('erase personal data')
  const shopId = ctx.shop.id
  const tables = await db.$queryRaw<{ name: string }[]>`
    select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'shopId'
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and c.relname <> all(${['PrivacyRequest', 'AccountShop', ...last]}) order by 1`
  await ctx.files.deleteFolder(shopId)
  for (const name of [...tables.map((table) => table.name), ...last]) {
    const table = Prisma.raw(`"${name}"`)
    for (let deleted = batch; deleted === batch;)
      deleted = await db.$transaction(async (tx) => {
        // All rows of a shop are in one partition, so their ctid is unique.
        const count = await tx.$executeRaw`
          delete from ${table} where "shopId" = ${shopId}::uuid and ctid = any(array(select ctid from ${table} where "shopId" = ${shopId}::uuid limit ${batch}))`
        if (count > 0) await countErased(tx, row, { [name]: count })
        return count
      })
  }
  // Files of uploads that were under way.
  await ctx.files.deleteFolder(shopId)
  await db.$transaction(async (tx) => {
    const [accounts] = await tx.$queryRaw<{ count: number }[]>`
      with gone as (
        delete from "Account" a where exists (select from "AccountShop" s where s."accountId" = a.id and s."shopId" = ${shopId}::uuid)
          and not exists (select from "AccountShop" s where s."accountId" = a.id and s."shopId" <> ${shopId}::uuid) returning email
      ), links as (delete from "AccountLink" l using gone where l.email = gone.email)
      select count(*)::int as count from gone`
    await tx.$executeRaw`delete from jobs.job where data ->> 'shopId' = ${shopId} and data ->> 'id' is distinct from ${row.id}`
    await tx.privacyRequest.updateMany({
      where: { shopId, id: { not: row.id } },
      data: { person: Prisma.DbNull, requestedBy: '', fileKey: '' },
    })
    await tx.$executeRaw`delete from "Shop" where id = ${shopId}::uuid`
    await countErased(tx, row, { Account: accounts?.count ?? 0, Shop: 1 })
    await tx.privacyRequest.updateMany({
      where: { shopId, id: row.id },
      data: { status: 'done', finishedAt: ctx.now(), leaseUntil: null },
    })
  })
  ctx.publish('product', shopId)
  ctx.publish('shop', shopId)
}

/** Adds to the request's record. @throws Fenced when another runner has the request */
export async function countErased(
  db: Pick<Ctx['db'], '$executeRaw'>,
  { shopId, id, fence }: PrivacyRequest,
  counts: Record<string, number>,
): Promise<void> {
  for (const [kind, count] of Object.entries(counts)) {
    const updated = await db.$executeRaw`
      update "PrivacyRequest" set attempts = 0, counts = jsonb_set(counts, ${[kind]}::text[], to_jsonb(coalesce((counts ->> ${kind})::int, 0) + ${count}::int))
      where "shopId" = ${shopId}::uuid and id = ${id}::uuid and fence = ${fence} and status = 'open'`
    if (updated === 0) throw new Fenced()
  }
}
