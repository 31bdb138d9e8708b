import { z } from 'zod'
import {
  count,
  flag,
  flagParam,
  listParam,
  nameShape,
  pageQuery,
  text,
  textOrNull,
  time,
  timeOrNull,
  uuid,
} from '../../core/rest/shapes.ts'

const queueFields = z.object({
  id: uuid,
  orderId: textOrNull,
  name: text.describe('Name of the order.'),
  customerEmail: text,
  customerName: text,
  shopifyCustomerId: textOrNull,
  queueType: z.literal('email'),
  status: text,
  type: text,
  subject: text,
  scheduledAt: timeOrNull,
  sentAt: timeOrNull,
  createdAt: time,
  createdOrderAt: timeOrNull,
  fulfilledDate: timeOrNull,
  fulfillmentStatus: textOrNull,
  isBlockCustomer: flag,
  productIds: z.array(text),
  productImage: z.array(textOrNull),
  productLink: z.array(textOrNull),
  productTitle: z.array(text),
  lineItems: z.array(z.looseObject({ productId: text, title: text })),
  errorMessage: textOrNull,
  skipReason: textOrNull,
  moveReason: textOrNull,
  reasonValue: z.unknown(),
  senderApp: text,
  pushQueue: z.object({ id: uuid, status: text, error: textOrNull }).nullable(),
})

/** A review request in answers of REST. */
export const queueItemShape = nameShape('ReviewRequest', queueFields)

/** A request with the content of its email. */
export const queueDetailShape = nameShape(
  'ReviewRequestDetail',
  queueFields.extend({
    htmlContent: text.describe('Empty where there is nothing to view.'),
    from: z.unknown().optional(),
    to: z.unknown().optional(),
  }),
)

/** What an action on requests changed. */
export const queueChangeShape = nameShape(
  'ReviewRequestChange',
  z.object({
    items: z.array(queueItemShape),
    changedIds: z.array(text),
    skippedIds: z.array(text).describe('Their state forbids the action.'),
    count,
    sentRequestCount: z.int().describe('Emails sent or still to be sent.'),
  }),
)

const day = text.describe('A time in ISO 8601, or a day in UTC.').optional()

/** Parameters of a page of requests, which `buildQueuePage` reads. */
export const queueQuery = pageQuery.extend({
  sort: text
    .describe('`createdAt`, `updatedAt`, `scheduledAt`, `orderId` or `name` with `_desc` or `_asc`.')
    .optional(),
  searchText: text.optional(),
  status: listParam().optional(),
  statusList: listParam().optional(),
  statusFilter: listParam().optional(),
  type: listParam().describe('`review-reminder`, `photo-reminder`, or both.').optional(),
  queueType: z.enum(['email', 'push']).optional(),
  productIdsFilter: listParam().optional(),
  buyerNames: listParam().optional(),
  orderRangeFilter: text.describe('Such as `1-20`.').optional(),
  fromDate: day,
  toDate: day,
  scheduledFromDate: day,
  scheduledToDate: day,
  executedFromDate: day,
  executedToDate: day,
  createdOrderFromDate: day,
  createdOrderToDate: day,
  fulfilledFromDate: day,
  fulfilledToDate: day,
  updatedAfter: day,
  updatedBefore: day,
  includeTotal: flagParam.describe('`false` leaves the total out.').optional(),
  page: text.describe('Has no effect: the cursor decides where a page begins.').optional(),
  isSearch: text.describe('Has no effect.').optional(),
})
