import { randomUUID } from 'node:crypto'
import type { Ctx } from '../context.ts'
import { NotFound } from '../errors.ts'
import type { Purpose } from '../signing.ts'

/** Lifetime of a one-use link to a private file (decisions 'Files'). */
const linkSeconds = 300

/** Purpose of a one-use link, which opens nothing of another purpose. */
export type OneUsePurpose = Extract<Purpose, 'archive' | 'import-errors' | 'review-export'>

export interface OneUseLink {
  shopId: string
  /** Id of the target. */
  of: string
  /** Identifies the link, so that a second use is refused. */
  nonce: string
}

/** Returns the token of a private link that opens `of` in a browser tab, once and within minutes. */
export function createOneUseToken(ctx: Ctx, purpose: OneUsePurpose, of: string): string {
  const link: OneUseLink = { shopId: ctx.shop.id, of, nonce: randomUUID() }
  return ctx.signer.sign(purpose, link, linkSeconds)
}

/** Returns the shop and target of a link; null if it is forged, expired, or of another purpose. */
export function readOneUseToken(signer: Ctx['signer'], purpose: OneUsePurpose, token: string): OneUseLink | null {
  return signer.verify<OneUseLink>(purpose, token)
}

/**
 * Uses up a one-use link. Call it when there is something to deliver, so that a failure doesn't use it up. Only one of
 * two concurrent uses succeeds. The record is deleted with old Idempotency-Keys, days after the link has expired.
 * @throws NotFound linkExpired: it was used before
 */
export async function consumeOneUseLink(ctx: Ctx, { nonce, of }: Pick<OneUseLink, 'nonce' | 'of'>): Promise<void> {
  const { count } = await ctx.db.idempotencyKey.createMany({
    data: { shopId: ctx.shop.id, key: `download:${nonce}`, fingerprint: of, createdAt: ctx.now() },
    skipDuplicates: true,
  })
  if (count === 0) throw new NotFound('linkExpired')
}
