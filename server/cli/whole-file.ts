import { createWriteStream } from 'node:fs'
import { rename, rm, stat } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { fail } from './program.ts'

/**
 * Writes a file: whoever looks at its name sees a whole one or none. Answers its bytes.
 * @param rows what the content is made of; a failure to read them is theirs, however much it looks like the disk's
 * @throws whatever the rows throw, or the program's end with a sentence where the file cannot be written
 */
export async function writeWhole<Row>(path: string, rows: AsyncIterable<Row>, contentOf: (rows: AsyncGenerator<Row>) => Readable): Promise<number> {
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
    if ((error as NodeJS.ErrnoException).syscall) fail(`${path} cannot be written: ${(error as Error).message}`)
    throw error
  }
}
