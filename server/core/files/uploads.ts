import { createHash } from 'node:crypto'
import type { Stats } from 'node:fs'
import { lstat, mkdtemp, open, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { maxReviewImageBytes, maxVideoBytes } from '../../../rules/limits.ts'
import { isVideo } from './video/videos.ts'

/** Of anything but a video; one byte more than a picture may have is kept, so that the rules can refuse it by name. */
export interface PictureUpload {
  kind: 'picture'
  bytes: Buffer
}

/** Of what begins as a video; longer than one may be, it is cut one byte behind. */
export interface VideoUpload {
  kind: 'video'
  /** In a folder of its own until the uploads are dropped. */
  path: string
  size: number
  /** SHA-256 of the bytes as they came, in hex. */
  hash: string
}

/** Of any other file: a small one in memory, a larger one on the disk until the uploads are dropped. */
export type FileUpload = { size: number; bytes: Buffer } | { size: number; path: string; hash: string }

export type Upload = PictureUpload | VideoUpload

/** How the folders of this process's uploads begin, in the system's folder for what is not kept. */
export const uploadFolders = (): string => `candor-upload-${String(process.pid)}-`

const abandoned = /^candor-upload-(\d+)-/
/** Processes of another machine or container may share the folder: one that is young may be theirs. */
const abandonedMs = 3_600_000

/** Deletes what killed processes have left of uploads. */
export async function dropAbandonedUploads(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const pid = Number(abandoned.exec(name)?.[1])
    const path = join(tmpdir(), name)
    if (!pid || isAlive(pid)) continue
    const age = await lstat(path).then(
      (about) => (isOurs(about) ? Date.now() - about.mtimeMs : 0),
      () => 0,
    )
    // Another process may have just done it.
    if (age > abandonedMs) await rm(path, { recursive: true, force: true }).catch(() => undefined)
  }
}

/** As mkdtemp makes it: what others may write into could be changed under our hands into the way to a folder of ours. */
const isOurs = (about: Stats): boolean =>
  about.isDirectory() && (about.mode & 0o077) === 0 && about.uid === process.getuid?.()

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH'
  }
}

/** Enough to see how a file begins. */
const headBytes = 12

/** Pictures and videos of one request on their way in: pictures in memory, videos on the disk. */
export class Uploads {
  #folder: string | null = null
  #count = 0

  /** Reads a file to its end, whatever it is. What begins as a video goes to the disk where `video` is wanted; else only its head is kept. */
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

  /** Reads a file to its end; what is longer than `inMemory` bytes goes to the disk. */
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

  /** Deletes what lies on the disk. */
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
