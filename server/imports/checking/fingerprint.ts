import { hash } from 'node:crypto'
import { calledBy } from '../sources/product-names.ts'
import type { ImportedReview, ProductNames } from '../sources/source.ts'

const separator = '\u001f'
const hashChars = 22

/** How a file calls a product, as one text: what unmatched products are listed and answered by. Empty: the shop itself. */
export const productKey = (names: ProductNames): string => calledBy(names)?.name ?? ''

/**
 * Says whether two imported reviews are the same (domain rule 7): product, author, rating, text and the day as written,
 * never the app it came from. `product` is our product's id, or the file's own key while no product of ours matches.
 */
export function contentHash(shopId: string, product: string, review: ImportedReview): string {
  const parts = [shopId, product, plain(review.author), String(review.rate), plain(review.content), review.sourceDay]
  return hash('sha256', parts.join(separator), 'base64url').slice(0, hashChars)
}

const plain = (text: string): string => text.normalize('NFC').toLowerCase().replace(/\s+/g, ' ').trim()
