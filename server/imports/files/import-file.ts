import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { fileTypeFromBuffer } from 'file-type'
import {
  bytesPerMegabyte,
  largeImportFileBytes,
  largeImportFileLines,
  maxImportFileBytes,
  maxImportFileRows,
} from '../../../rules/limits.ts'
import type { Ctx } from '../../core/context.ts'
import type { Import } from '../../generated/prisma/client.ts'
import { InvalidInput } from '../../core/errors.ts'
import type { GivenAnswers } from '../checking/file-facts.ts'
import { hasValidSignature } from '../../reviews/export/file-signature.ts'
import { formatCsv } from '../../reviews/export/write-file.ts'
import { judgemeHeader, readSavedJudgeme } from '../marketplaces/judgeme-api.ts'
import type { MarketplaceId, OptionsBySite } from '../marketplaces/marketplace.ts'
import { largestPayloadBytes, looksLikeJson } from '../marketplaces/payload.ts'
import type { MarketplaceFigures } from '../marketplaces/table.ts'
import { decodeText, findEncoding } from '../parsing/decode.ts'
import type { Reading } from '../parsing/detect-encoding.ts'
import type { Encoding } from '../parsing/encodings.ts'
import { readHeader, type Header } from '../parsing/header.ts'
import { isOldExcelXml, isHtmlPage, pageRows } from '../parsing/html-table.ts'
import { fitToLength, readCandorRows } from '../parsing/candor-file.ts'
import { isArchive, readSheetHeads, workbookRows } from '../parsing/workbook.ts'
import { littleWorkbook, workbookBounds, WorkbookWork } from '../parsing/workbook-work.ts'
import { candor, candorEdited } from '../sources/apps/candor.ts'
import { detectSource } from '../sources/sources.ts'
import type { Mapping } from '../sources/source.ts'
import { fromHeader } from './header-row.ts'
import { chooseSheets } from './sheet-choice.ts'
import { formatFor, readTextFormat } from './text-format.ts'

export interface Upload {
  name: string
  bytes: Uint8Array
  /** The request handler stopped reading because the file is too long. */
  truncated?: boolean
  /** Options that select a marketplace's reviews; the general setting by default. */
  options?: OptionsBySite
  /** Only reviews of this marketplace are accepted. */
  marketplace?: MarketplaceId
  /** Set if the server fetched the reviews; the bytes are the table made of them. */
  figures?: MarketplaceFigures
  /** Started by the operator: no limit for file size or rows. */
  unlimited?: boolean
  /** Name of the operator's command, to find its import again. */
  command?: string
  /** Refuses a workbook that isn't small once decompressed, because the serving process reads it. */
  little?: boolean
}

/** How a stored file is read again; columns of Import. */
export interface FileFormat {
  source: string
  encoding: Encoding
  /** Readings in this and other encodings, if the bytes leave it open. Null for workbooks and pages. */
  readings?: Reading[] | null
  /** The sheets that are read, and other visible sheets with rows. */
  sheet?: string | null
  skippedSheets?: string[]
  delimiter: string
  columns: string[]
  /** Meaning of the columns if the source doesn't define it; guessed until the merchant confirms. */
  mapping?: Mapping | null
  /** The merchant chose the mapping. */
  mapped?: boolean
  /** Set for a marketplace's response or page. */
  marketplace?: MarketplaceFigures | null
  unlimited?: boolean
  command?: string | null
  /** Also set for a small upload that decompresses to much text or has very many lines (isLarge). */
  large?: boolean
  /** The merchant's answers about the format, used by the check. */
  given?: GivenAnswers
}

/** Returns the import as what its columns hold. */
export const readFileFormat = (row: Import): FileFormat => row as unknown as FileFormat

/** Accepted files: texts, workbooks, exports named like workbooks, and responses or saved pages of marketplaces. */
const acceptedNames = /\.(csv|tsv|txt|xlsx|xls|json|html?)$/i
const pageNames = /\.html?$/i
const jsonNames = /\.(json|txt)$/i
/** Names of workbooks, whatever the content. */
const workbookNames = /\.xlsx?$/i
/** Approximate size of a workbook's text, as a multiple of its compressed size. */
const workbookExpansion = 5
const pieceBytes = 64 * 1024
const longestFileName = 200

/** Large files are checked as a job in the worker process, not during the upload (decision 0029). */
export const isLarge = ({ name, size }: { name: string; size: number }): boolean =>
  size * (workbookNames.test(name) ? workbookExpansion : 1) > largeImportFileBytes

/** An inspected upload: its format and the content to store. */
export interface Inspected {
  format: FileFormat
  /** Returns a new stream for the file port at each call. */
  content(): Readable
}

