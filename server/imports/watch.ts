import type { Import } from '../generated/prisma/client.ts'
import { watchRow, type Wakes } from '../background/watch.ts'
import type { Ctx } from '../context.ts'
import { importById } from './imports.ts'

const ended = new Set<Import['status']>(['done', 'failed', 'cancelled', 'undone'])

/**
 * An import as it stands, at once and whenever it has changed, until it has ended. `follow`: on beyond its end, as it may be
 * undone; until it is.
 * @throws NotFound
 */
export const watchImport = (ctx: Ctx, wakes: Wakes, { importId, follow }: { importId: string; follow: boolean }): AsyncGenerator<Import> => watchRow(ctx, wakes, {
  topic: 'import',
  id: importId,
  read: () => importById(ctx, importId),
  stamp: ({ version }) => version,
  ended: ({ status }) => (follow ? status === 'undone' : ended.has(status)),
})
