import { randomUUID } from 'node:crypto'
import type { Ctx } from '../context.ts'
import { NotFound } from '../errors.ts'
import type { Purpose } from '../signing.ts'

/** An address of a private file holds this long and for one use (decisions 'Files'). */
const linkSeconds = 300

/** What such an address opens: one that was made for the one opens nothing of the other. */
export type OneUsePurpose = Extract<Purpose, 'import-errors' | 'review-export'>

export interface OneUseLink {
  shopId: string
  /** The id of what it leads to. */
  of: string
  /** Names the use: the second one finds it taken. */
  nonce: string
}

/** The token of a private address that leads a plain browser tab to `of`, once and within minutes. */
export function createOneUseToken(ctx: Ctx, purpose: OneUsePurpose, of: string): string {
  const link: OneUseLink = { shopId: ctx.shop.id, of, nonce: randomUUID() }
  return ctx.signer.sign(purpose, link, linkSeconds)
}

/** The shop and what an address of this purpose leads to; null when it is forged, over, or of something else. */
export function readOneUseToken(signer: Ctx['signer'], purpose: OneUsePurpose, token: string): OneUseLink | null {
  return signer.verify<OneUseLink>(purpose, token)
}

/**
 * Uses up an address that was made for one use. Called once there is something to give: one that could open nothing was not used. Of two at
 * once one is noted. The notes go with the Idempotency-Keys, days after the address has ended.
 * @throws NotFound linkExpired: it was used before
 */
export async function consumeOneUseLink(ctx: Ctx, { nonce, of }: Pick<OneUseLink, 'nonce' | 'of'>): Promise<void> {
  const { count } = await ctx.db.idempotencyKey.createMany({
    data: { shopId: ctx.shop.id, key: `download:${nonce}`, fingerprint: of, createdAt: ctx.now() },
    skipDuplicates: true,
  })
  if (count === 0) throw new NotFound('linkExpired')
}
