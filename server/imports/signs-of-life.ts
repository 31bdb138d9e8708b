import type { OpenedFile } from './open-records.ts'

/** A piece of records is some 64 KB of the file. */
const piecesASign = 16

/**
 * The opened file; while it is read a sign of life is given again and again, by whoever has to show that it is at work.
 * While reading @throws what `sign` throws
 */
export const withSigns = (opened: OpenedFile, sign: () => Promise<void>): OpenedFile => ({ ...opened, records: signed(opened.records, sign) })

async function* signed(records: OpenedFile['records'], sign: () => Promise<void>): OpenedFile['records'] {
  let pieces = 0
  for await (const some of records) {
    yield some
    if (++pieces % piecesASign === 0) await sign()
  }
}
