import type { Ctx } from '../../core/context.ts'
import { NotFound } from '../../core/errors.ts'
import type { StoredFile } from '../../core/files/files.ts'

/** Lifetimes of links in an email and on the page. */
export const mailedFileSeconds = 7 * 24 * 3_600
export const shownFileSeconds = 3_600

export interface FileLink {
  shopId: string
  id: string
}

/** Returns a signed URL of a data request's file. It works in any browser until it expires. */
export function personFileUrl({ signer, shop, origin }: Ctx, id: string, seconds: number): string {
  const link: FileLink = { shopId: shop.id, id }
  return `${origin}/privacy/files/${signer.sign('privacy-file', link, seconds)}`
}

/** Opens the file of a link. @throws NotFound after the file was deleted */
export async function openPersonFile(ctx: Ctx, { id }: FileLink): Promise<StoredFile & { name: string }> {
  const row = await ctx.db.privacyRequest.findUnique({ where: { shopId_id: { shopId: ctx.shop.id, id } } })
  const file = row?.fileKey ? await ctx.files.get(row.fileKey) : null
  if (!row || !file) throw new NotFound('exportGone')
  return { ...file, name: `customer-data-${row.receivedAt.toISOString().slice(0, 10)}.zip` }
}
