import type { OpenedFile } from './open-records.ts'

/** The opened file, read only while its runner still has the import. While reading @throws the reason of `lost` */
export const stopWhenLost = (opened: OpenedFile, lost: AbortSignal): OpenedFile => ({
  ...opened,
  records: readUntilLost(opened.records, lost),
})

async function* readUntilLost(records: OpenedFile['records'], lost: AbortSignal): OpenedFile['records'] {
  for await (const some of records) {
    lost.throwIfAborted()
    yield some
  }
}
