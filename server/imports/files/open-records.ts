import { Readable } from 'node:stream'
import { maxImportFileRows } from '../../../rules/limits.ts'
import type { Ctx } from '../../core/context.ts'
import { InvalidInput } from '../../core/errors.ts'
import type { FileFormat } from './import-file.ts'
import { openCsv, type RawRecord } from '../../core/csv.ts'
import { decodeText, type Bytes } from '../parsing/decode.ts'
import { readHeader } from '../parsing/header.ts'
import { openCandorCsv, skipSignature } from '../parsing/candor-file.ts'
import { candor, candorEdited } from '../sources/apps/candor.ts'
import type { RecordReader } from '../sources/source.ts'
import { requireSource } from '../sources/sources.ts'

export interface OpenedFile {
  reader: RecordReader
  header: string[]
  /** All records after the header, a few hundred at a time. Leaving the loop closes the file. */
  records: AsyncGenerator<RawRecord[]>
  /** Closes the file if no record was read. */
  close(): void
}

/** Opens a stored upload; only one batch is in memory. Returns null when the file is gone. */
export async function openImportFile(
  ctx: Ctx,
  { fileKey, format }: { fileKey: string; format: FileFormat },
): Promise<OpenedFile | null> {
  const stored = await ctx.files.get(fileKey)
  if (!stored) return null
  return openRecords(stored.stream, format)
}

/**
 * Opens any bytes. Closes a stream of them when the records end, the loop is left or reading fails.
 * @throws InvalidInput as openCsv; while reading importTooManyRows
 */
export async function openRecords(
  bytes: Bytes,
  { source, encoding, mapping, unlimited }: Pick<FileFormat, 'source' | 'encoding' | 'mapping' | 'unlimited'>,
): Promise<OpenedFile> {
  const close = () => {
    if (bytes instanceof Readable) bytes.destroy()
  }
  try {
    const { header, records, delimiter } =
      source === candor.id
        ? { ...(await openCandorCsv(bytes, encoding)), delimiter: ',' }
        : await openCsv(decodeText(bytes, encoding))
    const reader = requireSource(source).open({ ...readHeader(header), separator: delimiter }, mapping)
    const read = source === candorEdited.id ? skipSignature(records) : records
    return { header, records: closeAtEnd(unlimited ? read : withinRows(read), close), reader, close }
  } catch (error) {
    close()
    throw error
  }
}

async function* withinRows(records: AsyncIterable<RawRecord[]>): AsyncGenerator<RawRecord[]> {
  let read = 0
  for await (const some of records) {
    read += some.length
    if (read > maxImportFileRows) throw new InvalidInput({ file: 'importTooManyRows' })
    yield some
  }
}

async function* closeAtEnd(records: AsyncIterable<RawRecord[]>, close: () => void): AsyncGenerator<RawRecord[]> {
  try {
    yield* records
  } finally {
    close()
  }
}
