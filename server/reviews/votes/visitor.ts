import type { Ctx } from '../../core/context.ts'
import { readClientNetwork } from '../../core/web/client-network.ts'

/** Who sent a request, as far as it says. */
export interface ClientFacts {
  ip: string
  agent: string
}

/**
 * Returns a keyed hash of network and browser for one review. It tells two votes about a review apart and nothing else: it differs from
 * review to review, and without our secret it can't be computed (docs/decisions/0052).
 */
export function hashVisitor(ctx: Ctx, { ip, agent }: ClientFacts, reviewId: string): string {
  const [, mac = ''] = ctx.signer
    .sign('visitor', { shopId: ctx.shop.id, reviewId, network: readClientNetwork(ip), agent })
    .split('.')
  return mac
}
