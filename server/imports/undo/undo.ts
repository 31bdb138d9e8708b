import { z } from 'zod'
import type { Import } from '../../generated/prisma/client.ts'
import type { Ctx } from '../../core/context.ts'
import { queueWork } from '../../core/background/claim.ts'
import { parse } from '../../core/errors.ts'
import { changeState } from '../pause.ts'
import { readUndoPlan } from './undo-plan.ts'

export const undoImportSchema = z.object({
  /** Reviews that were changed since go, too. */
  takeChanged: z.boolean({ error: 'valueInvalid' }).default(false),
})

/**
 * Begins to take out again what an import brought, in the background, whenever that was. Reviews go for ever, with their pictures,
 * replies, counters and search rows; those that were changed since stay unless `takeChanged`; those in the trash go.
 * @throws NotFound; NotAllowed importNotEnded, importUndone (also while its own undo runs), importNothingToUndo; importRunning, importUndoing
 *   while another import of the shop is
 */
export function undoImport(ctx: Ctx, importId: string, input: unknown): Promise<Import> {
  const { takeChanged } = parse(undoImportSchema, input)
  return changeState(ctx, importId, {
    name: 'undo',
    alone: true,
    // What an undo that failed has removed stays counted.
    async change(tx, { removed }) {
      const { reviews, changed } = await readUndoPlan(tx, importId)
      return {
        status: 'undoing',
        takeChanged,
        toRemove: removed + reviews - (takeChanged ? 0 : changed),
        kept: 0,
        attempts: 0,
        error: null,
      }
    },
    then: (tx) => queueWork(tx, 'imports.run', importId),
  })
}
