import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { createTarDecoder, type ParsedTarEntry } from 'modern-tar'
import { hashOf, isSigned, archiveVersion, manifestSchema, signatureSchema, type Manifest } from './manifest.ts'
import { parseMediaName } from './media.ts'

/** The archive can't be restored. The message is one sentence for the operator. */
export class ArchiveRefused extends Error {}

/** A list of rows, or of the files before it, may have so many bytes; a file, too. */
const maxEntryBytes = 64 * 1024 * 1024
/** Texts of shops shrink to about a tenth. A file that grows so much more is made to fill the disk. */
const maxGrowth = 200

export interface ArchiveEntry {
  name: string
  /** Read it whole before the next entry. */
  content: AsyncIterable<Uint8Array>
}

const otherName = /^(README\.txt|manifest\.json|signature\.json|media\/\d{5}\.jsonl|tables\/[A-Za-z]+\/\d{5}\.jsonl)$/
const isName = (name: string): boolean => otherName.test(name) || parseMediaName('', name) !== null

/** Yields the archive's entries. @throws ArchiveRefused for a damaged one, and for names that an archive never has */
export async function* readEntries(path: string): AsyncGenerator<ArchiveEntry> {
  const { size } = await stat(path)
  const most = size * maxGrowth + maxEntryBytes
  const gunzip = createGunzip()
  let grown = 0
  /** The first reason; the streams behind it name others. */
  const failed: { error?: unknown } = {}
  const limited = async function* () {
    for await (const piece of gunzip as AsyncIterable<Buffer>) {
      grown += piece.length
      if (grown > most)
        throw (failed.error = new ArchiveRefused(`${path} would unpack to far more than a shop’s data.`))
      yield piece
    }
  }
  const unpacking = pipeline(createReadStream(path), gunzip).catch((error: unknown) => {
    failed.error ??= error
  })
  /** Its reader would otherwise get the error of the stream. */
  const explained = async function* (content: AsyncIterable<Uint8Array>) {
    try {
      yield* content
    } catch (error) {
      throw explain(path, failed.error ?? error)
    }
  }
  try {
    const tar = Readable.toWeb(Readable.from(limited())) as ReadableStream<Uint8Array>
    for await (const entry of tar.pipeThrough(createTarDecoder({ strict: true })) as AsyncIterable<ParsedTarEntry>) {
      const { name, type = 'file', size: bytes } = entry.header
      if (type !== 'file' || !isName(name))
        throw new ArchiveRefused(`${path} has an entry that no archive has: ${clean(name)}`)
      if (bytes > maxEntryBytes) throw new ArchiveRefused(`${path} has an entry that is too large: ${name}`)
      yield { name, content: explained(entry.body as AsyncIterable<Uint8Array>) }
    }
  } catch (error) {
    throw explain(path, failed.error ?? error)
  } finally {
    gunzip.destroy()
    await unpacking
  }
}

/** Quotes a name for the terminal: any person may have written it. */
const clean = (name: string): string => JSON.stringify(name.slice(0, 100))

function explain(path: string, error: unknown): Error {
  if (error instanceof ArchiveRefused) return error
  const { code, message } = error as NodeJS.ErrnoException
  if (code === 'Z_BUF_ERROR') return new ArchiveRefused(cutOff(path))
  if (code?.startsWith('Z_')) return new ArchiveRefused(`${path} is not an archive of Candor, or it is damaged.`)
  if (code === 'ENOENT' || code === 'EISDIR' || code === 'EACCES')
    return new ArchiveRefused(`Can’t read ${path}: ${message}`)
  return new ArchiveRefused(`${path} is damaged: ${message}`)
}

const cutOff = (path: string): string => `${path} is cut off: its end is missing. Copy or download it again.`

export interface CheckedArchive {
  manifest: Manifest
  /** SHA-256 of the manifest, which names everything else. */
  hash: string
  publicKey: string
}

