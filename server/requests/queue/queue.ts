import { queueActions } from '../../../rules/queue-status.ts'
import type { QueueKind, QueueStatus } from '../../../rules/queue-status.ts'
import type { Ctx } from '../../core/context.ts'
import { readSuppressions } from '../../shop/customers/suppressions.ts'
import { NotAllowed, NotFound } from '../../core/errors.ts'
import type { QueueItem } from '../../generated/prisma/client.ts'
import { RenderStopped } from '../mail/render-pool.ts'
import { renderRequestPreview } from '../sending/request-content.ts'
import { parseQueueLines } from '../requests/item-snapshot.ts'

/** Returns one request. @throws NotFound */
export async function requireQueueItem(ctx: Ctx, id: string): Promise<QueueItem> {
  const item = await ctx.db.queueItem.findUnique({ where: { shopId_id: { shopId: ctx.shop.id, id } } })
  if (!item) throw new NotFound()
  return item
}

/** Returns the existing requests of these ids, in the given order. */
export async function queueItemsByIds(ctx: Ctx, ids: readonly string[], query: object = {}): Promise<QueueItem[]> {
  const items = await ctx.db.queueItem.findMany({ ...query, where: { shopId: ctx.shop.id, id: { in: [...ids] } } })
  const byId = new Map(items.map((item) => [item.id, item]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

export interface QueuePreview {
  from: string
  to: string
  subject: string
  html: string
  /** Sent date, else due date; null while it waits for its condition. */
  time: Date | null
  status: QueueStatus
}

/**
 * Renders an email of the queue (spec 2). A sent one looks as the customer received it; others look as they would be
 * sent now. Its links lead nowhere.
 * @throws NotFound, NotAllowed where there is nothing to view
 */
export async function previewQueueItem(ctx: Ctx, id: string): Promise<QueuePreview> {
  const item = await requireQueueItem(ctx, id)
  if (!hasContent(item)) throw new NotAllowed('nothingToView')
  const products = parseQueueLines(item.lineItems).map((line) => ({ ...line, id: line.productId }))
  const { from, subject, html } = await renderRequestPreview(
    ctx,
    { ...item, type: item.type as QueueKind },
    products,
  ).catch((error: unknown) => {
    throw error instanceof RenderStopped ? new NotAllowed('templateTooSlow') : error
  })
  return {
    from: `${from.name} <${from.address}>`,
    to: item.customerEmail,
    subject: item.subject || subject,
    html,
    time: item.sentAt ?? item.scheduledAt,
    status: item.status,
  }
}

/** Returns whether an email has content to view; unsent emails do. */
export function hasContent(item: Pick<QueueItem, 'status' | 'skipReason' | 'errorMessage' | 'senderApp'>): boolean {
  const permission = queueActions({ ...item, isBlockCustomer: false }).viewContent
  return permission.allowed || permission.reason !== 'nothingToView'
}

export async function blockedEmails(ctx: Ctx, emails: readonly string[]): Promise<Set<string>> {
  const reasons = await readSuppressions(ctx, emails)
  return new Set([...reasons].filter(([, all]) => all.has('blocked')).map(([email]) => email))
}
