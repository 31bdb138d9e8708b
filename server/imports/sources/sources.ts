import { InvalidInput } from '../../core/errors.ts'
import { MARKETPLACES } from '../marketplaces/marketplace.ts'
import { marketplaceSource } from './marketplace-source.ts'
import type { Header } from '../parsing/header.ts'
import { candor, candorEdited } from './apps/candor.ts'
import { judgeme } from './apps/judgeme.ts'
import { loox, looxExport } from './apps/loox.ts'
import { canBeMapped, guessMapping, isComplete, other } from './mapping.ts'
import { okendo } from './apps/okendo.ts'
import { opinew } from './apps/opinew.ts'
import { ryviu } from './apps/ryviu.ts'
import { shopifyProductReviews } from './apps/shopify-product-reviews.ts'
import { findReplyComment } from './show-columns.ts'
import type { Field, ImportSource } from './source.ts'
import { template } from './template.ts'
import { trustoo } from './apps/trustoo.ts'
import { woocommerce } from './apps/woocommerce.ts'
import { yotpo } from './apps/yotpo.ts'

/** All sources. If two match a file equally well, the first one wins. */
export const sources: readonly ImportSource[] = [
  candor,
  candorEdited,
  judgeme,
  loox,
  looxExport,
  shopifyProductReviews,
  okendo,
  opinew,
  ryviu,
  trustoo,
  woocommerce,
  yotpo,
  template,
  ...MARKETPLACES.map(marketplaceSource),
  other,
]

/** @throws Error for an unknown id */
export function requireSource(id: string): ImportSource {
  const found = sources.find((source) => source.id === id)
  if (!found) throw new Error(`No import source is called ${id}.`)
  return found
}

/** Returns a source's id in the API and the command line: one per app. */
export const toShownSource = (id: string): string => requireSource(id).app ?? id

export const shownSources: readonly string[] = [...new Set(sources.map(({ id }) => toShownSource(id)))]

/**
 * Returns the source that knows most of a file's columns and misses none that matter. Returns `other` if none does: its
 * columns are guessed and asked about.
 * @param isTable whether the file is a data table; pages also use tables for layout
 * @throws InvalidInput notAReviewExport when there are fewer than two columns to choose from
 */
export function detectSource(header: Header, { isTable = true } = {}): ImportSource {
  const ranked = sources
    .map((source) => ({ source, confidence: source.detect(header) }))
    .sort((a, b) => b.confidence - a.confidence)
  const best = ranked.find(({ source, confidence }) => confidence > 0 && !missesColumns(source, header))
  if (best) return best.source
  if (isTable ? canBeMapped(header) : isComplete(guessMapping(header))) return other
  throw new InvalidInput({ file: { code: 'notAReviewExport', params: { columns: other.requiredColumns.join(', ') } } })
}

/** Fields that a review must not lose silently: author, date, id and product. Columns about showing never are lost. */
const whatMatters: readonly (readonly Field[])[] = [
  ['author', 'lastName'],
  ['date'],
  ['externalId'],
  ['platformId', 'variantId', 'handle', 'url', 'sku', 'productTitle'],
]

/** Whether an unread column seems to hold such a field that no read column has. Then another app wrote the file. */
function missesColumns(source: ImportSource, header: Header): boolean {
  const { fields } = source.open(header)
  const read = new Set(fields.values())
  const unread = header.names.map((name, at) =>
    read.has(at) || source.ignoredColumns?.has(header.keys[at] ?? '') ? '' : name,
  )
  const guessed = guessMapping({ names: unread, keys: header.keys })
  if (
    !fields.has('reply') &&
    findReplyComment(unread, new Set(), header.names[fields.get('content') ?? -1]) !== undefined
  )
    return true
  return whatMatters.some(
    (group) => group.some((field) => guessed[field] !== undefined) && !group.some((field) => fields.has(field)),
  )
}
