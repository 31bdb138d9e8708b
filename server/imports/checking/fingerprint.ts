import { hash } from 'node:crypto'
import { findImportedName } from '../sources/product-names.ts'
import type { ImportedReview, ProductNames } from '../sources/source.ts'

const separator = '\u001f'
const hashChars = 22

/** Returns a file's name for a product, the key of unmatched products and answers. Empty for a review of the shop. */
export const productKey = (names: ProductNames): string => findImportedName(names)?.name ?? ''

interface Fingerprinted {
  review: ImportedReview
  row: number
}

/**
 * Returns hashes that are equal for two copies of one review (domain rule 7). They cover product, author, rating, text
 * and day, but not the app. Each product gets its own hash: our product id, or the file's name while none matches. A
 * review without text is identified by its title. A rating without text, title, author and email is identified by its
 * row. A file may hold many of these on one day, and all of them count.
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

/** What a review has besides its content hash. Copies in one file are equal in all of it. */
export type Identifying = Pick<ImportedReview, 'externalId' | 'email' | 'title' | 'createdAt' | 'country' | 'location'>

/** Returns the key of a row among the rows of its file. */
export function fileKey(
  contentHash: string,
  { externalId, email, title, createdAt, country, location }: Identifying,
): string {
  const parts = [contentHash, externalId ?? '', email, title, createdAt?.getTime() ?? '', country ?? '', location]
  return hash('sha256', parts.join(separator), 'base64url').slice(0, hashChars)
}

/** Names that apps give to reviewers without one. */
const noNames = new Set(
  `anonymous,anonym,anonyme,anónimo,anonimo,anónima,anoniem,guest,gast,customer,kunde,client,shopper,user,buyer,amazon customer,kindle customer,a customer,
  aliexpress shopper,shopee user,verified buyer,google user,a google user,匿名,匿名用户,익명`
    .split(',')
    .map((name) => name.trim()),
)

/** Whether many reviewers of a file may look so: without text, and without a whole name. Only their row tells them apart. */
export const isFaceless = ({ author, content, title }: ImportedReview): boolean =>
  content === '' && title === '' && (author === '' || author.includes('*') || noNames.has(author.toLowerCase()))

const plain = (text: string): string => text.normalize('NFC').toLowerCase().replace(/\s+/g, ' ').trim()
