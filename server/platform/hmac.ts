import { createHmac, timingSafeEqual } from 'node:crypto'

export function hmacSha256(secret: string, bytes: Uint8Array | string): Buffer {
  return createHmac('sha256', secret).update(bytes).digest()
}

/** Compares in constant time. */
export function hasSameBytes(expected: Buffer, given: Buffer): boolean {
  return expected.length === given.length && timingSafeEqual(expected, given)
}
