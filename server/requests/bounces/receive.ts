import { isSameMailAddress } from '../../core/mail-address.ts'
import { sendRetryMinutes } from '../../../rules/limits.ts'
import { inTransaction, makeContext, type Ctx, type Deps } from '../../core/context.ts'
import { suppress, unsuppress, type SuppressionReason } from '../../shop/customers/suppressions.ts'
import type { QueueItem } from '../../generated/prisma/client.ts'
import { oneLine } from '../mail/mail.ts'
import type { QueueKind, QueueStatus } from '../../../rules/queue-status.ts'
import { applyQueueCounts, buildCountChange } from '../requests/queue-counts.ts'
import type { BounceReport } from './dsn.ts'
import { checkReputation } from './reputation.ts'
import { findReturnPathOwner } from '../sender/return-path.ts'

export interface Bounce extends Omit<BounceReport, 'kind'> {
  /** `resubscribed`: the recipient takes an unsubscription back. */
  kind: BounceReport['kind'] | 'resubscribed'
  /** Return path of the bounced email. It alone identifies the email. */
  returnPath: string
  /** Names the report at its source; a second report of this name has no effect. */
  receipt: string
  /** Addresses that the provider names; they must include the email's recipient. */
  recipients?: readonly string[]
}

const done: readonly QueueStatus[] = ['success', 'opened', 'reviewed']

/** Records a report of a mail server or provider about a sent email. Returns whether it had an effect. */
export async function receiveBounce(deps: Deps, bounce: Bounce): Promise<boolean> {
  const owner = findReturnPathOwner(deps, bounce.returnPath)
  const shop =
    owner &&
    (await deps.access.acrossShops('find the shop of a bounce').shop.findUnique({ where: { id: owner.shopId } }))
  if (!owner || !shop) return false
  const ctx = makeContext(deps, shop, { kind: 'platform' })
  const isNew = await inTransaction(ctx, async (tx) => {
    const item = await tx.db.queueItem.findUnique({ where: { shopId_id: { shopId: tx.shop.id, id: owner.itemId } } })
    if (!item || !isAbout(item, bounce)) return false
    const { count } = await tx.db.webhookReceipt.createMany({
      data: [{ shopId: tx.shop.id, webhookId: bounce.receipt, topic: 'mail/bounce', receivedAt: tx.now() }],
      skipDuplicates: true,
    })
    if (count === 0) return false
    await applyBounce(tx, item, bounce)
    return true
  })
  if (isNew && (bounce.kind === 'hard' || bounce.kind === 'complaint')) await checkReputation(ctx)
  return isNew
}

function isAbout({ status, customerEmail }: QueueItem, { recipients }: Bounce): boolean {
  return (
    done.includes(status) && (!recipients || recipients.some((address) => isSameMailAddress(address, customerEmail)))
  )
}

const suppressions: Partial<Record<Bounce['kind'], SuppressionReason>> = {
  hard: 'bounced',
  complaint: 'complained',
  unsubscribed: 'unsubscribed',
}

async function applyBounce(tx: Ctx, item: QueueItem, { kind, detail }: Bounce): Promise<void> {
  const reason = suppressions[kind]
  if (reason) await suppress(tx, [item.customerEmail], reason)
  if (kind === 'resubscribed') await unsuppress(tx, [item.customerEmail], 'unsubscribed')
  // An opened email did arrive, and so did one to which the recipient reacts.
  if (!['hard', 'soft', 'failed'].includes(kind) || item.status !== 'success') return
  const minutes = sendRetryMinutes[item.attempts - 1]
  const again = kind === 'soft' && minutes !== undefined
  const status = again ? 'waiting' : 'failed'
  const errorMessage = oneLine(detail, 300)
  await tx.db.queueItem.update({
    where: { shopId_id: { shopId: tx.shop.id, id: item.id } },
    data: {
      status,
      errorMessage,
      version: { increment: 1 },
      updatedAt: tx.now(),
      ...(again && { scheduledAt: new Date(tx.now().getTime() + minutes * 60_000) }),
    },
  })
  const type = item.type as QueueKind
  await applyQueueCounts(
    tx.db,
    buildCountChange(
      tx.shop.id,
      { type, status: item.status, skipReason: item.skipReason },
      { type, status, skipReason: item.skipReason },
    ),
  )
  tx.publish('queue', item.id)
}
