import { createHash } from 'node:crypto'
import type { Stats } from 'node:fs'
import { lstat, mkdtemp, open, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { maxReviewImageBytes, maxVideoBytes } from '../../../rules/limits.ts'
import { isVideo } from './video/videos.ts'

/** Any file but a video. One byte over a picture's limit is kept, so that the rules can refuse it. */
interface PictureUpload {
  kind: 'picture'
  bytes: Buffer
}

/** A file that begins as a video; one over the limit is cut one byte after it. */
export interface VideoUpload {
  kind: 'video'
  /** Path in a temporary folder, until the uploads are dropped. */
  path: string
  size: number
  /** SHA-256 of the received bytes, in hex. */
  hash: string
}

/** Any other file: small in memory, large on disk until the uploads are dropped. */
export type FileUpload = { size: number; bytes: Buffer } | { size: number; path: string; hash: string }

export type Upload = PictureUpload | VideoUpload

/** Prefix of this process's upload folders. */
export const uploadFolders = (): string => `candor-upload-${String(process.pid)}-`

const abandoned = /^candor-upload-(\d+)-/
/** Other machines or containers may share the temporary folder: a young folder may be theirs. */
const abandonedMs = 3_600_000

/** Deletes upload folders of killed processes. */
export async function dropAbandonedUploads(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const pid = Number(abandoned.exec(name)?.[1])
    const path = join(tmpdir(), name)
    if (!pid || isAlive(pid)) continue
    const age = await lstat(path).then(
      (about) => (isOurs(about) ? Date.now() - about.mtimeMs : 0),
      () => 0,
    )
    if (age > abandonedMs) await rm(path, { recursive: true, force: true }).catch(() => undefined)
  }
}

/** Checks for a folder made by mkdtemp: in one that others may write into, a link could replace a file. */
const isOurs = (about: Stats): boolean =>
  about.isDirectory() && (about.mode & 0o077) === 0 && about.uid === process.getuid?.()

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH'
  }
}

const headBytes = 12

/** Receives the pictures and videos of one request: pictures in memory, videos on disk. */
export class Uploads {
  #folder: string | null = null
  #count = 0

  /** Reads a file of any type to its end. Videos go to disk if `video` is set; else only the head is kept. */
  async receive(stream: AsyncIterable<Buffer>, { video }: { video: boolean }): Promise<Upload> {
    let head: Buffer[] = []
    let held = 0
    let writing: Writing | null = null
    let most = maxReviewImageBytes + 1
    let decided = false
    try {
      for await (const piece of stream) {
        if (writing) await writing.write(piece)
        else if (held < most) {
          head.push(piece.subarray(0, most - held))
          held += Math.min(piece.length, most - held)
        }
        if (decided || held < headBytes) continue
        decided = true
        if (!isVideo(Buffer.concat(head).subarray(0, headBytes))) continue
        if (video) [writing, head] = [await this.#write(head), []]
        else most = held
      }
      return writing ? { kind: 'video', ...(await writing.end()) } : { kind: 'picture', bytes: Buffer.concat(head) }
    } finally {
      await writing?.close()
    }
  }

  /** Reads a file to its end; more than `inMemory` bytes go to disk. */
  async receiveFile(stream: AsyncIterable<Buffer>, { inMemory }: { inMemory: number }): Promise<FileUpload> {
    let head: Buffer[] = []
    let size = 0
    let writing: Writing | null = null
    try {
      for await (const piece of stream) {
        size += piece.length
        if (writing) await writing.write(piece)
        else head.push(piece)
        if (!writing && size > inMemory) [writing, head] = [await this.#write(head), []]
      }
      return writing ? await writing.end() : { size, bytes: Buffer.concat(head) }
    } finally {
      await writing?.close()
    }
  }

  async drop(): Promise<void> {
    if (this.#folder) await rm(this.#folder, { recursive: true, force: true })
    this.#folder = null
  }

  async #write(head: readonly Buffer[]): Promise<Writing> {
    this.#folder ??= await mkdtemp(join(tmpdir(), uploadFolders()))
    const writing = await Writing.to(join(this.#folder, String(this.#count++)))
    for (const piece of head) await writing.write(piece)
    return writing
  }
}

class Writing {
  readonly #path: string
  readonly #file: Awaited<ReturnType<typeof open>>
  readonly #hash = createHash('sha256')
  #size = 0

  private constructor(path: string, file: Awaited<ReturnType<typeof open>>) {
    this.#path = path
    this.#file = file
  }

  static async to(path: string): Promise<Writing> {
    return new Writing(path, await open(path, 'wx', 0o600))
  }

  async write(piece: Buffer): Promise<void> {
    const bytes = piece.subarray(0, maxVideoBytes + 1 - this.#size)
    if (bytes.length === 0) return
    this.#hash.update(bytes)
    this.#size += bytes.length
    await this.#file.appendFile(bytes)
  }

  async end(): Promise<Omit<VideoUpload, 'kind'>> {
    return { path: this.#path, size: this.#size, hash: this.#hash.digest('hex') }
  }

  async close(): Promise<void> {
    await this.#file.close()
  }
}
