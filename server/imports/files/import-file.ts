import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { fileTypeFromBuffer } from 'file-type'
import {
  bytesPerMegabyte,
  largeImportFileLines,
  maxImportFileBytes,
  maxImportFileColumns,
  maxImportFileRows,
} from '../../../rules/limits.ts'
import { DEFAULT_MARKETPLACE_OPTIONS, type MarketplaceOptions } from '../../../rules/marketplace-options.ts'
import type { Ctx } from '../../core/context.ts'
import { InvalidInput } from '../../core/errors.ts'
import type { GivenAnswers } from '../checking/file-facts.ts'
import { hasValidSignature } from '../../reviews/export/file-signature.ts'
import { formatCsv } from '../../reviews/export/write-file.ts'
import { judgemeHeader, readSavedJudgeme } from '../marketplaces/judgeme-api.ts'
import type { MarketplaceId } from '../marketplaces/marketplace.ts'
import { largestPayloadBytes, looksLikeJson } from '../marketplaces/payload.ts'
import type { MarketplaceFigures } from '../marketplaces/table.ts'
import { openCsv } from '../../core/csv.ts'
import { decodeText, findEncoding, type Encoding } from '../parsing/decode.ts'
import { readHeader, type Header } from '../parsing/header.ts'
import { isOldExcelXml, isHtmlPage, pageRows } from '../parsing/html-table.ts'
import { fitToLength, readCandorRows } from '../parsing/candor-file.ts'
import { isArchive, workbookRows } from '../parsing/workbook.ts'
import { littleWorkbook, workbookBounds, WorkbookWork } from '../parsing/workbook-work.ts'
import { candor, candorEdited } from '../sources/apps/candor.ts'
import { guessMapping, other } from '../sources/mapping.ts'
import { detectSource } from '../sources/sources.ts'
import type { ImportSource, Mapping } from '../sources/source.ts'

/** A file as it was uploaded. */
export interface Upload {
  name: string
  bytes: Uint8Array
  /** The edge stopped reading: the file is longer than it takes. */
  truncated?: boolean
  /** Which reviews of a marketplace are taken; the defaults of the general setting unless given. */
  optionsOf?: (id: MarketplaceId) => MarketplaceOptions
  /** Reviews of this marketplace are expected, and nothing else is taken. */
  marketplace?: MarketplaceId
  /** How many reviews the server fetched; the bytes are the table made of them. */
  figures?: MarketplaceFigures
  /** From the operator's own shell: neither the size of files nor the rows of a plan are bounded. */
  unlimited?: boolean
  /** Names the command of that shell, so that it finds what it has begun. */
  command?: string
  /** A workbook that unfolds to more than a little is refused as too large: others wait for the process that reads it. */
  little?: boolean
}

/** What has to be known to read a stored file again. */
export interface FileFormat {
  source: string
  encoding: Encoding
  delimiter: string
  columns: string[]
  /** What the columns mean, where the source cannot know; guessed until the merchant has said so. */
  mapping?: Mapping
  /** The mapping is the merchant's. */
  mapped?: boolean
  /** Of a marketplace's answer or page. */
  marketplace?: MarketplaceFigures
  /** No plan bounds its rows; see Upload. */
  unlimited?: boolean
  /** See Upload. */
  command?: string
  /** A small upload that unfolds to much, or has very many lines (isLarge). */
  large?: boolean
  /** What the merchant has answered of how cells are read: the check counts by it. */
  given?: GivenAnswers
}

/** What we take: texts, workbooks, what apps call a workbook, and what marketplaces answer and a browser saves of them. */
const acceptedNames = /\.(csv|tsv|txt|xlsx|xls|json|html?)$/i
const pageNames = /\.html?$/i
const jsonNames = /\.(json|txt)$/i
/** What is called a workbook, whatever it is. */
export const workbookNames = /\.xlsx?$/i
const pieceBytes = 64 * 1024
const longestFileName = 200

