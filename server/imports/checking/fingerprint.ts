import { hash } from 'node:crypto'
import { calledBy } from '../sources/product-names.ts'
import type { ImportedReview, ProductNames } from '../sources/source.ts'

const separator = '\u001f'
const hashChars = 22

/** How a file calls a product, as one text: what unmatched products are listed and answered by. Empty: the shop itself. */
export const productKey = (names: ProductNames): string => calledBy(names)?.name ?? ''

/**
 * Says whether two imported reviews are the same (domain rule 7): product, author, rating, text and the day as written,
 * never the app it came from. One hash for each of the products: our product's id, or the file's own key while no product of ours matches.
 */
export function contentHashes(shopId: string, products: readonly string[], review: ImportedReview): string[] {
  const said = [plain(review.author), String(review.rate), plain(review.content), review.sourceDay].join(separator)
  return products.map((product) => hash('sha256', [shopId, product, said].join(separator), 'base64url').slice(0, hashChars))
}

const plain = (text: string): string => text.normalize('NFC').toLowerCase().replace(/\s+/g, ' ').trim()
