import type { Ctx } from '../core/context.ts'
import { NotFound } from '../core/errors.ts'
import { isUuidInAnyCase } from '../core/uuid.ts'
import type { Import } from '../generated/prisma/client.ts'

/** @throws NotFound also for another shop's id */
export async function requireImport({ db, shop }: Ctx, id: string): Promise<Import> {
  const where = { shopId_id: { shopId: shop.id, id } }
  const row = isUuidInAnyCase(id) ? await db.import.findUnique({ where }) : null
  if (!row) throw new NotFound()
  return row
}

/** Locks the shop's row, so that one import or undo starts at a time. */
export async function lockShop(tx: Ctx): Promise<void> {
  await tx.db.$queryRaw`select id from "Shop" where id = ${tx.shop.id}::uuid for update`
}