/** An upload that was looked at: how to read what is going to be stored, and that. */
export interface Inspected {
  format: FileFormat
  /** A readable of it for the file port; a new one at each call. */
  content(): Readable
}

/**
 * Looks at an upload before it is kept. A file of our own is `candor` when its signature holds, else `candor-edited`; the table of a
 * workbook or a page, and a marketplace's answer or page, are kept as separated text.
 * @throws InvalidInput importFileTooLarge, importTooManyColumns, emptyFile, invalidFileType, oldExcelFile, encodingUnreadable, notAReviewExport,
 * workbookBroken, workbookTooLarge, workbookRowTooLarge; of marketplaces as readMarketplaceText
 */
export async function inspectUpload({ signer }: Pick<Ctx, 'signer'>, upload: Upload): Promise<Inspected> {
  const { name, bytes, truncated, unlimited } = upload
  if (truncated || (!unlimited && bytes.length > maxImportFileBytes))
    throw new InvalidInput({ file: 'importFileTooLarge' })
  if (bytes.length === 0) throw new InvalidInput({ file: 'emptyFile' })
  if (!acceptedNames.test(name)) throw new InvalidInput({ file: 'invalidFileType' })
  if (isOldExcel(bytes) || (workbookNames.test(name) && isOldExcelXml(bytes)))
    throw new InvalidInput({ file: 'oldExcelFile' })
  if (workbookNames.test(name) && isArchive(bytes)) return inspectWorkbook(signer, upload)
  if (await isBinary(bytes)) throw new InvalidInput({ file: 'invalidFileType' })
  const pieces = () => inPieces(bytes)
  const encoding = await findEncoding(pieces())
  const ofMarketplace = await inspectMarketplace(upload, () => decodeText(pieces(), encoding))
  if (ofMarketplace) return ofMarketplace
  if (isHtmlPage(bytes))
    return inspectPage(() => pageRows(pieces(), encoding), { isTable: !pageNames.test(name), most: mostOf(upload) })
  const { delimiter, header: cells } = await openCsv(decodeText(pieces(), encoding))
  const header = readHeader(cells)
  const source = detectSource(header)
  const signed = source === candorEdited && (await hasValidSignature(signer, readCandorRows(pieces(), encoding)))
  return {
    format: {
      ...formatFor(signed ? candor : source, header),
      encoding,
      delimiter,
      ...(hasManyLines(bytes) && { large: true }),
    },
    content: () => createUploadStream(bytes),
  }
}

/** Line ends are counted no further than it takes; within quotes they count, too. */
function hasManyLines(bytes: Uint8Array): boolean {
  // A file of old has the other one alone.
  const lineEnd = bytes.includes(0x0a) ? 0x0a : 0x0d
  let lines = 0
  for (let at = bytes.indexOf(lineEnd); at >= 0 && lines < largeImportFileLines; at = bytes.indexOf(lineEnd, at + 1))
    lines++
  return lines >= largeImportFileLines
}

/** A workbook of ours goes on in further sheets when a sheet is full; of anybody else's the first sheet with rows is read. */
async function inspectWorkbook(signer: Ctx['signer'], upload: Upload): Promise<Inspected> {
  const { bytes, little = false } = upload
  const work = () => WorkbookWork.on(bytes, little ? littleWorkbook : {})
  const first = await firstOf(joinSheets(workbookRows(bytes, work())))
  const header = readHeader(first?.[0] ?? [])
  const ours = candorEdited.detect(header) > 0
  const table = () => joinSheets(workbookRows(bytes, work(), { only: !ours }))
  if (!ours) return inspectTable(header, table, { most: mostOf(upload) })
  const source = (await hasValidSignature(signer, table())) ? candor : candorEdited
  return keptAsText(formatFor(source, header), table, mostOf(upload))
}

