import { maxImportFileColumns } from '../../../rules/limits.ts'
import { openCsv } from '../../core/csv.ts'
import { InvalidInput } from '../../core/errors.ts'
import { decodeText, type Bytes } from '../parsing/decode.ts'
import type { Encoding } from '../parsing/encodings.ts'
import { readHeader, type Header } from '../parsing/header.ts'
import { guessMapping, other } from '../sources/mapping.ts'
import type { ImportSource } from '../sources/source.ts'
import { detectSource } from '../sources/sources.ts'
import { isHeaderRow } from './header-row.ts'
import type { FileFormat } from './import-file.ts'

export type TextFormat = Pick<FileFormat, 'source' | 'columns' | 'mapping' | 'mapped' | 'encoding' | 'delimiter'>

/**
 * Reads the format of a text from its header.
 * @throws InvalidInput as openCsv and detectSource; importTooManyColumns
 */
export async function readTextFormat(bytes: Bytes, encoding: Encoding): Promise<TextFormat> {
  const { delimiter, header: cells } = await openCsv(decodeText(bytes, encoding), { isHeader: isHeaderRow })
  const header = readHeader(cells)
  return { ...formatFor(detectSource(header), header), encoding, delimiter }
}

/** Guesses unknown columns; the check asks about them. */
export const formatFor = (
  source: ImportSource,
  header: Header,
): Pick<FileFormat, 'source' | 'columns' | 'mapping'> => ({
  source: source.id,
  columns: listColumnNames(header),
  ...(source === other && { mapping: guessMapping(header) }),
})

function listColumnNames({ names }: Header): string[] {
  if (names.filter((name) => name !== '').length > maxImportFileColumns)
    throw new InvalidInput({ file: 'importTooManyColumns' })
  return [...names]
}
