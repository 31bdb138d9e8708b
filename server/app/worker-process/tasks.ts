import type { Ctx } from '../../core/context.ts'
import { checkImport } from '../../imports/checking/check-work.ts'
import { storeUpload } from '../../imports/files/store-upload.ts'
import { runSlice } from '../../imports/running/run.ts'

/** What may be done aside: functions of a context and of an input that is plain data, as is what they answer. */
export const workerTasks = {
  'imports.keep': storeUpload,
  'imports.check': checkImport,
  'imports.slice': (ctx: Ctx, { importId }: { importId: string }) => runSlice(ctx, importId),
}