/**
 * Inspects an upload before it is stored. An export of ours is `candor` when its signature is valid, else
 * `candor-edited`. Tables of workbooks and pages, and marketplace responses, are stored as CSV.
 * @throws InvalidInput importFileTooLarge, importTooManyColumns, emptyFile, invalidFileType, oldExcelFile,
 * encodingUnreadable, notAReviewExport
 * @throws InvalidInput workbookBroken, workbookTooLarge, workbookRowTooLarge; for marketplaces as readMarketplaceText
 */
export async function inspectUpload({ signer }: Pick<Ctx, 'signer'>, upload: Upload): Promise<Inspected> {
  const { name, bytes, truncated, unlimited } = upload
  if (truncated || (!unlimited && bytes.length > maxImportFileBytes))
    throw new InvalidInput({ file: 'importFileTooLarge' })
  if (bytes.length === 0) throw new InvalidInput({ file: 'emptyFile' })
  if (!acceptedNames.test(name)) throw new InvalidInput({ file: 'invalidFileType' })
  if (isOldExcel(bytes) || (workbookNames.test(name) && isOldExcelXml(bytes)))
    throw new InvalidInput({ file: 'oldExcelFile' })
  // A workbook under the name of a text is still one.
  if (isArchive(bytes) && (workbookNames.test(name) || holdsWorkbook(bytes))) return inspectWorkbook(signer, upload)
  if (await isBinary(bytes)) throw new InvalidInput({ file: 'invalidFileType' })
  const pieces = () => inPieces(bytes)
  const { encoding, readings } = await findEncoding(pieces())
  const ofMarketplace = await inspectMarketplace(upload, () => decodeText(pieces(), encoding))
  if (ofMarketplace) return ofMarketplace
  if (isHtmlPage(bytes))
    return inspectPage(() => pageRows(pieces(), encoding), { isTable: !pageNames.test(name), most: mostOf(upload) })
  const format = await readTextFormat(pieces(), encoding)
  const signed =
    format.source === candorEdited.id && (await hasValidSignature(signer, readCandorRows(pieces(), encoding)))
  return {
    format: {
      ...format,
      ...(signed && { source: candor.id }),
      readings,
      ...(hasManyLines(bytes) && { large: true }),
    },
    content: () => createUploadStream(bytes),
  }
}

/** Counts line ends up to the limit, including those within quotes. */
function hasManyLines(bytes: Uint8Array): boolean {
  // Files of old Macs have only carriage returns.
  const lineEnd = bytes.includes(0x0a) ? 0x0a : 0x0d
  let lines = 0
  for (let at = bytes.indexOf(lineEnd); at >= 0 && lines < largeImportFileLines; at = bytes.indexOf(lineEnd, at + 1))
    lines++
  return lines >= largeImportFileLines
}

/** Reads all sheets of our own workbook, which continues in further sheets; of others those with reviews. */
async function inspectWorkbook(signer: Ctx['signer'], upload: Upload): Promise<Inspected> {
  const { bytes, little = false } = upload
  const work = () => WorkbookWork.on(bytes, little ? littleWorkbook : {})
  const chosen = chooseSheets(await readSheetHeads(bytes, work()))
  if (!chosen) throw new InvalidInput({ file: 'emptyFile' })
  const header = readHeader(chosen.header)
  const ours = candorEdited.detect(header) > 0
  const table = () => joinSheets(workbookRows(bytes, work(), ours ? {} : { only: chosen.only }))
  const { sheet, skippedSheets } = chosen
  if (!ours) return inspectTable(header, table, { most: mostOf(upload), sheet, skippedSheets })
  const source = (await hasValidSignature(signer, table())) ? candor : candorEdited
  return keptAsText({ ...formatFor(source, header), sheet }, table, mostOf(upload))
}

