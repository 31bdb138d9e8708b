import type { Import } from '../generated/prisma/client.ts'
import { watchRow, type Wakes } from '../background/watch.ts'
import type { Ctx } from '../context.ts'
import { importById } from './imports.ts'

const ended = new Set<Import['status']>(['done', 'failed', 'cancelled'])

/**
 * An import as it stands, at once and whenever it has changed, until it has ended.
 * @throws NotFound
 */
export const watchImport = (ctx: Ctx, wakes: Wakes, importId: string): AsyncGenerator<Import> => watchRow(ctx, wakes, {
  topic: 'import',
  id: importId,
  read: () => importById(ctx, importId),
  stamp: ({ version }) => version,
  ended: ({ status }) => ended.has(status),
})
