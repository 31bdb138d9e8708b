import { z } from 'zod'
import { cleanLine } from './clean-text.ts'
import { COMPACT_PAGE_SIZES, defaultPageSize, maxRate, maxSearchChars, minRate, PAGE_SIZES } from './limits.ts'
import { SUSPICION_KINDS } from './moderation.ts'
import { fromQueueWire, PUSH_STATUSES, QUEUE_KINDS, QUEUE_TYPES } from './queue-status.ts'
import { REVIEW_SOURCES, REVIEW_STATUSES, type ReviewSource } from './review-status.ts'
import { flag, oneOf, refuse, wholeNumber } from './validation.ts'

export { totalPages } from './paging.ts'

export const REVIEW_SORTS = ['RECENT', 'OLDEST', 'HIGHEST', 'LOWEST', 'MEDIA', 'UPDATED_ASC', 'UPDATED_DESC'] as const
export type ReviewSort = (typeof REVIEW_SORTS)[number]

const [earliest, latest] = [new Date('0001-01-01T00:00:00Z'), new Date('9999-12-31T23:59:59.999Z')]
const instant = z
  .union([z.date(), z.iso.datetime({ offset: true, error: 'invalidDate' })], { error: 'invalidDate' })
  .transform((value, context) => {
    const date = new Date(value)
    // The database rejects years before 1 or after 9999, even if only the zone causes them.
    if (!(date >= earliest && date <= latest)) refuse(context, 'invalidDate')
    return date
  })
/** Rows that changed between two moments, both excluded: what a program reads to stay up to date. */
const updatedRange = { updatedAfter: instant.optional(), updatedBefore: instant.optional() }
const id = z.string({ error: 'malformedId' }).min(1, { error: 'malformedId' }).max(200, { error: 'malformedId' })
const uuid = z
  .string({ error: 'malformedId' })
  .regex(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i, { error: 'malformedId' })
export const searchText = z
  .string({ error: 'valueInvalid' })
  .max(maxSearchChars, { error: 'valueInvalid' })
  .transform(cleanLine)

/** Allows at most 100 values, because people pick them by hand. */
const listOf = <Item extends z.ZodType>(item: Item) =>
  z.array(item, { error: 'valueInvalid' }).max(100, { error: 'valueInvalid' })

/** Treats GraphQL's null as an absent field. */
const withoutNulls = (input: unknown): unknown =>
  typeof input === 'object' && input !== null && !Array.isArray(input)
    ? Object.fromEntries(Object.entries(input).filter(([, value]) => value !== null))
    : input

export const PRODUCT_SORTS = ['TITLE', 'UPDATED_ASC', 'UPDATED_DESC'] as const
export type ProductSort = (typeof PRODUCT_SORTS)[number]

const inOrder = (from: Date | undefined, to: Date | undefined): boolean => !from || !to || from <= to

/**
 * Filter of the review list. Empty lists and absent fields don't filter. Dates are instants; `createdTo` is included.
 * Refuses unknown fields, because ignoring one would select more than intended.
 */
