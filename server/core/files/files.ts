import type { Readable } from 'node:stream'

/** From and to a byte, both counted from 0 and with it. */
export interface ByteRange {
  start: number
  end: number
}

export interface StoredFile {
  stream: Readable
  /** Of the whole file, also where only a range of it is in the stream. */
  size: number
  contentType: string
}

/**
 * Bytes under keys such as `shopId/hash`. Keys are made by us, never taken from input; every adapter refuses one that
 * `requireKey` refuses. Writing a key again replaces it whole: a reader sees the old bytes or the new, never half.
 */
export interface FilePort {
  put(key: string, content: Uint8Array | Readable, about: { contentType: string }): Promise<void>
  get(key: string, range?: ByteRange): Promise<StoredFile | null>
  /** What `get` would tell, without the bytes. */
  about(key: string): Promise<Omit<StoredFile, 'stream'> | null>
  /** Deleting what is not there is no error. */
  delete(key: string): Promise<void>
  /** Public address of a picture; private files (uploads, exports) are handed out by signed addresses instead. */
  url(key: string): string
}

const key = /^[A-Za-z0-9][A-Za-z0-9_-]*(\/[A-Za-z0-9][A-Za-z0-9_-]*){0,5}$/

/** Whether a text can be a key at all; used on what comes in by `/media/…`. */
export function isKey(text: string): boolean {
  return text.length <= 300 && key.test(text)
}

/** @throws Error when the key would leave its place. */
export function requireKey(text: string): void {
  if (!isKey(text)) throw new Error('Malformed file key')
}
