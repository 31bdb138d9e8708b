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
import type { Field, ImportSource } from './source.ts'
import { template } from './template.ts'
import { trustoo } from './apps/trustoo.ts'
import { woocommerce } from './apps/woocommerce.ts'
import { yotpo } from './apps/yotpo.ts'

/** Every source we read files of. Where two know a file equally well, the first has it. */
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

/** @throws Error for an id that was never stored by us */
export function requireSource(id: string): ImportSource {
  const found = sources.find((source) => source.id === id)
  if (!found) throw new Error(`No import source is called ${id}.`)
  return found
}

/** What the API and the command line call the source of an import: one id an app. */
export const toShownSource = (id: string): string => requireSource(id).app ?? id

/** All of them, each once. */
export const shownSources: readonly string[] = [...new Set(sources.map(({ id }) => toShownSource(id)))]

/**
 * The source that knows most of a file's columns and overlooks nothing that matters; `other` where none does: what its columns mean is guessed as far as it can be, and asked.
 * @param isTable whether it was made as a table; a page has tables for its looks, which are of reviews only where their columns say so
 * @throws InvalidInput notAReviewExport when there are no two columns to choose from
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

/** What a review must not lose unseen: whether it may be shown, who wrote it and when, its lasting name, and its product. */
const whatMatters: readonly (readonly Field[])[] = [
  ['status', 'hidden'],
  ['author', 'lastName'],
  ['date'],
  ['externalId'],
  ['platformId', 'variantId', 'handle', 'url', 'sku', 'productTitle'],
]

/** Whether a column that the source does not read seems to say such a thing, which no column that it reads does: the file is like the source's, but another app's. */
function missesColumns(source: ImportSource, header: Header): boolean {
  const { fields } = source.open(header)
  const read = new Set(fields.values())
  const unread = header.names.map((name, at) =>
    read.has(at) || source.ignoredColumns?.has(header.keys[at] ?? '') ? '' : name,
  )
  const guessed = guessMapping({ names: unread, keys: header.keys })
  return whatMatters.some(
    (group) => group.some((field) => guessed[field] !== undefined) && !group.some((field) => fields.has(field)),
  )
}