export const reviewFilter = z.preprocess(
  withoutNulls,
  z
    .strictObject({
      status: listOf(oneOf(REVIEW_STATUSES)).optional(),
      rate: listOf(wholeNumber(minRate, maxRate)).optional(),
      source: listOf(oneOf(Object.keys(REVIEW_SOURCES) as ReviewSource[])).optional(),
      productIds: listOf(id).optional(),
      importId: id.optional(),
      search: searchText.optional(),
      hasMedia: flag.optional(),
      verified: flag.optional(),
      /** Filters by the flag, as the status `edited` of the API does. */
      edited: flag.optional(),
      /** Only those with undecided reports; false doesn't filter. */
      reported: flag.transform((value) => value || undefined).optional(),
      /** Reviews to look at for one of these reasons; an empty list doesn't filter. */
      suspicion: listOf(oneOf(SUSPICION_KINDS)).optional(),
      /** Only those with an open objection of their author; false doesn't filter. */
      objected: flag.transform((value) => value || undefined).optional(),
      /** Only those without a reply; false doesn't filter. */
      unanswered: flag.transform((value) => value || undefined).optional(),
      /** The id of a person’s account, or `unassigned`. Edges replace `me`. */
      assignee: z
        .string({ error: 'malformedId' })
        .regex(/^(?:unassigned|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/, { error: 'malformedId' })
        .optional(),
      createdFrom: instant.optional(),
      createdTo: instant.optional(),
      ...updatedRange,
    })
    .superRefine(({ createdFrom, createdTo, updatedAfter, updatedBefore }, context) => {
      if (!inOrder(createdFrom, createdTo))
        context.addIssue({ code: 'custom', message: 'invalidDateRange', path: ['createdTo'] })
      if (!inOrder(updatedAfter, updatedBefore))
        context.addIssue({ code: 'custom', message: 'invalidDateRange', path: ['updatedBefore'] })
    }),
)
export type ReviewFilter = z.infer<typeof reviewFilter>

export const selectsEverything = (filter: ReviewFilter): boolean =>
  Object.values(filter).every(
    (value) => value === undefined || value === '' || (Array.isArray(value) && value.length === 0),
  )

/** Filter of the product list; `search` is a part of the title. */
export const productFilter = z
  .object({ search: searchText.optional(), ...updatedRange })
  .superRefine(({ updatedAfter, updatedBefore }, context) => {
    if (!inOrder(updatedAfter, updatedBefore))
      context.addIssue({ code: 'custom', message: 'invalidDateRange', path: ['updatedBefore'] })
  })
export type ProductFilter = z.infer<typeof productFilter>

const orderNumber = z
  .union(
    [
      z.number(),
      z
        .string()
        .trim()
        .regex(/^#?\d{1,15}$/, { error: 'mustBeDigits' })
        .transform((value) => Number(value.replace('#', ''))),
    ],
    { error: 'mustBeDigits' },
  )
  .superRefine((value, context) => {
    if (!Number.isInteger(value)) refuse(context, 'mustBeDigits')
    else if (value <= 0) refuse(context, 'greaterThan', { min: 0 })
  })

/** An order range needs both numbers, above 0 (spec 5). Screens show them with #. */
export const orderRange = z
  .object({ fromOrder: orderNumber, toOrder: orderNumber })
  .superRefine(({ fromOrder, toOrder }, context) => {
    if (fromOrder > toOrder)
      context.addIssue({ code: 'custom', message: 'greaterOrEqual', params: { min: fromOrder }, path: ['toOrder'] })
  })
type OrderRange = z.infer<typeof orderRange>

/** Returns a URL's range; null if incomplete or invalid (spec 5). */
export function orderRangeOf([fromOrder, toOrder]: readonly string[]): OrderRange | null {
  return orderRange.safeParse({ fromOrder, toOrder }).data ?? null
}

export const defaultOrderRange: OrderRange = { fromOrder: 1, toOrder: 1 }

const queueStatus = z.string({ error: 'valueInvalid' }).transform((word, context) => {
  const status = fromQueueWire(word)
  if (status) return status
  refuse(context, 'valueInvalid')
  return z.NEVER
})

export const QUEUE_SORTS = [
  'CREATED_DESC',
  'CREATED_ASC',
  'SCHEDULED_DESC',
  'SCHEDULED_ASC',
  'ORDER_DESC',
  'ORDER_ASC',
  'UPDATED_ASC',
  'UPDATED_DESC',
] as const
export type QueueSort = (typeof QUEUE_SORTS)[number]

const DATE_RANGES = [
  ['from', 'to'],
  ['fulfilledFrom', 'fulfilledTo'],
  ['scheduledFrom', 'scheduledTo'],
  ['executedFrom', 'executedTo'],
  ['createdOrderFrom', 'createdOrderTo'],
  ['updatedAfter', 'updatedBefore'],
] as const

/** Filter of the request queue (spec 2, 3 Filters, 7). `executed` is when an email was sent. */
export const queueFilter = z.preprocess(
  withoutNulls,
  z
    .strictObject({
      status: listOf(queueStatus).optional(),
      /** Filters canceled rows: skipped by a rule (true) or canceled by the merchant (false). */
      skipped: flag.optional(),
      type: listOf(oneOf(QUEUE_KINDS)).optional(),
      /** `push`: emails with a push entry. */
      queueType: oneOf(QUEUE_TYPES).optional(),
      push: oneOf(PUSH_STATUSES).optional(),
      senderApp: z.string({ error: 'valueInvalid' }).max(50, { error: 'valueInvalid' }).optional(),
      search: searchText.optional(),
      productIds: listOf(uuid).optional(),
      /** Addresses or names from the customer search. */
      buyers: listOf(
        z
          .string({ error: 'valueInvalid' })
          .trim()
          .min(1, { error: 'valueInvalid' })
          .max(254, { error: 'valueInvalid' }),
      ).optional(),
      orderRange: orderRange.optional(),
      from: instant.optional(),
      to: instant.optional(),
      fulfilledFrom: instant.optional(),
      fulfilledTo: instant.optional(),
      scheduledFrom: instant.optional(),
      scheduledTo: instant.optional(),
      executedFrom: instant.optional(),
      executedTo: instant.optional(),
      createdOrderFrom: instant.optional(),
      createdOrderTo: instant.optional(),
      ...updatedRange,
    })
    .superRefine((filter, context) => {
      for (const [from, to] of DATE_RANGES) {
        if (!inOrder(filter[from], filter[to]))
          context.addIssue({ code: 'custom', message: 'invalidDateRange', path: [to] })
      }
    }),
)
export type QueueFilter = z.infer<typeof queueFilter>

/** Returns a size that a list offers; the default for anything else in a URL. */
export function pageSizeOf(value: unknown): number {
  const size = Number(value)
  return [...PAGE_SIZES, ...COMPACT_PAGE_SIZES].some((each) => each === size) ? size : defaultPageSize
}
