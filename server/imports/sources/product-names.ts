import { cleanLine, shorten } from '../parsing/text.ts'
import type { Row } from './row.ts'
import { shownValueChars } from './cells.ts'
import type { Field, ProductNames } from './source.ts'

/** The platform's limit. */
const longestHandle = 255
/** Text beyond this names no product. */
const longestAddress = 2_000
const longestId = 100

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
    // Programs write 0 for "no product".
    other: platformId === '' && written !== '0' ? shorten(written, shownValueChars) : '',
  }
}

/**
 * Name kinds by priority, with the column of each. Stored hashes and answers use the first name found. Another order
 * would no longer recognize earlier imports.
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

interface ProductName {
  name: string
  field: Field
}

/** Returns the name under which an unknown product is shown and answered. Null for a review of the shop. */
export function findImportedName(names: ProductNames): ProductName | null {
  for (const [kind, field] of kinds) if (names[kind] !== '') return { name: names[kind], field }
  return null
}

/** Reads a bare id or `gid://shopify/Product/555`. Ids damaged by a spreadsheet (`9.1E+12`) match nothing. */
function platformIdOf(cell: string, kind: 'Product' | 'ProductVariant'): string {
  if (cell === '' || cell.length > longestId) return ''
  const found = /^(?:gid:\/\/\w+\/(\w+)\/)?'?(\d{1,20})(?:\.0)?$/.exec(cell)
  return found && (found[1] === undefined || found[1] === kind) && found[2] !== '0' ? (found[2] ?? '') : ''
}

/** Returns `blue-mug` for `https://shop.example/products/blue-mug?variant=1`; '' for the shop's own address. */
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
