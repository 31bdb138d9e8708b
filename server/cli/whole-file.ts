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
  const file = createWriteStream(half)
  // A failure on one side soon fails the other; the first one is the cause.
  const failed: { side?: 'rows' | 'file'; error?: unknown } = {}
  file.on('error', (error) => {
    if (!failed.side) Object.assign(failed, { side: 'file', error })
  })
  const reading = async function* (): AsyncGenerator<Row> {
    try {
      yield* rows
    } catch (error) {
      if (!failed.side) Object.assign(failed, { side: 'rows', error })
      throw error
    }
  }
  try {
    await pipeline(contentOf(reading()), file)
    await rename(half, path)
    return (await stat(path)).size
  } catch (error) {
    await rm(half, { force: true }).catch(() => undefined)
    if (failed.side === 'rows') throw failed.error
    const cause = (failed.error ?? error) as NodeJS.ErrnoException
    if (cause.syscall) fail(`Can't write ${path}: ${cause.message}`)
    throw error
  }
}
