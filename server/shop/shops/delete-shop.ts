import type { Ctx } from '../../core/context.ts'
import { Prisma } from '../../generated/prisma/client.ts'

const batch = 5_000
/** Other rows refer to theirs, so they go last. */
const last = ['Customer', 'Product']

/** Deletes every row and file of a shop in batches, then the shop and the accounts of this shop alone. Returns rows by table. */
export async function deleteShop({ access, files, shop: { id }, publish }: Ctx): Promise<Record<string, number>> {
  const db = access.acrossShops('the command line')
  const named = await db.$queryRaw<{ name: string }[]>`
    select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'shopId'
    where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and c.relname <> all(${['AccountShop', ...last]}) order by 1`
  const deleted: Record<string, number> = {}
  for (const name of [...named.map((table) => table.name), ...last]) {
    const table = Prisma.raw(`"${name}"`)
    let count = batch
    while (count === batch) {
      count =
        await db.$executeRaw`delete from ${table} where ctid = any(array(select ctid from ${table} where "shopId" = ${id}::uuid limit ${batch})) and "shopId" = ${id}::uuid`
      if (count > 0) deleted[name] = (deleted[name] ?? 0) + count
    }
  }
  await files.deleteFolder(id)
  await db.account.deleteMany({ where: { shops: { some: { shopId: id }, every: { shopId: id } } } })
  await db.shop.delete({ where: { id } })
  publish('shop', id)
  return { ...deleted, Shop: 1 }
}
