import { text } from 'node:stream/consumers'
import type { Ctx } from '../../core/context.ts'
import type { RawRecord } from '../../core/csv.ts'
import { InvalidInput } from '../../core/errors.ts'
import { recordUnusedFile } from '../../core/files/unused-files.ts'
import type { Import } from '../../generated/prisma/client.ts'
import { readHeader } from '../parsing/header.ts'
import type { RecordReader } from '../sources/source.ts'
import { requireSource } from '../sources/sources.ts'
import { mapYielding } from '../../core/yield-every.ts'
import { readFileFormat, type FileFormat } from './import-file.ts'
import { openImportFile } from './open-records.ts'

const chunkRows = 1_000

/** The records of a file, and how a source reads them. */
export interface ImportRecords {
  reader: RecordReader
  /** Yields the records from a position, 0 by default, at most 1,000 at a time. Only these are in memory. */
  read(from?: number): AsyncGenerator<RawRecord[]>
}

export const openReader = ({ source, columns, delimiter, mapping }: FileFormat): RecordReader =>
  requireSource(source).open({ ...readHeader(columns), separator: delimiter }, mapping ?? undefined)

/**
 * Opens the records of a stored upload. The first reader parses it into files of 1,000 records, which all later readers
 * use. They are deleted after a day (`purgeUnusedFiles`). Whoever misses one parses the upload again.
 * @param lost aborted when another runner has the import; reading then @throws its reason
 */
export function openImportRecords(ctx: Ctx, row: Import, lost?: AbortSignal): ImportRecords {
  return {
    reader: openReader(readFileFormat(row)),
    async *read(from = 0) {
      for (let number = Math.floor(from / chunkRows); ; number++) {
        lost?.throwIfAborted()
        let records = await readChunk(ctx, row, number)
        if (!records) {
          await writeChunks(ctx, row, lost)
          records = (await readChunk(ctx, row, number)) ?? []
        }
        const wanted = records.slice(Math.max(0, from - number * chunkRows))
        if (wanted.length > 0) yield wanted
        if (records.length < chunkRows) return
      }
    },
  }
}

const buildChunkKey = ({ fileKey, encoding }: Import, number: number): string => `${fileKey}-${encoding}-${number}`

/** Parses the upload. Equal uploads in equal encodings give equal chunks, so a killed or late writer harms nothing. */
async function writeChunks(ctx: Ctx, row: Import, lost?: AbortSignal): Promise<void> {
  const opened = await openImportFile(ctx, row)
  if (!opened) throw new InvalidInput({ file: 'importFailed' })
  let number = 0
  for await (const records of splitIntoChunks(opened.records)) {
    lost?.throwIfAborted()
    const key = buildChunkKey(row, number++)
    await recordUnusedFile(ctx.db, { shopId: ctx.shop.id, key })
    const lines = await mapYielding(records, (record) => `${JSON.stringify(record)}\n`)
    await ctx.files.put(key, Buffer.from(lines.join('')), { contentType: 'application/jsonl' })
  }
}

async function readChunk({ files }: Ctx, row: Import, number: number): Promise<RawRecord[] | null> {
  const stored = await files.get(buildChunkKey(row, number))
  if (!stored) return null
  const lines = (await text(stored.stream)).split('\n').slice(0, -1)
  return mapYielding(lines, (line) => JSON.parse(line) as RawRecord)
}

/** Yields chunks of 1,000 records. The last one has fewer, so it marks the end, and may be empty. */
export async function* splitIntoChunks(records: AsyncIterable<RawRecord[]>): AsyncGenerator<RawRecord[]> {
  let chunk: RawRecord[] = []
  for await (const some of records) {
    chunk = chunk.concat(some)
    while (chunk.length >= chunkRows) {
      yield chunk.slice(0, chunkRows)
      chunk = chunk.slice(chunkRows)
    }
  }
  yield chunk
}