/**
 * Reads a whole archive and changes nothing: every part must be as the signed manifest says.
 * @param checkRows called with each list of rows; throws if they can't be rows of their table
 * @throws ArchiveRefused
 */
export async function checkArchive(
  path: string,
  checkRows: (table: string, rows: { bytes: Buffer; count: number }) => Promise<void>,
): Promise<CheckedArchive> {
  const found = new Map<string, { bytes: number; sha256: string; rows: number }>()
  const ends: Partial<Record<'manifest.json' | 'signature.json', Buffer>> = {}
  const problems: Error[] = []
  let files: string[] = []
  for await (const { name, content } of readEntries(path)) {
    if (parseMediaName('', name)) {
      files.push(JSON.stringify(await describe(name, content)))
      continue
    }
    const bytes = await readWhole(content)
    if (name === 'manifest.json' || name === 'signature.json') ends[name] = bytes
    if (!name.endsWith('.jsonl')) continue
    const count = countLines(bytes)
    found.set(name, { bytes: bytes.length, sha256: hashOf(bytes), rows: count })
    if (name.startsWith('media/')) {
      if (files.map((file) => `${file}\n`).join('') !== bytes.toString('utf8'))
        problems.push(new ArchiveRefused(changed(path, name)))
      files = []
      continue
    }
    await checkRows(name.split('/')[1] ?? '', { bytes, count }).catch((error: unknown) =>
      problems.push(
        new ArchiveRefused(`${path} has rows that this Candor can’t read, in ${name}: ${(error as Error).message}`),
      ),
    )
  }
  const checked = readEnds(path, ends)
  if (files.length > 0) throw new ArchiveRefused(changed(path, 'media'))
  for (const { name, bytes, sha256, rows } of checked.manifest.parts) {
    const part = found.get(name)
    if (part?.bytes !== bytes || part.sha256 !== sha256 || part.rows !== rows)
      throw new ArchiveRefused(changed(path, name))
    found.delete(name)
  }
  for (const [name] of found) throw new ArchiveRefused(changed(path, name))
  if (problems[0]) throw problems[0]
  return checked
}

const changed = (path: string, name: string): string => `${path} was changed since it was written: ${name}`

async function describe(name: string, content: AsyncIterable<Uint8Array>) {
  const hash = createHash('sha256')
  let bytes = 0
  for await (const piece of content) {
    hash.update(piece)
    bytes += piece.length
  }
  return { name, bytes, sha256: hash.digest('hex') }
}

export async function readWhole(content: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const pieces: Uint8Array[] = []
  for await (const piece of content) pieces.push(piece)
  return Buffer.concat(pieces)
}

function countLines(bytes: Buffer): number {
  let lines = 0
  for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, at + 1)) lines++
  return lines
}

export const splitLines = (bytes: Buffer): string[] =>
  bytes
    .toString('utf8')
    .split('\n')
    .filter((line) => line !== '')

function readEnds(path: string, ends: Partial<Record<string, Buffer>>): CheckedArchive {
  const { 'manifest.json': bytes, 'signature.json': seal } = ends
  const version = bytes && readVersion(bytes)
  if (version && version > archiveVersion)
    throw new ArchiveRefused(`${path} was written by a newer version of Candor. Update this one first.`)
  if (!bytes || !seal) throw new ArchiveRefused(cutOff(path))
  const manifest = manifestSchema.safeParse(parseJson(bytes))
  const signature = signatureSchema.safeParse(parseJson(seal))
  if (!manifest.success || !signature.success || !isSigned(bytes, signature.data))
    throw new ArchiveRefused(`${path} was changed since it was written: its signature doesn’t match.`)
  return { manifest: manifest.data, hash: hashOf(bytes), publicKey: signature.data.publicKey }
}

const readVersion = (bytes: Buffer): number | null => {
  const { version } = (parseJson(bytes) ?? {}) as { version?: unknown }
  return typeof version === 'number' ? version : null
}

function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch {
    return null
  }
}
