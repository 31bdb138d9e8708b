import type { FileHandle } from 'node:fs/promises'

type VideoProblem = 'notAVideo' | 'damaged'

/** Refuses bytes that are not a supported video. */
export class VideoRefused extends Error {
  readonly problem: VideoProblem
  constructor(problem: VideoProblem, why: string) {
    super(`Video refused: ${why}`)
    this.name = 'VideoRefused'
    this.problem = problem
  }
}

export interface VideoFacts {
  contentType: 'video/mp4' | 'video/webm'
  seconds: number
  /** Pixels as shown; 0 if the container does not say. */
  width: number
  height: number
}

const windowBytes = 64 * 1024
/** A minute of video has some ten thousand parts; many more would be an attack. */
const maxParts = 100_000
const maxBlanks = 10_000
const zeros = Buffer.alloc(windowBytes)

/**
 * A video on disk, read piece by piece and blanked in place. Bounds memory by a window, time by the number of parts.
 */
export class VideoFile {
  readonly size: number
  readonly #file: FileHandle
  #window = Buffer.alloc(0)
  #windowAt = 0
  #parts = 0
  #blanks = 0
  #blanked = 0

  constructor(file: FileHandle, size: number) {
    this.#file = file
    this.size = size
  }

  /** Reads `length` bytes, at most 64 KB. @throws VideoRefused beyond the end */
  async at(offset: number, length: number): Promise<Buffer> {
    if (length > windowBytes || offset + length > this.size) throw new VideoRefused('damaged', 'it ends too early')
    if (offset < this.#windowAt || offset + length > this.#windowAt + this.#window.length) {
      const window = Buffer.allocUnsafe(Math.min(windowBytes, this.size - offset))
      const { bytesRead } = await this.#file.read(window, 0, window.length, offset)
      if (bytesRead < length) throw new VideoRefused('damaged', 'it ends too early')
      this.#window = window.subarray(0, bytesRead)
      this.#windowAt = offset
    }
    return this.#window.subarray(offset - this.#windowAt, offset - this.#windowAt + length)
  }

  /** Counts a part. @throws VideoRefused for too many */
  step(): void {
    if (++this.#parts > maxParts) throw new VideoRefused('damaged', 'it has too many parts')
  }

  /** Writes zeros. Nested parts may be blanked twice, not more often. */
  async blank(from: number, to: number): Promise<void> {
    if (to <= from) return
    this.#blanked += to - from
    if (++this.#blanks > maxBlanks || this.#blanked > 2 * this.size || to > this.size)
      throw new VideoRefused('damaged', 'it repeats itself')
    for (let at = from; at < to; at += windowBytes) await this.#file.write(zeros, 0, Math.min(windowBytes, to - at), at)
  }

  async write(at: number, bytes: Uint8Array): Promise<void> {
    if (++this.#blanks > maxBlanks) throw new VideoRefused('damaged', 'it has too many parts')
    await this.#file.write(bytes, 0, bytes.length, at)
  }
}
