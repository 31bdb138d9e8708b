import { toQueueWire, type QueueType } from '../../../rules/queue-status.ts'
import type { Ctx } from '../../core/context.ts'
import type { QueueItem } from '../../generated/prisma/client.ts'
import { parseQueueLines } from '../requests/item-snapshot.ts'
import { blockedEmails, hasContent, previewQueueItem } from './queue.ts'

/** Converts queue rows for REST (spec 3, Email queue item). */
export async function queueWires(ctx: Ctx, items: readonly QueueItem[]): Promise<object[]> {
  const blocked = await blockedEmails(
    ctx,
    items.map(({ customerEmail }) => customerEmail),
  )
  const ids = [...new Set(items.map(({ customerId }) => customerId).filter((id) => id !== null))]
  const customers = ids.length
    ? await ctx.db.customer.findMany({
        where: { shopId: ctx.shop.id, id: { in: ids } },
        select: { id: true, platformId: true },
      })
    : []
  const platformIds = new Map(customers.map(({ id, platformId }) => [id, platformId]))
  return items.map((item) => {
    const lines = parseQueueLines(item.lineItems)
    return {
      id: item.id,
      orderId: item.orderId,
      name: item.orderName,
      customerEmail: item.customerEmail,
      customerName: item.customerName,
      shopifyCustomerId: platformIds.get(item.customerId ?? '') ?? null,
      queueType: 'email' satisfies QueueType,
      status: toQueueWire(item.status),
      type: item.type,
      subject: item.subject,
      scheduledAt: item.scheduledAt,
      sentAt: item.sentAt,
      createdAt: item.createdAt,
      createdOrderAt: item.createdOrderAt,
      fulfilledDate: item.fulfilledDate,
      fulfillmentStatus: item.fulfillmentStatus,
      isBlockCustomer: blocked.has(item.customerEmail),
      productIds: lines.map(({ productId }) => productId),
      productImage: lines.map(({ image }) => image),
      productLink: lines.map(({ link }) => link),
      productTitle: lines.map(({ title }) => title),
      lineItems: lines,
      errorMessage: item.errorMessage ?? item.skipReason,
      skipReason: item.skipReason,
      moveReason: item.moveReason,
      reasonValue: item.reasonValue,
      senderApp: item.senderApp,
      pushQueue: item.pushStatus && { id: item.id, status: item.pushStatus, error: item.pushError },
    }
  })
}

/** Converts one row with its email's content; `htmlContent` is empty if there is none to view. */
export async function queueDetail(ctx: Ctx, item: QueueItem): Promise<object> {
  const [wire] = await queueWires(ctx, [item])
  if (!hasContent(item)) return { ...wire, htmlContent: '' }
  const { subject, html, from, to } = await previewQueueItem(ctx, item.id)
  return { ...wire, subject, htmlContent: html, from, to }
}
