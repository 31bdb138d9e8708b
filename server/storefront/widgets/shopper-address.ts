import { isIP } from 'node:net'
import type { IncomingHttpHeaders } from 'node:http'
import type { Ctx } from '../../core/context.ts'
import type { Parts } from '../../core/http/parts.ts'
import { readProxyProof } from './shopper-proof.ts'

interface ForwardedRequest {
  url: string
  /** The address that our own proxies saw, and all on the way to it. */
  ip: string
  ips?: readonly string[]
  headers: IncomingHttpHeaders
}

/**
 * Returns the address that a shopper's posts are limited by. The platform's proxy forwards the calls of all shoppers from its own
 * addresses and appends theirs to `X-Forwarded-For`: with its signature, that is one more trusted hop. Anybody can write the header into
 * an unsigned call.
 */
export function readShopperAddress(parts: Parts, ctx: Ctx, request: ForwardedRequest): string {
  if (!readProxyProof(parts, ctx, request)) return request.ip
  const forwarded = [request.headers['x-forwarded-for'] ?? []]
    .flat()
    .join()
    .split(',')
    .map((address) => address.trim())
  // Our own proxies appended one address each: that of whoever called them.
  const ours = (request.ips?.length ?? 1) - 1
  const address = forwarded.at(-1 - ours) ?? ''
  return isIP(address) ? address : request.ip
}
