import type { Readable } from 'node:stream'
import { REVIEW_STATUSES } from '../../rules/review-status.ts'
import type { Parts } from '../core/http/parts.ts'
import { readExportRows } from '../reviews/export/rows.ts'
import { createFileStream, type EXPORT_FORMATS } from '../reviews/export/write-file.ts'
import { CommandEnd } from './command-output.ts'

export interface ExportOrder {
  domain: string
  format: (typeof EXPORT_FORMATS)[number]
}

interface ExportWork {
  rows: AsyncGenerator<string[][]>
  contentOf(rows: AsyncGenerator<string[][]>): Readable
  /** Number of reviews sent so far. */
  reviews(): number
}

/**
 * Yields all reviews of a shop including the recycle bin, for `npm run export`.
 * @throws CommandEnd with a sentence
 */
export async function runExportOrder(
  { deps, contextOf }: Pick<Parts, 'deps' | 'contextOf'>,
  { domain, format }: ExportOrder,
): Promise<ExportWork> {
  const shop = await deps.access
    .acrossShops('find the shop of a command')
    .shop.findUnique({ where: { shopifyDomain: domain } })
  if (!shop) throw new CommandEnd(`There is no shop ${domain}.`)
  let reviews = 0
  const written = (done: number): Promise<void> => {
    reviews = done
    return Promise.resolve()
  }
  return {
    rows: readExportRows(
      contextOf(shop, { kind: 'system', name: 'export' }),
      { status: [...REVIEW_STATUSES] },
      written,
    ),
    contentOf: (rows) => createFileStream(format, rows),
    reviews: () => reviews,
  }
}
