import { InvalidInput } from '../../errors.ts'
import type { Header } from '../reading/header.ts'
import { candor, candorEdited } from './candor.ts'
import { judgeme } from './judgeme.ts'
import type { ImportSource } from './source.ts'

/** Every source we read files of. */
export const sources: readonly ImportSource[] = [candor, candorEdited, judgeme]

/** @throws Error for an id that was never stored by us */
export function sourceById(id: string): ImportSource {
  const found = sources.find((source) => source.id === id)
  if (!found) throw new Error(`No import source is called ${id}.`)
  return found
}

/**
 * The source that knows most of a file's columns.
 * @throws InvalidInput notAReviewExport when no source finds the columns it needs; otherReviewExport when the needed
 *   ones are there but the rest is another app's
 */
export function detectSource(header: Header): ImportSource {
  const ranked = sources.map((source) => ({ source, confidence: source.detect(header) })).sort((a, b) => b.confidence - a.confidence)
  const best = ranked[0]
  if (best && best.confidence > 0) return best.source
  const required = judgeme.requiredColumns
  const readable = required.every((name) => header.keys.includes(name))
  throw new InvalidInput({
    file: readable
      ? { code: 'otherReviewExport', params: { columns: judgeme.usualColumns.join(', ') } }
      : { code: 'notAReviewExport', params: { columns: required.join(', ') } },
  })
}
