import { watchRow, type Notifications } from '../../core/background/watch.ts'
import type { Ctx } from '../../core/context.ts'
import type { ReviewExport } from '../../generated/prisma/client.ts'
import { exportById } from './export.ts'

/** Yields an export at once and after every change, until it ends. @throws NotFound */
export const watchExport = (ctx: Ctx, notifications: Notifications, exportId: string): AsyncGenerator<ReviewExport> =>
  watchRow(ctx, notifications, {
    topic: 'export',
    id: exportId,
    read: () => exportById(ctx, exportId),
    version: ({ status, total, done }) => `${status} ${total} ${done}`,
    isEnded: ({ status }) => status !== 'running',
  })