/** Null: neither JSON nor a page of a marketplace. What Judge.me's API answered may have been saved, too. */
async function inspectMarketplace(upload: Upload, text: () => AsyncIterable<string>): Promise<Inspected | null> {
  const { name, bytes, marketplace, optionsOf = () => DEFAULT_MARKETPLACE_OPTIONS } = upload
  const isPage = pageNames.test(name)
  if (!isPage && !jsonNames.test(name)) return null
  if (!isPage && !looksLikeJson((await firstOf(text())) ?? '')) return null
  if (bytes.length > largestPayloadBytes) {
    // A page of this size may be a table still.
    if (!isPage || marketplace) throw new InvalidInput({ file: 'notMarketplaceReviews' })
    return null
  }
  const pieces: string[] = []
  for await (const piece of text()) pieces.push(piece)
  const whole = pieces.join('')
  const saved = isPage || marketplace ? null : readSavedJudgeme(whole)
  if (saved) {
    const figures: MarketplaceFigures = {
      total: null,
      found: saved.length,
      chosen: saved.length,
      repliesAndVideosMissing: true,
    }
    return keptAsText(
      { source: 'judgeme', columns: [...judgemeHeader], marketplace: figures },
      () => asSingleBatch([[...judgemeHeader], ...saved]),
      mostOf(upload),
    )
  }
  // Few uploads are of a marketplace: what reads them is loaded with the first one.
  const { marketplaceTable } = await import('../marketplaces/table.ts')
  const found = marketplaceTable(whole, { expected: marketplace, optionsOf })
  if (!found && isPage && !isHtmlPage(bytes)) throw new InvalidInput({ file: 'invalidFileType' })
  if (!found) return null
  const { id, rows, figures } = found
  return keptAsText({ source: id, columns: rows[0] ?? [], marketplace: figures }, () => asSingleBatch(rows), mostOf(upload))
}

async function* asSingleBatch(rows: string[][]): AsyncGenerator<string[][]> {
  yield await Promise.resolve(rows)
}

/** @param options.isTable a table under a workbook's name, not what a browser saved */
async function inspectPage(
  rows: () => AsyncGenerator<string[][]>,
  options: { isTable: boolean; most: Most },
): Promise<Inspected> {
  const table = () => joinSheets(rows())
  const first = await firstOf(table())
  if (!first) throw new InvalidInput({ file: options.isTable ? 'emptyFile' : 'noReviewsFound' })
  return inspectTable(readHeader(first[0] ?? []), table, options)
}

function inspectTable(
  header: Header,
  table: () => AsyncGenerator<string[][]>,
  { isTable = true, most }: { isTable?: boolean; most: Most },
): Inspected {
  if (header.names.every((name) => name === '')) throw new InvalidInput({ file: 'emptyFile' })
  return keptAsText(formatFor(detectSource(header, { isTable }), header), table, most)
}

/** What a table may come to as text. */
interface Most {
  bytes: number
  /** Without the names of the columns. */
  rows: number
}

/** What unfolds to more text is no honest workbook or page: of texts that cells share a few bytes may name many. */
const mostOf = ({ bytes: { length }, unlimited }: Upload): Most => ({
  bytes: Math.min(workbookBounds.chars, Math.max(20 * bytesPerMegabyte, 20 * length)),
  rows: unlimited ? Infinity : maxImportFileRows,
})

/** @param most with more the content throws workbookTooLarge, importTooManyRows */
function keptAsText(
  format: Omit<FileFormat, 'encoding' | 'delimiter'>,
  table: () => AsyncGenerator<string[][]>,
  most: Most,
): Inspected {
  const text = format.source === candor.id || format.source === candorEdited.id ? formatCsv : formatPlainText
  return {
    format: { ...format, encoding: 'utf-8', delimiter: ',' },
    content: () => Readable.from(asText(table(), { text, most }), { objectMode: false }),
  }
}

/** Columns without a name that we know are guessed, and asked about by the check. */
const formatFor = (source: ImportSource, header: Header): Pick<FileFormat, 'source' | 'columns' | 'mapping'> => ({
  source: source.id,
  columns: listColumnNames(header),
  ...(source === other && { mapping: guessMapping(header) }),
})

function listColumnNames({ names }: Header): string[] {
  if (names.filter((name) => name !== '').length > maxImportFileColumns)
    throw new InvalidInput({ file: 'importTooManyColumns' })
  return [...names]
}

