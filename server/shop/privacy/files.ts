import { dayMs } from '../../../rules/dates.ts'
import type { Ctx } from '../../core/context.ts'
import { NotFound } from '../../core/errors.ts'
import type { StoredFile } from '../../core/files/files.ts'
import type { PrivacyRequest } from '../../generated/prisma/client.ts'

/** Days that the link of an email works; the page's works as long as the file. */
export const mailedFileDays = 7

export interface FileLink {
  shopId: string
  id: string
  /** Business clock, in milliseconds. */
  until: number
}

/** Returns a signed URL of a data request's file, which works in any browser for some days. */
export function personFileUrl(
  { signer, origin }: Ctx,
  { shopId, id, finishedAt, receivedAt }: PrivacyRequest,
  days: number,
): string {
  const link: FileLink = { shopId, id, until: (finishedAt ?? receivedAt).getTime() + days * dayMs }
  return `${origin}/privacy/files/${signer.sign('privacy-file', link)}`
}

/** Opens the file of a link. @throws NotFound when the link has expired, and after the file was deleted */
export async function openPersonFile(ctx: Ctx, { id, until }: FileLink): Promise<StoredFile & { name: string }> {
  if (!(ctx.now().getTime() < until)) throw new NotFound('linkExpired')
  const row = await ctx.db.privacyRequest.findUnique({ where: { shopId_id: { shopId: ctx.shop.id, id } } })
  const file = row?.fileKey ? await ctx.files.get(row.fileKey) : null
  if (!row || !file) throw new NotFound('exportGone')
  return { ...file, name: `customer-data-${row.receivedAt.toISOString().slice(0, 10)}.zip` }
}
