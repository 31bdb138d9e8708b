import type { Ctx } from '../../core/context.ts'
import type { Parts } from '../../core/http/parts.ts'

/** A customer whose sign-in the platform signed, and the path under which it forwards their requests. */
export interface SignedCustomer {
  platformId: string
  proxy: string
}

/** Data of the platform's signature on a forwarded request. */
interface ProxyProof {
  /** Null if not signed in. */
  customerId: string | null
  /** Null if the path could lead to another host. */
  proxy: string | null
}

/** Returns the signed data of a request to this shop; null without a signature. Form input proves nothing. */
export function readProxyProof({ deps }: Parts, ctx: Ctx, request: { url: string }): ProxyProof | null {
  const call = deps.platform.verifyProxy(new URL(request.url, ctx.origin).searchParams)
  if (call?.shopDomain !== ctx.shop.shopifyDomain) return null
  return { customerId: call.customerId, proxy: isOwnPath(call.pathPrefix) ? call.pathPrefix : null }
}

/** Returns the customer signed in at the shop, or null. */
export function readSignedCustomer(parts: Parts, ctx: Ctx, request: { url: string }): SignedCustomer | null {
  const { customerId, proxy } = readProxyProof(parts, ctx, request) ?? {}
  return customerId && proxy ? { platformId: customerId, proxy } : null
}

/** Prevents forms that post to another host. */
const isOwnPath = (path: string): boolean => /^(?:\/[\w-]+)+$/.test(path)
