import { z } from 'zod'
import { COUNTRIES } from '../countries.ts'
import { defaultSendDelayDays, emptyDelayResetsTo } from '../limits.ts'
import type { MessageCode, MessageParams } from '../messages.ts'
import {
  delayBounds,
  hasAlternative,
  namedDelayBounds,
  SEND_AFTER_OPTIONS,
  SEND_METHODS,
  TIME_UNITS,
  type TimeUnit,
} from '../request-due-time.ts'
import { flag, listOf, oneOf, part } from '../validation.ts'
import { settingsDocument } from './document.ts'

/** An emptied field is reset to 1 (spec 5). */
const delayAmount = z
  .preprocess(
    (value) => (value === '' || value === null ? emptyDelayResetsTo : value),
    z
      .number({ error: (issue) => (issue.input === undefined ? 'required' : 'mustBeDigits') })
      .int({ error: 'mustBeDigits' }),
  )
  .describe('The custom delay, as a number.')
const timeUnit = oneOf(TIME_UNITS, 'TimeUnit').describe('The unit of the custom delay.')
const sendAfter = oneOf(SEND_AFTER_OPTIONS, 'SendAfter').describe(
  'How long to wait. A custom delay takes sendAfterCustom and timeUnit.',
)

const timingCountry = part({
  priority: z
    .number({ error: 'mustBeDigits' })
    .int({ error: 'mustBeDigits' })
    .min(1, { error: 'valueInvalid' })
    .describe('Lower numbers are checked first.'),
  sendAfter,
  sendAfterCustom: delayAmount,
  timeUnit,
  selectedCountries: listOf(
    z.string({ error: 'valueInvalid' }).refine((code) => Object.hasOwn(COUNTRIES, code), { error: 'valueInvalid' }),
    'required',
  )
    .min(1, { error: 'required' })
    .describe('ISO 3166 alpha-2 codes.'),
}).meta({ title: 'TimingCountry' })
export type TimingCountry = z.infer<typeof timingCountry>

const schema = z
  .object({
    sendAfter,
    sendAfterCustom: delayAmount,
    timeUnit,
    sendMethod: oneOf(SEND_METHODS, 'SendMethod').describe('The step of the order that the delay counts from.'),
    alternativeSendAfter: z
      .number({ error: 'mustBeDigits' })
      .int({ error: 'mustBeDigits' })
      .nullable()
      .describe('Delay after the purchase for orders that are never marked as fulfilled. Null: their requests wait.'),
    alternativeUnit: oneOf(TIME_UNITS, 'TimeUnit').describe('The unit of alternativeSendAfter.'),
    isCustomTiming: flag.describe('Whether timingCountries applies.'),
    timingCountries: listOf(timingCountry).describe(
      'Other delays by country. The first entry with the customer’s country applies. A save replaces the list.',
    ),
  })
  .describe('When review requests are sent (spec 3, Timing settings).')
  .superRefine((timing, context) => {
    const refuseAt = (path: PropertyKey[], code: MessageCode, params: MessageParams = {}) => {
      context.addIssue({ code: 'custom', message: code, params: { ...params }, path })
    }
    const checkDelay = (path: PropertyKey[], amount: number, unit: TimeUnit) => {
      const { min, max } = delayBounds(unit)
      if (amount < min || amount > max) refuseAt(path, 'betweenEqual', namedDelayBounds(unit))
    }
    const checkHours = (path: PropertyKey[], unit: TimeUnit) => {
      if (unit === 'hours' && timing.sendMethod !== 'delivery') refuseAt(path, 'hoursOnlyForDelivery')
    }
    if (timing.sendAfter === 'custom') {
      checkHours(['timeUnit'], timing.timeUnit)
      checkDelay(['sendAfterCustom'], timing.sendAfterCustom, timing.timeUnit)
    }
    if (hasAlternative(timing) && timing.alternativeSendAfter !== null) {
      checkHours(['alternativeUnit'], timing.alternativeUnit)
      checkDelay(['alternativeSendAfter'], timing.alternativeSendAfter, timing.alternativeUnit)
    }
    if (timing.isCustomTiming && timing.timingCountries.length === 0) refuseAt(['timingCountries'], 'required')
    timing.timingCountries.forEach((entry, index) => {
      if (entry.sendAfter !== 'custom') return
      checkHours(['timingCountries', index, 'timeUnit'], entry.timeUnit)
      checkDelay(['timingCountries', index, 'sendAfterCustom'], entry.sendAfterCustom, entry.timeUnit)
    })
  })
export type TimingSettings = z.infer<typeof schema>

export const REQUEST_TIMING = settingsDocument(schema, {
  sendAfter: 'custom',
  sendAfterCustom: defaultSendDelayDays,
  timeUnit: 'days',
  sendMethod: 'fulfillment',
  alternativeSendAfter: null,
  alternativeUnit: 'days',
  isCustomTiming: false,
  timingCountries: [],
})