/** Also reads saved responses of Judge.me's API. Returns null for anything but JSON or a marketplace's page. */
async function inspectMarketplace(upload: Upload, text: () => AsyncIterable<string>): Promise<Inspected | null> {
  const { name, bytes, marketplace, options } = upload
  const isPage = pageNames.test(name)
  if (!isPage && !jsonNames.test(name)) return null
  if (!isPage && !looksLikeJson((await firstOf(text())) ?? '')) return null
  if (bytes.length > largestPayloadBytes) {
    // A page of this size may still be a table.
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
  // Loads the marketplace readers on first use, because few uploads need them.
  const { marketplaceTable } = await import('../marketplaces/table.ts')
  const found = marketplaceTable(whole, { expected: marketplace, options })
  if (!found && isPage && !isHtmlPage(bytes)) throw new InvalidInput({ file: 'invalidFileType' })
  if (!found) return null
  const { id, rows, figures } = found
  return keptAsText(
    { source: id, columns: rows[0] ?? [], marketplace: figures },
    () => asSingleBatch(rows),
    mostOf(upload),
  )
}

async function* asSingleBatch(rows: string[][]): AsyncGenerator<string[][]> {
  yield await Promise.resolve(rows)
}

/** @param options.isTable a table under a workbook's name, not a saved page */
async function inspectPage(
  rows: () => AsyncGenerator<string[][]>,
  options: { isTable: boolean; most: Most },
): Promise<Inspected> {
  const table = () => joinSheets(fromHeader(rows()))
  const first = await firstOf(table())
  if (!first) throw new InvalidInput({ file: options.isTable ? 'emptyFile' : 'noReviewsFound' })
  return inspectTable(readHeader(first[0] ?? []), table, options)
}

function inspectTable(
  header: Header,
  table: () => AsyncGenerator<string[][]>,
  { isTable = true, most, ...sheets }: { isTable?: boolean; most: Most; sheet?: string; skippedSheets?: string[] },
): Inspected {
  if (header.names.every((name) => name === '')) throw new InvalidInput({ file: 'emptyFile' })
  return keptAsText({ ...formatFor(detectSource(header, { isTable }), header), ...sheets }, table, most)
}

interface Most {
  bytes: number
  /** Without the header. */
  rows: number
}

/** Limits the converted text: a few bytes of a dishonest workbook can refer to a shared text many times. */
const mostOf = ({ bytes: { length }, unlimited }: Upload): Most => ({
  bytes: Math.min(workbookBounds.chars, Math.max(20 * bytesPerMegabyte, 20 * length)),
  rows: unlimited ? Infinity : maxImportFileRows,
})

/** @param most limits; above them the content throws workbookTooLarge, importTooManyRows */
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

async function firstOf<T>(items: AsyncIterable<T>): Promise<T | undefined> {
  for await (const item of items) return item
  return undefined
}

async function* asText(
  table: AsyncIterable<string[][]>,
  { text, most }: { text: (rows: string[][]) => string; most: Most },
): AsyncGenerator<Buffer> {
  let [written, rowsRead] = [0, 0]
  for await (const rows of table) {
    rowsRead += rows.length
    // The first row is the header.
    if (rowsRead > most.rows + 1) throw new InvalidInput({ file: 'importTooManyRows' })
    const bytes = Buffer.from(text(rows))
    written += bytes.length
    if (written > most.bytes) throw new InvalidInput({ file: 'workbookTooLarge' })
    yield bytes
  }
}

/** Writes CSV without formula guards, because only Candor reads it. */
export const formatPlainText = (rows: readonly (readonly string[])[]): string =>
  rows
    .map((cells) => `${cells.map((cell) => (cell === '' ? '' : `"${cell.replaceAll('"', '""')}"`)).join(',')}\n`)
    .join('')

const mostFitted = 100

/** Joins a workbook's sheets into one table. Each sheet repeats the header, which is returned once. */
async function* joinSheets(sheets: AsyncIterable<string[][]>): AsyncGenerator<string[][]> {
  let header: string[] | undefined
  for await (const rows of sheets) {
    const body: string[][] = []
    for (const cells of rows) {
      // Our exports are signed with the empty cells at the end of a row, and have few columns.
      const row: string[] = header && header.length <= mostFitted ? fitToLength(cells, header.length) : cells
      if (header?.every((name, at) => name === (row[at] ?? '')) && row.length <= header.length) continue
      header ??= row
      body.push(row)
    }
    if (body.length > 0) yield body
  }
}

const workbookPart = Buffer.from('xl/workbook.xml')
const holdsWorkbook = (bytes: Uint8Array): boolean =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes(workbookPart)

/** Binary workbooks from before 2007 and password-protected workbooks share this container format. */
const isOldExcel = (bytes: Uint8Array): boolean => Buffer.from(bytes.subarray(0, 4)).toString('hex') === 'd0cf11e0'

/** Whether the first bytes are of a known binary type, such as a picture, archive or workbook. */
async function isBinary(bytes: Uint8Array): Promise<boolean> {
  const type = await fileTypeFromBuffer(bytes.subarray(0, 4100))
  return type !== undefined && !type.mime.startsWith('text/') && type.mime !== 'application/xml'
}

function* inPieces(bytes: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes)
}

/** Returns the last part of the file name without control characters. */
export const cleanFileName = (name: string): string =>
  name
    .replace(/[\u0000-\u001F\u007F]/g, '')
    .split(/[\\/]/)
    .at(-1)
    ?.trim()
    .slice(-longestFileName)
    .toWellFormed() || 'reviews.csv'

/** Returns the key of the stored upload. Never matches a picture's key, so /media/ doesn't serve it. */
export const buildImportFileKey = (shopId: string, importId: string): string =>
  `${shopId}/imports/${createHash('sha256').update(importId).digest('hex')}`

/** Streams bytes in pieces, for file storage and parsing. */
export const createUploadStream = (bytes: Uint8Array): Readable => Readable.from(inPieces(bytes))

/** Whether the upload still exists; purge.ts deletes old ones. */
export const isFileKept = ({ fileKey }: { fileKey: string }): boolean => fileKey !== ''
