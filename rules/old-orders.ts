import { z } from 'zod'
import { defaultOldOrderSpreadHours, maxOldOrderSpreadHours, oldOrderWindowDays } from './limits.ts'
import { delayBounds, namedDelayBounds, TIME_UNITS } from './request-due-time.ts'
import { oneOf, wholeNumber } from './validation.ts'

/** Day ranges that the form offers; the last one is the whole window. */
export const OLD_ORDER_RANGES = [7, 14, 30, oldOrderWindowDays] as const

const day = z.string({ error: 'valueInvalid' }).regex(/^\d{4}-\d\d-\d\d$/, { error: 'valueInvalid' })

/** A run for past orders: their days in the shop's zone, both included, and when to send. */
export const oldOrderRequest = z
  .object({
    from: day.optional(),
    to: day.optional(),
    sendAfterCustom: z.number({ error: 'mustBeDigits' }).int({ error: 'mustBeDigits' }).default(1),
    timeUnit: oneOf(TIME_UNITS, 'TimeUnit').default('hours'),
    spreadHours: wholeNumber(0, maxOldOrderSpreadHours).default(defaultOldOrderSpreadHours),
  })
  .superRefine(({ from, to, sendAfterCustom, timeUnit }, context) => {
    const { min, max } = delayBounds(timeUnit)
    if (sendAfterCustom < min || sendAfterCustom > max)
      context.addIssue({
        code: 'custom',
        message: 'betweenEqual',
        params: namedDelayBounds(timeUnit),
        path: ['sendAfterCustom'],
      })
    if (from && to && from > to) context.addIssue({ code: 'custom', message: 'valueInvalid', path: ['to'] })
  })
export type OldOrderRequest = z.infer<typeof oldOrderRequest>
