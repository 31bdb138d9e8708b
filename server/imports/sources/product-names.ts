import { cleanLine, shorten } from '../parsing/text.ts'
import type { Row } from './row.ts'
import { shownValueChars } from './cells.ts'
import type { Field, ProductNames } from './source.ts'

/** The platform's own bound. */
const longestHandle = 255
/** What stands behind names no product. */
const longestAddress = 2_000
const longestId = 100

/** Whatever the cells of a row call its product. */
export function readProductNames({ cell, rules }: Pick<Row, 'cell' | 'rules'>): ProductNames {
  const written = cell('platformId').trim()
  const platformId = rules.foreignProductIds ? '' : platformIdOf(written, 'Product')
  return {
    platformId,
    variantId: platformIdOf(cell('variantId').trim(), 'ProductVariant'),
    handle: shorten(cell('handle').trim(), longestHandle).toLowerCase(),
    urlHandle: handleOfUrl(cell('url')),
    sku: shorten(cleanLine(cell('sku')), shownValueChars),
    title: shorten(cleanLine(cell('productTitle')), shownValueChars),
    // Nought is how programs write that there is none.
    other: platformId === '' && written !== '0' ? shorten(written, shownValueChars) : '',
  }
}

/**
 * The kinds of names in the order in which a product is called by one, and the column of each. Hashes and answers that are stored hold the
 * name that this order chose: another order would not know what came in before.
 */
const kinds = [
  ['handle', 'handle'],
  ['platformId', 'platformId'],
  ['urlHandle', 'url'],
  ['sku', 'sku'],
  ['variantId', 'variantId'],
  ['title', 'productTitle'],
  ['other', 'platformId'],
] as const satisfies readonly (readonly [keyof ProductNames, Field])[]

export interface ProductName {
  name: string
  /** What the column means that the name stands in. */
  field: Field
}

/** What a product that we lack is shown and answered by, the most telling name that the file gives; null: a review of the shop itself. */
export function findImportedName(names: ProductNames): ProductName | null {
  for (const [kind, field] of kinds) if (names[kind] !== '') return { name: names[kind], field }
  return null
}

/** Platform ids come bare, as `gid://shopify/Product/555`, or spoilt by a spreadsheet (`9.1E+12`), which names no product. */
function platformIdOf(cell: string, kind: 'Product' | 'ProductVariant'): string {
  if (cell === '' || cell.length > longestId) return ''
  const found = /^(?:gid:\/\/\w+\/(\w+)\/)?'?(\d{1,20})(?:\.0)?$/.exec(cell)
  return found && (found[1] === undefined || found[1] === kind) && found[2] !== '0' ? (found[2] ?? '') : ''
}

/** `https://shop.example/products/blue-mug?variant=1` is of `blue-mug`; an address that ends at the shop is of none. */
function handleOfUrl(cell: string): string {
  if (cell === '') return ''
  const path = /^(?:https?:\/\/[^/?#\s]+)?(\/[^?#\s]*)/i.exec(cell.trim().slice(0, longestAddress))?.[1] ?? ''
  const part =
    /\/products\/([^/]+)/i.exec(path)?.[1] ??
    path
      .split('/')
      .findLast((one) => one !== '')
      ?.replace(/\.html?$/i, '') ??
    ''
  return shorten(cleanLine(decoded(part)), shownValueChars).toLowerCase()
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
