import type { Readable } from 'node:stream'

/** First and last byte, counted from 0, inclusive. */
export interface ByteRange {
  start: number
  end: number
}

export interface StoredFile {
  stream: Readable
  /** Size of the whole file, even for a range. */
  size: number
  contentType: string
}

/**
 * Stores bytes under keys such as `shopId/hash`. Keys are generated, never taken from input; every adapter refuses keys
 * that `requireKey` refuses. Writing a key again replaces it atomically.
 */
export interface FilePort {
  put(key: string, content: Uint8Array | Readable, about: { contentType: string }): Promise<void>
  get(key: string, range?: ByteRange): Promise<StoredFile | null>
  about(key: string): Promise<Omit<StoredFile, 'stream'> | null>
  /** Deleting a missing file is no error. */
  delete(key: string): Promise<void>
  /** Deletes all files under a folder, such as a shop's id. */
  deleteFolder(folder: string): Promise<void>
  /** Returns the public URL of a picture. Private files (uploads, exports) use signed URLs instead. */
  url(key: string): string
}

const key = /^[A-Za-z0-9][A-Za-z0-9_-]*(\/[A-Za-z0-9][A-Za-z0-9_-]*){0,5}$/

/** Returns whether a text can be a key; checks requests of `/media/…`. */
function isKey(text: string): boolean {
  return text.length <= 300 && key.test(text)
}

/** @throws Error when the key would leave its folder. */
export function requireKey(text: string): void {
  if (!isKey(text)) throw new Error('Malformed file key')
}
