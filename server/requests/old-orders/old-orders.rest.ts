import { formatMessage } from '../../../rules/messages.ts'
import { REQUEST_TIMING } from '../../../rules/settings/request-timing.ts'
import { oldOrderRequest } from '../../../rules/old-orders.ts'
import { NotFound } from '../../core/errors.ts'
import type { OldOrderRun } from '../../generated/prisma/client.ts'
import { listBodyFields } from '../../core/rest/body-fields.ts'
import type { RestRoute } from '../../core/rest/route.ts'
import { isUuid } from '../../core/uuid.ts'
import { cancelOldOrders, countOldOrders, readOldOrders, startOldOrders } from './old-orders.ts'

const wireOf = ({
  id,
  status,
  total,
  done,
  added,
  skipped,
  cancelled,
  firstAt,
  createdAt,
  finishedAt,
  error,
}: OldOrderRun) => ({ id, status, total, done, added, skipped, cancelled, firstAt, createdAt, finishedAt, error })

/** REST routes for past orders (spec 7). */
export const oldOrderRoutes: readonly RestRoute[] = [
  {
    method: 'GET',
    path: '/email-previous',
    async run(ctx) {
      const count = await countOldOrders(ctx)
      return { success: true, data: { count }, count }
    },
  },
  {
    method: 'GET',
    path: '/email-previous/run',
    async run(ctx) {
      const { run, ...rest } = await readOldOrders(ctx)
      return { success: true, data: { ...rest, run: run && wireOf(run) } }
    },
  },
  {
    method: 'POST',
    path: '/emails',
    // The specified form sends all timing settings; a run uses custom delays only.
    body: { ...listBodyFields(oldOrderRequest), ...listBodyFields(REQUEST_TIMING.schema), version: true },
    run: async (ctx, { body }) => ({
      success: true,
      data: wireOf(await startOldOrders(ctx, body)),
      message: formatMessage('oldOrdersStarted'),
    }),
  },
  {
    method: 'PUT',
    path: '/email-previous/:id/cancel',
    body: {},
    async run(ctx, { params: { id = '' } }) {
      if (!isUuid(id)) throw new NotFound()
      return {
        success: true,
        data: wireOf(await cancelOldOrders(ctx, id)),
        message: formatMessage('oldOrdersCancelled'),
      }
    },
  },
]
