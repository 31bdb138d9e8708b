import type { Ctx } from '../../core/context.ts'
import { checkImport } from '../../imports/checking/check-work.ts'
import { storeUpload } from '../../imports/files/store-upload.ts'
import { runSlice } from '../../imports/running/run.ts'

/** Tasks for the worker process: functions of a context and plain data that return plain data. */
export const workerTasks = {
  'imports.keep': storeUpload,
  'imports.check': checkImport,
  'imports.slice': (ctx: Ctx, { importId }: { importId: string }) => runSlice(ctx, importId),
}
