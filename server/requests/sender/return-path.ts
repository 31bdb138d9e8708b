import { createHmac, timingSafeEqual } from 'node:crypto'
import { parse, stringify } from 'uuid'
import type { Ctx, Deps } from '../../core/context.ts'

interface ReturnPathOwner {
  shopId: string
  itemId: string
}

// Mail servers may lower-case a local part, so it is base 32. With its prefix it has 63 of the 64 characters that RFC
// 5321 allows.
const alphabet = 'abcdefghijklmnopqrstuvwxyz234567'
const macBytes = 3
const [prefix, leavePrefix] = ['bounce+', 'leave+']

type Keys = Pick<Deps, 'env'>
const macOf = ({ env }: Keys, ids: Uint8Array): Buffer =>
  createHmac('sha256', env.SESSION_SECRET).update('return path').update(ids).digest().subarray(0, macBytes)

/** Returns the return path of one email (VERP). It identifies the email of a bounce, whatever the bounce contains. */
export function buildReturnPath(ctx: Keys & Pick<Ctx, 'shop'>, itemId: string, host: string): string {
  return `${prefix}${encodeOwner(ctx, itemId)}@${host}`
}

/** Returns the address to which a reader's mail program writes to unsubscribe; null if we receive no emails. */
export function buildLeaveAddress(ctx: Keys & Pick<Ctx, 'shop'>, itemId: string): string | null {
  const { CANDOR_BOUNCE_DOMAIN: host, CANDOR_BOUNCE_PORT: port } = ctx.env
  return host && port !== undefined ? `${leavePrefix}${encodeOwner(ctx, itemId)}@${host}` : null
}

export const isLeaveAddress = (address: string): boolean => address.trim().toLowerCase().startsWith(leavePrefix)

function encodeOwner(ctx: Keys & Pick<Ctx, 'shop'>, itemId: string): string {
  const ids = Buffer.concat([parse(ctx.shop.id), parse(itemId)])
  return encode(Buffer.concat([ids, macOf(ctx, ids)]))
}

/** Returns the owner of a return path or of an address for unsubscribing; null if we did not create it. */
export function findReturnPathOwner(deps: Keys, address: string): ReturnPathOwner | null {
  const [, text] = /^(?:bounce|leave)\+([a-z2-7]{56})@/i.exec(address.trim()) ?? []
  if (!text) return null
  const bytes = decode(text.toLowerCase())
  const [ids, mac] = [bytes.subarray(0, 32), bytes.subarray(32)]
  if (!timingSafeEqual(mac, macOf(deps, ids))) return null
  try {
    return { shopId: stringify(ids.subarray(0, 16)), itemId: stringify(ids.subarray(16)) }
  } catch {
    return null
  }
}

/** Encodes five bits per letter: 35 bytes are exactly 56 letters. */
function encode(bytes: Uint8Array): string {
  let [text, bits, held] = ['', 0, 0]
  for (const byte of bytes) {
    held = ((held << 8) | byte) & 0xfff
    bits += 8
    while (bits >= 5) {
      bits -= 5
      text += alphabet.charAt((held >> bits) & 31)
    }
  }
  return text
}

function decode(text: string): Buffer {
  const bytes: number[] = []
  let [bits, held] = [0, 0]
  for (const letter of text) {
    held = ((held << 5) | alphabet.indexOf(letter)) & 0xfff
    bits += 5
    if (bits < 8) continue
    bits -= 8
    bytes.push((held >> bits) & 255)
  }
  return Buffer.from(bytes)
}

/** Postmark's events include the value of an email's `X-PM-Metadata-…` header. */
export const postmarkKey = 'candor'
export const buildPostmarkHeaders = (returnPath: string): Record<string, string> => ({
  [`X-PM-Metadata-${postmarkKey}`]: returnPath,
})
