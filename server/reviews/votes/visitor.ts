import type { Ctx } from '../../core/context.ts'
import { senderOf } from '../../core/web/client-address.ts'

/** Who sent a request, as far as it says. */
export interface Sender {
  ip: string
  agent: string
}

/**
 * Returns a keyed hash of network and browser for one review. It tells two votes about a review apart and nothing else: it differs from
 * review to review, and without our secret it can't be computed (docs/decisions/0052).
 */
export function visitorOf(ctx: Ctx, { ip, agent }: Sender, reviewId: string): string {
  const [, mac = ''] = ctx.signer
    .sign('visitor', { shopId: ctx.shop.id, reviewId, network: senderOf(ip), agent })
    .split('.')
  return mac
}
