import { hash } from 'node:crypto'
import { findImportedName } from '../sources/product-names.ts'
import type { ImportedReview, ProductNames } from '../sources/source.ts'

const separator = '\u001f'
const hashChars = 22

/** How a file calls a product, as one text: what unmatched products are listed and answered by. Empty: the shop itself. */
export const productKey = (names: ProductNames): string => findImportedName(names)?.name ?? ''

interface Fingerprinted {
  review: ImportedReview
  /** Number of the record in its file. */
  row: number
}

/**
 * Returns hashes that are equal for two copies of one review (domain rule 7): product, author, rating, text and the day as written,
 * never the app it came from. One hash for each of the products: our product's id, or the file's own key while no product of ours matches.
 * A review without a text is known by its title. A rating without text, title, author and email is known by its row: a file may hold many
 * of the same day, and all of them count.
 */
export function contentHashes(shopId: string, products: readonly string[], { review, row }: Fingerprinted): string[] {
  const { author, email, rate, content, title, sourceDay } = review
  const words = content || title
  const isAnonymousRating = words === '' && author === '' && email === ''
  const identity = words === '' && author === '' ? email : author
  const said = [
    plain(identity),
    String(rate),
    plain(words),
    sourceDay,
    ...(isAnonymousRating ? [String(row)] : []),
  ].join(separator)
  return products.map((product) =>
    hash('sha256', [shopId, product, said].join(separator), 'base64url').slice(0, hashChars),
  )
}

const plain = (text: string): string => text.normalize('NFC').toLowerCase().replace(/\s+/g, ' ').trim()
