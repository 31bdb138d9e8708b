import { hasImportEnded } from '../../rules/import-status.ts'
import type { Import } from '../generated/prisma/client.ts'
import { endWith, watchRow, type Notifications } from '../core/background/watch.ts'
import type { Ctx } from '../core/context.ts'
import { requireImport } from './imports.ts'

/**
 * Yields an import now and after each change, until it has ended. With `follow` it continues until the import is
 * undone.
 * @throws NotFound
 */
export const watchImport = (
  ctx: Ctx,
  notifications: Notifications,
  { importId, follow }: { importId: string; follow: boolean },
): AsyncGenerator<Import> =>
  watchRow(ctx, notifications, {
    topic: 'import',
    id: importId,
    read: () => requireImport(ctx, importId),
    version: ({ version }) => version,
    isEnded: ({ status }) => (follow ? status === 'undone' : hasImportEnded(status)),
  })

/** `status` is null when the import is gone, undefined when the database can't be read. */
interface ImportStatusChange {
  id: string
  status: Import['status'] | null | undefined
}

/** Yields when an import of the shop starts, changes status or is deleted. Concurrent listeners share one read. */
export function watchStatuses(ctx: Ctx, notifications: Notifications): AsyncGenerator<ImportStatusChange> {
  const events = notifications.subscribe(ctx.shop.id, 'import')
  const known = new Map<string, ImportStatusChange['status']>()
  async function* yieldChanges(): AsyncGenerator<ImportStatusChange> {
    for await (const { id } of events) {
      const change = await notifications.readOnce(`import status:${ctx.shop.id}:${id}`, () => readImportStatus(ctx, id))
      if (change.status !== undefined && known.get(id) === change.status) continue
      if (change.status !== undefined) known.set(id, change.status)
      yield change
    }
  }
  return endWith(events, yieldChanges())
}

async function readImportStatus(ctx: Ctx, id: string): Promise<ImportStatusChange> {
  try {
    const row = await ctx.db.import.findUnique({
      where: { shopId_id: { shopId: ctx.shop.id, id } },
      select: { status: true },
    })
    return { id, status: row?.status ?? null }
  } catch (error) {
    ctx.log.warn({ err: error, importId: id }, 'the state of an import cannot be read now')
    return { id, status: undefined }
  }
}
