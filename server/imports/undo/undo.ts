import { z } from 'zod'
import type { Import } from '../../generated/prisma/client.ts'
import type { Ctx } from '../../core/context.ts'
import { queueWork } from '../../core/background/claim.ts'
import { parse } from '../../core/errors.ts'
import { changeState } from '../change-state.ts'
import { readUndoPlan } from './undo-plan.ts'

export const undoImportSchema = z.object({
  /** Also removes reviews that were changed since the import. */
  takeChanged: z.boolean({ error: 'valueInvalid' }).default(false),
})

/**
 * Starts removing an import's reviews in the background, however old the import is. Deletes them for good, with
 * pictures, replies, counters and search rows. Changed reviews stay unless `takeChanged` is set; trashed ones go.
 * @throws NotFound
 * @throws NotAllowed importNotEnded, importNothingToUndo; importUndone (also during its own undo)
 * @throws NotAllowed importRunning, importUndoing while another import of the shop does so
 */
export function undoImport(ctx: Ctx, importId: string, input: unknown): Promise<Import> {
  const { takeChanged } = parse(undoImportSchema, input)
  return changeState(ctx, importId, {
    action: 'undo',
    async change(tx, { removed }) {
      const { reviews, changed } = await readUndoPlan(tx, importId)
      return {
        takeChanged,
        toRemove: removed + reviews - (takeChanged ? 0 : changed),
        kept: 0,
        error: null,
      }
    },
    then: (tx) => queueWork(tx, 'imports.run', importId),
  })
}
