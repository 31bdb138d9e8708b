import {
  addFacts,
  noFacts,
  listFormatQuestions,
  chooseParseOptions,
  type FileFacts,
  type Question,
} from '../imports/checking/file-facts.ts'
import { inspectUpload } from '../imports/files/import-file.ts'
import { openRecords } from '../imports/files/open-records.ts'
import { openReader } from '../imports/files/record-chunks.ts'
import type { ImportedReview, ReadResult } from '../imports/sources/source.ts'
import { makeSigner } from '../core/signing.ts'

const signer = makeSigner('a secret of the tests alone, long enough')
const now = new Date('2026-06-15T08:00:00Z')

export interface ReadFile {
  source: string
  facts: FileFacts
  questions: Question[]
  results: ReadResult[]
  reviews: ImportedReview[]
}

interface ReadOptions {
  name?: string
  answers?: Record<string, string>
}

/** Reads an upload like the check, without a shop, on 15 June 2026. */
export async function readFile(
  file: string | Uint8Array,
  { name = 'reviews.csv', answers = {} }: ReadOptions = {},
): Promise<ReadFile> {
  const { format, content } = await inspectUpload(
    { signer },
    { name, bytes: typeof file === 'string' ? Buffer.from(file) : file },
  )
  const open = () => openRecords(content() as AsyncIterable<Uint8Array>, format)
  const reader = openReader(format)
  const facts = noFacts()
  for await (const batch of (await open()).records) addFacts(facts, reader, batch)
  const reading = chooseParseOptions(facts, new Map(Object.entries(answers)), now)
  const results: ReadResult[] = []
  for await (const batch of (await open()).records)
    results.push(...batch.map(({ cells }) => reader.read(cells, reading)))
  return {
    source: format.source,
    facts,
    questions: listFormatQuestions(facts),
    results,
    reviews: results.flatMap((result) => ('ok' in result ? [result.ok] : [])),
  }
}

/** Returns the problems of each record, such as `rating: ratingZero`, or its remarks after `ok`. */
export const reasonsOf = (results: readonly ReadResult[]): string[] =>
  results.map((result) =>
    ('bad' in result
      ? result.bad.map(({ column, reason }) => `${column}: ${reason}`)
      : ['ok', ...result.remarks.map(({ column, reason }) => `${column}: ${reason}`)]
    ).join(', '),
  )

/** Returns a review without its empty fields, for tables; dates become texts. */
export function describeRow({ product, createdAt, reply, ...rest }: ImportedReview): object {
  const names = Object.entries(product).filter(([, name]) => name !== '')
  return Object.fromEntries(
    Object.entries({
      ...rest,
      product: names.length > 0 ? Object.fromEntries(names) : null,
      createdAt: createdAt?.toISOString() ?? null,
      reply: reply && (reply.at ? [reply.content, reply.at.toISOString()] : [reply.content]),
      source: rest.source === 'imported' ? null : rest.source,
      sourceDay: null,
    }).filter(
      ([, value]) => value !== '' && value !== null && value !== false && !(Array.isArray(value) && value.length === 0),
    ),
  )
}
