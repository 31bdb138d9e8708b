import { findOrderSkip } from '../../../rules/order-skip.ts'
import { planParcels, type PlannedParcel } from '../requests/parcels.ts'
import { matchClaim, requireFence, Stopped, type Work } from '../../core/background/claim.ts'
import { inTransaction, type Ctx } from '../../core/context.ts'
import { UserError } from '../../core/errors.ts'
import { Prisma, type OldOrderRun, type Order } from '../../generated/prisma/client.ts'
import { savePastOrders } from '../../shop/orders/orders.ts'
import type { OrdersPage } from '../../platform/platform.ts'
import { findQuietEnd } from '../../../rules/quiet-hours.ts'
import { addRequests, ordersWithRequest } from '../requests/add-requests.ts'
import { readSetting } from '../../shop/settings/settings.ts'
import { oldOrdersLeft } from './old-orders.ts'

/** Time limit of one job, so that other shops get a share. */
const sliceMs = 5_000
const hourMs = 3_600_000

/** Adds a run's requests, one page of the platform's orders at a time. A crash neither repeats nor skips an order. */
export const oldOrderWork: Work<OldOrderRun> = {
  job: 'oldOrders.run',
  topic: 'queue',
  table: 'OldOrderRun',
  open: Prisma.sql`status = 'running'`,
  mostAttempts: 5,
  retrySeconds: (attempts) => 5 * attempts ** 2,
  isRetried: () => true,
  async run(ctx, row) {
    const end = Date.now() + sliceMs
    let { cursor } = row
    do {
      if (ctx.stopping.aborted) throw new Stopped()
      const page = await ctx.platform.ordersPage(ctx.shop, { from: row.fromDate, to: row.toDate }, cursor)
      cursor = await inTransaction(ctx, (tx) => addPage(tx, row, page))
      ctx.publish('queue', row.id)
      if (cursor === null) return 'finished'
    } while (Date.now() < end)
    return 'more'
  },
  fail: (ctx, row, error) =>
    ctx.db.oldOrderRun.updateMany({
      where: matchClaim(row),
      data: {
        status: 'failed',
        error: error instanceof UserError ? error.code : 'unexpected',
        finishedAt: ctx.now(),
        leaseUntil: null,
      },
    }),
}

/** Adds the requests of one page and saves the run's position. Returns the next page's cursor; null after the last. */
async function addPage(tx: Ctx, row: OldOrderRun, page: OrdersPage): Promise<string | null> {
  await requireFence(tx, 'OldOrderRun', row)
  const { done } = await tx.db.oldOrderRun.findUniqueOrThrow({
    where: { shopId_id: { shopId: tx.shop.id, id: row.id } },
    select: { done: true },
  })
  const kept = new Map((await savePastOrders(tx, page.orders)).map((order) => [order.platformId, order]))
  const asked = await ordersWithRequest(
    tx,
    [...kept.values()].map(({ id }) => id),
  )
  const { sendMethod } = await readSetting(tx, 'requestTiming')
  const rules = await readSetting(tx, 'requestRules')
  // The newest orders come first; when the plan's requests run out, older orders get none.
  const left = (await oldOrdersLeft(tx)) ?? Infinity
  const wanted = page.orders
    .flatMap(({ platformId }, index) => {
      const order = kept.get(platformId)
      return order && canBeAsked(order, sendMethod, planParcels(tx, order, rules)[0]) && !asked.has(order.id)
        ? [{ order, index }]
        : []
    })
    .slice(0, left)
  const added = await addRequests(
    tx,
    wanted.map(({ order, index }) => {
      const share = Math.min(1, (done + index) / Math.max(1, row.total))
      const at = new Date(row.firstAt.getTime() + share * row.spreadHours * hourMs)
      return { order, scheduledAt: findQuietEnd(at, rules, tx.shop.ianaTimezone) ?? at, oldOrderRunId: row.id }
    }),
  )
  const next = added < left ? page.next : null
  await tx.db.oldOrderRun.updateMany({
    where: matchClaim(row),
    data: {
      done: { increment: page.orders.length },
      added: { increment: added },
      skipped: { increment: page.orders.length - added },
      cursor: next,
      attempts: 0,
      ...(next === null && { status: 'done' as const, finishedAt: tx.now(), leaseUntil: null }),
    },
  })
  return next
}

/** Unshipped orders get their requests when they ship, like every other order. */
function canBeAsked(order: Order, sendMethod: string, planned: PlannedParcel | undefined): boolean {
  return !findOrderSkip(order) && !planned?.hasFailed && (sendMethod === 'purchase' || order.fulfilledAt !== null)
}
