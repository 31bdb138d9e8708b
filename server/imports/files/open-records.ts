import { Readable } from 'node:stream'
import { maxImportFileRows } from '../../../rules/limits.ts'
import type { Ctx } from '../../core/context.ts'
import { InvalidInput } from '../../core/errors.ts'
import type { Import } from '../../generated/prisma/client.ts'
import { isHeaderRow } from './header-row.ts'
import { readFileFormat, type FileFormat } from './import-file.ts'
import { openCsv, type RawRecord } from '../../core/csv.ts'
import { decodeText, type Bytes } from '../parsing/decode.ts'
import { openCandorCsv, skipSignature } from '../parsing/candor-file.ts'
import { candor, candorEdited } from '../sources/apps/candor.ts'

export interface OpenedFile {
  header: string[]
  /** All records after the header, a few hundred at a time. Leaving the loop closes the file. */
  records: AsyncGenerator<RawRecord[]>
  /** Closes the file if no record was read. */
  close(): void
}

/** Opens a stored upload; only one batch is in memory. Returns null when the file is gone. */
export async function openImportFile({ files }: Ctx, row: Import): Promise<OpenedFile | null> {
  const stored = await files.get(row.fileKey)
  return stored && openRecords(stored.stream, readFileFormat(row))
}

/**
 * Opens any bytes. Closes a stream of them when the records end, the loop is left or reading fails.
 * @throws InvalidInput as openCsv; while reading importTooManyRows
 */
export async function openRecords(
  bytes: Bytes,
  { source, encoding, unlimited }: Pick<FileFormat, 'source' | 'encoding' | 'unlimited'>,
): Promise<OpenedFile> {
  const close = () => {
    if (bytes instanceof Readable) bytes.destroy()
  }
  try {
    const { header, records } = await (source === candor.id
      ? openCandorCsv(bytes, encoding)
      : openCsv(decodeText(bytes, encoding), { isHeader: isHeaderRow }))
    const read = source === candorEdited.id ? skipSignature(records) : records
    return { header, records: readAndClose(read, { most: unlimited ? Infinity : maxImportFileRows, close }), close }
  } catch (error) {
    close()
    throw error
  }
}

async function* readAndClose(
  records: AsyncIterable<RawRecord[]>,
  { most, close }: { most: number; close: () => void },
): AsyncGenerator<RawRecord[]> {
  let read = 0
  try {
    for await (const some of records) {
      read += some.length
      if (read > most) throw new InvalidInput({ file: 'importTooManyRows' })
      yield some
    }
  } finally {
    close()
  }
}
