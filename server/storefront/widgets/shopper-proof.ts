import type { Ctx } from '../../core/context.ts'
import type { Parts } from '../../core/http/parts.ts'

/** A customer whom the platform says is signed in, and the path under which it forwards their calls with its signature. */
export interface SignedCustomer {
  platformId: string
  proxy: string
}

/** What the platform's signature on a forwarded call says. */
export interface ProxyProof {
  /** Null for a shopper who isn't signed in. */
  customerId: string | null
  /** Null where the path could lead to another host. */
  proxy: string | null
}

/** Returns what the platform signed about a call to this shop; null without its signature. What was typed proves nothing. */
export function readProxyProof({ deps }: Parts, ctx: Ctx, request: { url: string }): ProxyProof | null {
  const call = deps.platform.verifyProxy(new URL(request.url, ctx.origin).searchParams)
  if (call?.shopDomain !== ctx.shop.shopifyDomain) return null
  return { customerId: call.customerId, proxy: isOwnPath(call.pathPrefix) ? call.pathPrefix : null }
}

/** Returns the customer who is signed in at the shop, or null. */
export function readSignedCustomer(parts: Parts, ctx: Ctx, request: { url: string }): SignedCustomer | null {
  const { customerId, proxy } = readProxyProof(parts, ctx, request) ?? {}
  return customerId && proxy ? { platformId: customerId, proxy } : null
}

/** A form must not be led to another host. */
const isOwnPath = (path: string): boolean => /^(?:\/[\w-]+)+$/.test(path)
