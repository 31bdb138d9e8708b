import { createHmac, timingSafeEqual } from 'node:crypto'

/** HMAC-SHA256 of the bytes. */
export function hmacSha256(secret: string, bytes: Uint8Array | string): Buffer {
  return createHmac('sha256', secret).update(bytes).digest()
}

/** Compares in a time that does not depend on where the two differ. */
export function hasSameBytes(expected: Buffer, given: Buffer): boolean {
  return expected.length === given.length && timingSafeEqual(expected, given)
}
