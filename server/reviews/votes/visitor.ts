import type { Ctx } from '../../core/context.ts'
import { readClientNetwork } from '../../core/web/client-network.ts'

interface ClientFacts {
  ip: string
  agent: string
  /** Address that a reporter left: people behind one network can have equal browsers. */
  email?: string | undefined
}

/**
 * Returns a keyed hash of network and browser for one review. It only tells two votes on a review apart. It differs
 * between reviews and can't be computed without our secret (docs/decisions/0052).
 */
export function hashVisitor(ctx: Ctx, { ip, agent, email }: ClientFacts, reviewId: string): string {
  const [, mac = ''] = ctx.signer
    .sign('visitor', { shopId: ctx.shop.id, reviewId, network: readClientNetwork(ip), agent, email })
    .split('.')
  return mac
}
