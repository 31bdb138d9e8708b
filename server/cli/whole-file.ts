import { createWriteStream } from 'node:fs'
import { rename, rm, stat } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { fail } from './program.ts'

/**
 * Writes a file atomically: its name shows the complete file or none. Returns its size in bytes.
 * @param rows the content; errors while reading them are thrown unchanged
 * @throws whatever the rows throw; CommandEnd if the file can't be written
 */
export async function writeWholeFile<Row>(
  path: string,
  rows: AsyncIterable<Row>,
  contentOf: (rows: AsyncGenerator<Row>) => Readable,
): Promise<number> {
  const half = `${path}.half`
  let unread: { error: unknown } | null = null
  const reading = async function* (): AsyncGenerator<Row> {
    try {
      yield* rows
    } catch (error) {
      unread = { error }
      throw error
    }
  }
  try {
    await pipeline(contentOf(reading()), createWriteStream(half))
    await rename(half, path)
    return (await stat(path)).size
  } catch (error) {
    await rm(half, { force: true }).catch(() => undefined)
    const source = unread as { error: unknown } | null
    if (source) throw source.error
    if ((error as NodeJS.ErrnoException).syscall) fail(`Can't write ${path}: ${(error as Error).message}`)
    throw error
  }
}
