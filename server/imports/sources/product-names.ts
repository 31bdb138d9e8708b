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
  const named = cell('handle').trim()
  const platformId = rules.foreignProductIds ? '' : platformIdOf(written, 'Product')
  const variant = cell('variantId').trim()
  const variantId = platformIdOf(variant, 'ProductVariant')
  const address = cell('url').trim()
  const unread = handleOfUrl(address) === '' && namesOtherwise(address) ? address : ''
  return {
    platformId,
    variantId,
    handle: isAddress(named) ? '' : shorten(named.replace(/(?<!\/)\/+$/, ''), longestHandle).toLowerCase(),
    urlHandle: [cell('url'), ...[named, written].filter(isAddress)].map(handleOfUrl).find(Boolean) ?? '',
    sku: shorten(cleanLine(cell('sku')), shownValueChars),
    title: shorten(cleanLine(cell('productTitle')), shownValueChars),
    // Programs write 0 for "no product".
    other: shorten(
      [platformId ? '' : written, variantId ? '' : variant, unread].find((one) => one !== '' && one !== '0') ?? '',
      shownValueChars,
    ),
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

const isHost = (text: string): boolean =>
  /^(?:[\w-]+\.)+[a-z]{2,24}(?::\d+)?$/i.test(text) && !/\.(?:html?|php|aspx?)$/i.test(text)

/** Returns the path of an address with or without its scheme; null for a text that is no address. */
function pathOf(text: string): string | null {
  const [bare = ''] = text.replace(/^(?:https?:)?\/\//i, '').split(/[?#]/, 1)
  const [host = ''] = bare.split('/', 1)
  if (!text.startsWith(bare.slice(0, 1) || ' ') || isHost(host)) return bare.slice(host.length)
  return text.startsWith('/') || /(?:^|\/)products\//i.test(bare) ? bare : null
}

/** Whether a cell for another name holds an address: `https://...`, `shop.example/products/mug`, `/products/mug`. */
const isAddress = (text: string): boolean => text.includes('/') && pathOf(text) !== null

/** Whether a cell for an address without a handle still names a product: as a text, or in its query. */
const namesOtherwise = (text: string): boolean =>
  pathOf(text) === null || /[?&](?:\w*product\w*|prod|item|sku|id|pid|p)=/i.test(text)

/** Returns `blue-mug` for `https://shop.example/products/blue-mug?variant=1`; '' for the shop's own address. */
function handleOfUrl(cell: string): string {
  const text = cell.trim().slice(0, longestAddress)
  if (text === '' || /\s/.test(text)) return ''
  const path = pathOf(text) ?? text
  const part =
    /(?:^|\/)products\/([^/]+)/i.exec(path)?.[1] ??
    path
      .split('/')
      .findLast((one) => one !== '')
      ?.replace(/\.html?$/i, '') ??
    ''
  return shorten(cleanLine(decoded(part)), shownValueChars).toLowerCase()
}

/** Columns with codes of products besides the SKU, as normaliseName writes them. */
const codeColumns = new Set(
  `ean ean8 ean13 gtin gtin8 gtin12 gtin13 gtin14 upc upca barcode barcodes isbn isbn13 isbn10 jan jancode asin parentasin mpn model modelnumber modelno partnumber
  partno articlenumber articleno artikelnr artnr codigobarras codigodebarras codebarres codebarre codiceabarre strichcode
  streepjescode mavach バーコード janコード 바코드 条码 条形码 商品条码 商品コード 商品編號 商品编号`.split(/\s+/),
)
export const namesProductCode = (key: string): boolean =>
  codeColumns.has(key.replace(/^(?:product|item|variant|shopify)/, '')) ||
  /^(?:product|item)(?:code|ref|reference|number|no|nr)$/.test(key)

/** Returns a barcode (EAN, UPC, GTIN, ISBN) as the database keeps it: digits without zeros in front; '' for others. */
export function barcodeOf(text: string): string {
  const digits = text.replace(/[\s-]/g, '')
  return /^\d{8,14}$/.test(digits) ? digits.replace(/^0+/, '') : ''
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
