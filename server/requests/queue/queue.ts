import { queueActions } from '../../../rules/queue-status.ts'
import type { QueueKind, QueueStatus } from '../../../rules/queue-status.ts'
import type { Ctx } from '../../core/context.ts'
import { readSuppressions } from '../../shop/customers/suppressions.ts'
import { NotAllowed, NotFound } from '../../core/errors.ts'
import type { QueueItem } from '../../generated/prisma/client.ts'
import { renderRequestPreview } from '../sending/request-content.ts'
import { parseQueueLines } from '../requests/item-snapshot.ts'

/** One request. @throws NotFound */
export async function requireQueueItem(ctx: Ctx, id: string): Promise<QueueItem> {
  const item = await ctx.db.queueItem.findUnique({ where: { shopId_id: { shopId: ctx.shop.id, id } } })
  if (!item) throw new NotFound()
  return item
}

/** The requests of these ids that there are, in the order asked for. */
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
  /** When it left, else when it will; null while it waits for its condition. */
  time: Date | null
  status: QueueStatus
}

/**
 * What an email of the queue looks like (spec 2). A sent one shows what the customer got, whatever changed since; another one what
 * would leave now. Its links lead nowhere.
 * @throws NotFound, NotAllowed where there is nothing to view
 */
export async function previewQueueItem(ctx: Ctx, id: string): Promise<QueuePreview> {
  const item = await requireQueueItem(ctx, id)
  if (!hasContent(item)) throw new NotAllowed('nothingToView')
  const products = parseQueueLines(item.lineItems).map((line) => ({ ...line, id: line.productId }))
  const { from, subject, html } = await renderRequestPreview(ctx, { ...item, type: item.type as QueueKind }, products)
  return {
    from: `${from.name} <${from.address}>`,
    to: item.customerEmail,
    subject: item.subject || subject,
    html,
    time: item.sentAt ?? item.scheduledAt,
    status: item.status,
  }
}

/** Whether an email has content to view; one that has not been sent has. */
export function hasContent(item: Pick<QueueItem, 'status' | 'skipReason' | 'errorMessage' | 'senderApp'>): boolean {
  const permission = queueActions({ ...item, isBlockCustomer: false }).viewContent
  return permission.allowed || permission.reason !== 'nothingToView'
}

/** Which of these addresses the merchant has blocked. */
export async function blockedEmails(ctx: Ctx, emails: readonly string[]): Promise<Set<string>> {
  const reasons = await readSuppressions(ctx, emails)
  return new Set([...reasons].filter(([, all]) => all.has('blocked')).map(([email]) => email))
}
