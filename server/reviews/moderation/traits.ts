import { foldText } from '../../../rules/fold-text.ts'
import { stripInvisible } from '../../../rules/visible-text.ts'
import type { Ctx } from '../../core/context.ts'

/** Shorter texts, such as "Great product", are alike by chance. */
const leastChars = 40
const mostChars = 5_000
const gramChars = 5
/** Each band is two minima. Texts that share 90% of their grams have an equal band in 99 of 100 cases, 50%: in 58. */
const bands = 3
/** Share of equal grams from which two texts count as the same. */
const sameFrom = 0.7
const multipliers = [0x9e3779b1, 0x85ebca6b, 0xc2b2ae35, 0x27d4eb2f, 0x165667b1, 0xd3a2646d] as const

/** Returns the hashes of a text's sequences of letters, without case, accents, spaces and signs; empty for short texts. */
export function hashGrams(text: string): Set<number> {
  const letters = foldText(stripInvisible(text).slice(0, mostChars)).replace(/[^\p{L}\p{N}]+/gu, '')
  const grams = new Set<number>()
  if (letters.length < leastChars) return grams
  for (let at = 0; at + gramChars <= letters.length; at++) {
    let hash = 0x811c9dc5
    for (let char = at; char < at + gramChars; char++) hash = Math.imul(hash ^ letters.charCodeAt(char), 0x01000193)
    grams.add(hash ^ (hash >>> 15))
  }
  return grams
}

/** Returns the text's traits: near twins share at least one of them (minhash). */
export function textTraits(grams: ReadonlySet<number>): string[] {
  if (grams.size === 0) return []
  const minima = multipliers.map((multiplier) => {
    let least = 0xffffffff
    for (const gram of grams) least = Math.min(least, mix(gram, multiplier))
    return least.toString(36)
  })
  return Array.from({ length: bands }, (_, band) => `t${band}:${minima[band * 2]}.${minima[band * 2 + 1]}`)
}

function mix(gram: number, multiplier: number): number {
  const hash = Math.imul(gram ^ (gram >>> 16) ^ multiplier, multiplier)
  return (hash ^ (hash >>> 13)) >>> 0
}

/** Whether two texts are the same but for a few words. */
export function areTwins(one: ReadonlySet<number>, other: ReadonlySet<number>): boolean {
  if (one.size === 0 || other.size === 0) return false
  let shared = 0
  for (const gram of one) if (other.has(gram)) shared++
  return shared / (one.size + other.size - shared) >= sameFrom
}

/** The stored file's key is `shopId/hash of its bytes`. */
export const photoTrait = (key: string): string => `p:${key.split('/').at(-1) ?? key}`
export const productTrait = (productId: string): string => `b:${productId}`

/** A keyed hash, useless without the server's secret and in other shops. The address itself is not stored. */
export function networkTrait({ signer, shop }: Ctx, network: string): string {
  const [, mac = ''] = signer.sign('network', { shopId: shop.id, network }).split('.')
  return `n:${mac}`
}

/** Days until a network's trait is deleted. */
export const networkTraitDays = 7
