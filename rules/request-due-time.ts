import { maxDelay, minCustomDelay, minCustomDelayMinutes } from './limits.ts'
import { nextHour, findQuietEnd } from './quiet-hours.ts'
import type { RequestRules } from './settings/request-rules.ts'
import type { TimingSettings } from './settings/request-timing.ts'
import { dayMs } from './dates.ts'

export const TIME_UNITS = ['minutes', 'hours', 'days', 'weeks', 'months'] as const
export type TimeUnit = (typeof TIME_UNITS)[number]

export const SEND_METHODS = ['purchase', 'fulfillment', 'delivery'] as const
export type SendMethod = (typeof SEND_METHODS)[number]

export interface Delay {
  amount: number
  unit: TimeUnit
}

/** Choices of spec 9, in its order; `custom` uses sendAfterCustom and timeUnit. */
export const SEND_AFTER = {
  minutes_5: { amount: 5, unit: 'minutes' },
  minutes_15: { amount: 15, unit: 'minutes' },
  minutes_30: { amount: 30, unit: 'minutes' },
  hours_1: { amount: 1, unit: 'hours' },
  hours_2: { amount: 2, unit: 'hours' },
  hours_3: { amount: 3, unit: 'hours' },
  hours_6: { amount: 6, unit: 'hours' },
  hours_12: { amount: 12, unit: 'hours' },
  days_1: { amount: 1, unit: 'days' },
  days_2: { amount: 2, unit: 'days' },
  days_3: { amount: 3, unit: 'days' },
  days_4: { amount: 4, unit: 'days' },
  days_5: { amount: 5, unit: 'days' },
  weeks_1: { amount: 1, unit: 'weeks' },
  weeks_3: { amount: 3, unit: 'weeks' },
  months_1: { amount: 1, unit: 'months' },
} as const satisfies Record<string, Delay>

export type SendAfter = keyof typeof SEND_AFTER | 'custom'
export const SEND_AFTER_OPTIONS: readonly SendAfter[] = [
  ...(Object.keys(SEND_AFTER) as (keyof typeof SEND_AFTER)[]),
  'custom',
]

/** Units that a form offers for a custom delay (spec 9); the API accepts all. */
export const CUSTOM_UNITS = ['hours', 'days'] as const satisfies readonly TimeUnit[]

/** Bounds of a custom delay (spec 5). */
export function delayBounds(unit: TimeUnit | null | undefined): { min: number; max: number } {
  return {
    min: unit === 'minutes' || !unit ? minCustomDelayMinutes : minCustomDelay,
    max: maxDelay[unit ?? 'days'],
  }
}

/** Bounds named in a refusal: 1 to 8760 for hours, else 1 to 365 (spec 5). Ignores the unit's own bounds. */
export function namedDelayBounds(unit: TimeUnit | null | undefined): { min: number; max: number } {
  return { min: minCustomDelay, max: unit === 'hours' ? maxDelay.hours : maxDelay.days }
}

/** The alternative delay counts only with a custom delay after fulfillment (spec 5). */
export function hasAlternative(
  timing: Pick<TimingSettings, 'sendAfter' | 'sendMethod' | 'alternativeSendAfter'>,
): boolean {
  return timing.sendAfter === 'custom' && timing.sendMethod === 'fulfillment' && timing.alternativeSendAfter !== null
}

/** Removes one entry and renumbers the rest. Removing the last one switches timing by country off (spec 5). */
export function removeTimingCountry(timing: TimingSettings, priority: number): TimingSettings {
  const timingCountries = timing.timingCountries
    .filter((entry) => entry.priority !== priority)
    .map((entry, index) => ({ ...entry, priority: index + 1 }))
  return { ...timing, timingCountries, isCustomTiming: timing.isCustomTiming && timingCountries.length > 0 }
}

/** The only entry has no delete button; timing by country is switched off instead (spec 5). */
export function canRemoveTimingCountry(timing: Pick<TimingSettings, 'timingCountries'>): boolean {
  return timing.timingCountries.length > 1
}

export function delayOf(choice: { sendAfter: SendAfter; sendAfterCustom: number; timeUnit: TimeUnit }): Delay {
  return choice.sendAfter === 'custom'
    ? { amount: choice.sendAfterCustom, unit: choice.timeUnit }
    : SEND_AFTER[choice.sendAfter]
}

const unitMs = { minutes: 60_000, hours: 3_600_000, days: dayMs, weeks: 604_800_000 } as const

/** Adds a delay in UTC. Months end on the last day of a shorter month (31 January + 1 = 28 February). */
export function addDelay(from: Date, { amount, unit }: Delay): Date {
  if (unit !== 'months') return new Date(from.getTime() + amount * unitMs[unit])
  const moved = new Date(from)
  moved.setUTCMonth(moved.getUTCMonth() + amount)
  if (moved.getUTCDate() !== from.getUTCDate()) moved.setUTCDate(0)
  return moved
}

/** Times of an order, UTC. */
export interface OrderTimes {
  createdAt: Date
  fulfilledAt: Date | null
  deliveredAt: Date | null
  /** ISO 3166 alpha-2 code of the delivery address. */
  country: string | null
}

/**
 * Computes when an order's request is due (spec 3, 5, 9), from purchase, fulfillment or delivery. Returns
 * 'waitingCondition' until that happened. The alternative delay from the purchase covers orders that are never marked
 * as fulfilled. The first matching country entry replaces the general delay.
 */
export function computeScheduledTime({
  settings,
  order,
  day,
}: {
  settings: TimingSettings
  order: OrderTimes
  day?: ShopDay | undefined
}): Date | 'waitingCondition' {
  const start = startOf(settings.sendMethod, order)
  if (start) return computeSendTime(start, delayFor(settings, order.country), day)
  if (hasAlternative(settings) && settings.alternativeSendAfter !== null) {
    return computeSendTime(
      order.createdAt,
      { amount: settings.alternativeSendAfter, unit: settings.alternativeUnit },
      day,
    )
  }
  return 'waitingCondition'
}

export interface ShopDay {
  rules: Pick<RequestRules, 'sendHour' | 'quietHours'>
  timeZone: string
}

/**
 * Adds a delay and applies the shop's sending hours. Delays in minutes or hours stay exact; longer ones end at the
 * sending hour. Times in quiet hours move. Without a `day` the time stays exact.
 */
export function computeSendTime(from: Date, delay: Delay, day: ShopDay | undefined): Date {
  const due = addDelay(from, delay)
  if (!day || Number.isNaN(due.getTime())) return due
  const { rules, timeZone } = day
  const isExact = delay.unit === 'minutes' || delay.unit === 'hours' || rules.sendHour === null
  const at = isExact ? due : nextHour(due, rules.sendHour ?? 0, timeZone)
  return findQuietEnd(at, rules, timeZone) ?? at
}

function startOf(method: SendMethod, order: OrderTimes): Date | null {
  switch (method) {
    case 'purchase':
      return order.createdAt
    case 'fulfillment':
      return order.fulfilledAt
    case 'delivery':
      return order.deliveredAt
  }
}

function delayFor(settings: TimingSettings, country: string | null): Delay {
  const entry =
    settings.isCustomTiming && country
      ? settings.timingCountries
          .toSorted((a, b) => a.priority - b.priority)
          .find((each) => each.selectedCountries.includes(country.toUpperCase()))
      : undefined
  return delayOf(entry ?? settings)
}
