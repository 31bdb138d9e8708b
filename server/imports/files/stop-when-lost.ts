import type { OpenedFile } from './open-records.ts'

/** Stops reading when the runner loses its claim. Reading @throws the reason of `lost` */
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
