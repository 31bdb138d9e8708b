import { z } from 'zod'
import { formatMessage } from '../../../rules/messages.ts'
import { REQUEST_TIMING } from '../../../rules/settings/request-timing.ts'
import { oldOrderRequest } from '../../../rules/old-orders.ts'
import { NotFound } from '../../core/errors.ts'
import type { OldOrderRun } from '../../generated/prisma/client.ts'
import { joinFields } from '../../core/rest/body-fields.ts'
import type { RestRoute } from '../../core/rest/route.ts'
import { count, nameShape, emptyBody, textOrNull, time, timeOrNull, uuid } from '../../core/rest/shapes.ts'
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

const oldOrderBody = joinFields(
  oldOrderRequest,
  joinFields(REQUEST_TIMING.schema, z.object({ version: z.int() })).partial(),
  oldOrderRequest,
)

const oldOrderRunShape = nameShape(
  'PastOrderRun',
  z.object({
    id: uuid,
    status: z.enum(['running', 'done', 'failed', 'cancelled']),
    total: count,
    done: count,
    added: count,
    skipped: count,
    cancelled: count,
    firstAt: timeOrNull,
    createdAt: time,
    finishedAt: timeOrNull,
    error: textOrNull,
  }),
)

/** REST routes for past orders (spec 7). */
export const oldOrderRoutes: readonly RestRoute[] = [
  {
    method: 'GET',
    path: '/email-previous',
    summary: 'Count past orders without a request',
    answer: { body: z.object({ success: z.literal(true), data: z.object({ count }), count }) },
    async run(ctx) {
      const count = await countOldOrders(ctx)
      return { success: true, data: { count }, count }
    },
  },
  {
    method: 'GET',
    path: '/email-previous/run',
    summary: 'Read the newest run for past orders',
    answer: { data: z.looseObject({ run: oldOrderRunShape.nullable() }) },
    async run(ctx) {
      const { run, ...rest } = await readOldOrders(ctx)
      return { success: true, data: { ...rest, run: run && wireOf(run) } }
    },
  },
  {
    method: 'POST',
    path: '/emails',
    summary: 'Ask for reviews of past orders',
    answer: { data: oldOrderRunShape },
    // The specified form sends all timing settings; a run uses custom delays only.
    body: oldOrderBody,
    run: async (ctx, { body }) => ({
      success: true,
      data: wireOf(await startOldOrders(ctx, body)),
      message: formatMessage('oldOrdersStarted'),
    }),
  },
  {
    method: 'PUT',
    path: '/email-previous/:id/cancel',
    summary: 'Cancel a run for past orders',
    description: "Its requests that haven't left are canceled.",
    answer: { data: oldOrderRunShape },
    body: emptyBody,
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
