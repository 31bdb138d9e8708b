import { hasImportEnded } from '../../rules/import-status.ts'
import type { Import } from '../generated/prisma/client.ts'
import { makeCancellable, readOnce, watchRow, type NotificationSource } from '../core/background/watch.ts'
import type { Ctx } from '../core/context.ts'
import { requireImport } from './imports.ts'

/**
 * Yields an import now and after each change, until it has ended. With `follow` it continues until the import is
 * undone.
 * @throws NotFound
 */
export const watchImport = (
  ctx: Ctx,
  notifications: NotificationSource,
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
export const watchStatuses = (ctx: Ctx, notifications: NotificationSource): AsyncGenerator<ImportStatusChange> =>
  makeCancellable(notifications, (cancellableSource) =>
    listenToStatuses(ctx, { cancellableSource, sharedSource: notifications }),
  )

async function* listenToStatuses(
  ctx: Ctx,
  { cancellableSource, sharedSource }: { cancellableSource: NotificationSource; sharedSource: NotificationSource },
): AsyncGenerator<ImportStatusChange> {
  const states = new Map<string, ImportStatusChange['status']>()
  for await (const { id } of cancellableSource.subscribe(ctx.shop.id, 'import')) {
    const stand = await readOnce(sharedSource, `import's state:${ctx.shop.id}:${id}`, () => readImportStatus(ctx, id))
    if (stand.status !== undefined && states.get(id) === stand.status) continue
    if (stand.status !== undefined) states.set(id, stand.status)
    yield stand
  }
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