async function firstOf<T>(items: AsyncIterable<T>): Promise<T | undefined> {
  for await (const item of items) return item
  return undefined
}

async function* asText(
  table: AsyncIterable<string[][]>,
  { text, most }: { text: (rows: string[][]) => string; most: Most },
): AsyncGenerator<Buffer> {
  let [written, told] = [0, 0]
  for await (const rows of table) {
    told += rows.length
    // The first one holds the names of the columns.
    if (told > most.rows + 1) throw new InvalidInput({ file: 'importTooManyRows' })
    const bytes = Buffer.from(text(rows))
    written += bytes.length
    if (written > most.bytes) throw new InvalidInput({ file: 'workbookTooLarge' })
    yield bytes
  }
}

/** Separated text without the guards of ours: it is read by us alone. */
export const formatPlainText = (rows: readonly (readonly string[])[]): string =>
  rows
    .map((cells) => `${cells.map((cell) => (cell === '' ? '' : `"${cell.replaceAll('"', '""')}"`)).join(',')}\n`)
    .join('')

const mostFitted = 100

/** A workbook's sheets as one table: the names of the columns stand on top of each sheet, and are returned once. */
async function* joinSheets(sheets: AsyncIterable<string[][]>): AsyncGenerator<string[][]> {
  let header: string[] | undefined
  for await (const rows of sheets) {
    const told: string[][] = []
    for (const cells of rows) {
      // Ours are sealed with the empty cells at the end of a row, and have few columns.
      const row: string[] = header && header.length <= mostFitted ? fitToLength(cells, header.length) : cells
      if (header?.every((name, at) => name === (row[at] ?? '')) && row.length <= header.length) continue
      header ??= row
      told.push(row)
    }
    if (told.length > 0) yield told
  }
}

/** The binary workbooks of before 2007, and any workbook behind a password: both lie in a container of this beginning. */
const isOldExcel = (bytes: Uint8Array): boolean => Buffer.from(bytes.subarray(0, 4)).toString('hex') === 'd0cf11e0'

/** Whether the first bytes are those of a picture, an archive, a workbook: a known type that is no text. */
async function isBinary(bytes: Uint8Array): Promise<boolean> {
  const type = await fileTypeFromBuffer(bytes.subarray(0, 4100))
  return type !== undefined && !type.mime.startsWith('text/') && type.mime !== 'application/xml'
}

function* inPieces(bytes: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes)
}

/** A name fit to be shown: the last part of what the browser sent, without control characters. */
export const cleanFileName = (name: string): string =>
  name
    .replace(/[\u0000-\u001F\u007F]/g, '')
    .split(/[\\/]/)
    .at(-1)
    ?.trim()
    .slice(-longestFileName)
    .toWellFormed() || 'reviews.csv'

/** Key of the stored upload: not of the form of a picture's, so /media/ never serves it. */
export const buildImportFileKey = (shopId: string, importId: string): string =>
  `${shopId}/imports/${createHash('sha256').update(importId).digest('hex')}`

/** Bytes as a stream of pieces, for whoever reads uploads or keeps files. */
export const createUploadStream = (bytes: Uint8Array): Readable => Readable.from(inPieces(bytes))

/** Whether the upload is there still: those of imports that ended long ago are not (purge.ts). */
export const isFileKept = ({ fileKey }: { fileKey: string }): boolean => fileKey !== ''

/** The format of a stored import. */
export function readFileFormat({ source, report }: { source: string; report: unknown }): FileFormat {
  const { encoding, delimiter, columns, mapping, mapped, marketplace, unlimited, command, large, given } =
    report as Omit<FileFormat, 'source'>
  return {
    source,
    encoding,
    delimiter,
    columns,
    ...(mapping && { mapping }),
    ...(mapped && { mapped }),
    ...(marketplace && { marketplace }),
    ...(unlimited && { unlimited }),
    ...(command && { command }),
    ...(large && { large }),
    ...(given && { given }),
  }
}
