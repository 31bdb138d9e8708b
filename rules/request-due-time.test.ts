import {
  addDelay,
  canRemoveTimingCountry,
  delayBounds,
  removeTimingCountry,
  computeScheduledTime,
  SEND_AFTER,
  SEND_AFTER_OPTIONS,
  SEND_METHODS,
  type OrderTimes,
  type TimeUnit,
} from './request-due-time.ts'
import { REQUEST_TIMING, type TimingSettings } from './settings/request-timing.ts'
import { listProblems } from './validation.ts'
import { formatMessage } from './messages.ts'

const at = (text: string): Date => new Date(text)
const order: OrderTimes = { createdAt: at('2026-01-01T10:00:00Z'), fulfilledAt: null, deliveredAt: null, country: 'DE' }
const with_ = (change: Partial<TimingSettings>): TimingSettings => ({ ...REQUEST_TIMING.defaults, ...change })
const entry = (priority: number, countries: string[], days: number) => ({
  priority,
  sendAfter: 'custom' as const,
  sendAfterCustom: days,
  timeUnit: 'days' as const,
  selectedCountries: countries,
})

function refusals(change: Partial<Record<keyof TimingSettings, unknown>>): string[] {
  const parsed = REQUEST_TIMING.schema.safeParse({ ...REQUEST_TIMING.defaults, ...change })
  return parsed.success
    ? []
    : listProblems(parsed.error).map(({ path, code, params }) => `${path}: ${formatMessage(code, params)}`)
}

test('lists the choices of spec 9 in order', () => {
  expect(SEND_AFTER_OPTIONS).toEqual([
    'minutes_5',
    'minutes_15',
    'minutes_30',
    'hours_1',
    'hours_2',
    'hours_3',
    'hours_6',
    'hours_12',
    'days_1',
    'days_2',
    'days_3',
    'days_4',
    'days_5',
    'weeks_1',
    'weeks_3',
    'months_1',
    'custom',
  ])
  for (const [id, { amount, unit }] of Object.entries(SEND_AFTER)) expect(id).toBe(`${unit}_${amount}`)
  expect(SEND_METHODS).toEqual(['purchase', 'fulfillment', 'delivery'])
})

test('waits 7 days by default (spec 9), and the defaults are valid', () => {
  expect(REQUEST_TIMING.defaults).toMatchObject({ sendAfter: 'custom', sendAfterCustom: 7, timeUnit: 'days' })
  expect(REQUEST_TIMING.schema.parse(REQUEST_TIMING.defaults)).toEqual(REQUEST_TIMING.defaults)
})

describe('bounds (spec 5)', () => {
  test.each<[TimeUnit | null, number, number]>([
    ['days', 1, 365],
    ['weeks', 1, 52],
    ['months', 1, 12],
    ['hours', 1, 8_760],
    ['minutes', 5, 525_600],
    [null, 5, 365],
  ])('%s allow %i to %i', (unit, min, max) => {
    expect(delayBounds(unit)).toEqual({ min, max })
  })

  const tooLong = (max: number) => [`sendAfterCustom: Number needs to be between equal 1 and ${max}`]
  test.each<[unknown, TimeUnit, TimingSettings['sendMethod'], string[]]>([
    [0, 'days', 'fulfillment', tooLong(365)],
    [1, 'days', 'fulfillment', []],
    [365, 'days', 'fulfillment', []],
    [366, 'days', 'fulfillment', tooLong(365)],
    [8_760, 'hours', 'delivery', []],
    [8_761, 'hours', 'delivery', tooLong(8_760)],
    [52, 'weeks', 'purchase', []],
    [53, 'weeks', 'purchase', tooLong(365)],
    [13, 'months', 'purchase', tooLong(365)],
    [4, 'minutes', 'purchase', tooLong(365)],
    [5, 'minutes', 'purchase', []],
    [525_601, 'minutes', 'purchase', tooLong(365)],
    ['', 'days', 'purchase', []],
    [1.5, 'days', 'purchase', ['sendAfterCustom: Must be digits']],
    ['seven', 'days', 'purchase', ['sendAfterCustom: Must be digits']],
    [undefined, 'days', 'purchase', ['sendAfterCustom: This field is required']],
  ])('checks a custom delay of %p %s after %s', (...[sendAfterCustom, timeUnit, sendMethod, expected]) => {
    expect(refusals({ sendAfterCustom, timeUnit, sendMethod })).toEqual(expected)
  })

  test('resets an emptied field to 1', () => {
    expect(REQUEST_TIMING.schema.parse({ ...REQUEST_TIMING.defaults, sendAfterCustom: '' }).sendAfterCustom).toBe(1)
  })

  test.each<[TimingSettings['sendMethod'], boolean]>([
    ['purchase', false],
    ['fulfillment', false],
    ['delivery', true],
  ])('hours after %s are allowed: %s', (sendMethod, allowed) => {
    expect(refusals({ sendMethod, timeUnit: 'hours' })).toEqual(
      allowed ? [] : ['timeUnit: Hours are only available for requests sent after delivery'],
    )
  })

  test('a choice from the list needs no custom number', () => {
    expect(refusals({ sendAfter: 'hours_2', sendAfterCustom: 9_999, timeUnit: 'hours' })).toEqual([])
  })

  test('the alternative delay has the same bounds, and needs a custom delay after fulfillment', () => {
    expect(refusals({ alternativeSendAfter: 366 })).toEqual([
      'alternativeSendAfter: Number needs to be between equal 1 and 365',
    ])
    expect(refusals({ alternativeSendAfter: 10, alternativeUnit: 'hours' })).toEqual([
      'alternativeUnit: Hours are only available for requests sent after delivery',
    ])
    expect(refusals({ alternativeSendAfter: 366, sendMethod: 'purchase' })).toEqual([])
    expect(refusals({ alternativeSendAfter: 366, sendAfter: 'days_1' })).toEqual([])
  })

  test('timing by country needs an entry, a delay in range and a country', () => {
    expect(refusals({ isCustomTiming: true })).toEqual(['timingCountries: This field is required'])
    expect(refusals({ isCustomTiming: true, timingCountries: [entry(1, [], 3)] })).toEqual([
      'timingCountries.0.selectedCountries: This field is required',
    ])
    expect(refusals({ isCustomTiming: true, timingCountries: [entry(1, ['DE'], 366)] })).toEqual([
      'timingCountries.0.sendAfterCustom: Number needs to be between equal 1 and 365',
    ])
    expect(refusals({ isCustomTiming: true, timingCountries: [entry(1, ['XX'], 3)] })).toEqual([
      'timingCountries.0.selectedCountries.0: Value invalid',
    ])
    expect(refusals({ isCustomTiming: true, timingCountries: [entry(1, ['DE', 'FR'], 3)] })).toEqual([])
  })
})

test('renumbers entries after a removal; without entries timing by country is off (spec 5)', () => {
  const three = with_({
    isCustomTiming: true,
    timingCountries: [entry(1, ['DE'], 3), entry(2, ['FR'], 4), entry(3, ['IT'], 5)],
  })
  const two = removeTimingCountry(three, 2)
  expect(two.timingCountries.map(({ priority, selectedCountries }) => [priority, ...selectedCountries])).toEqual([
    [1, 'DE'],
    [2, 'IT'],
  ])
  expect(two.isCustomTiming).toBe(true)
  expect(canRemoveTimingCountry(two)).toBe(true)
  const one = removeTimingCountry(two, 1)
  expect(canRemoveTimingCountry(one)).toBe(false)
  expect(removeTimingCountry(one, 1)).toMatchObject({ isCustomTiming: false, timingCountries: [] })
})

describe('computeScheduledTime', () => {
  const fulfilled = { ...order, fulfilledAt: at('2026-01-03T08:00:00Z') }
  const delivered = { ...fulfilled, deliveredAt: at('2026-01-06T18:30:00Z') }
  const country = with_({
    sendMethod: 'purchase',
    isCustomTiming: true,
    timingCountries: [entry(2, ['DE', 'AT'], 20), entry(1, ['AT'], 10)],
  })

  test.each<[string, TimingSettings, OrderTimes, string]>([
    ['purchase', with_({ sendMethod: 'purchase' }), order, '2026-01-08T10:00:00.000Z'],
    ['fulfillment, not yet', with_({}), order, 'waitingCondition'],
    ['fulfillment', with_({}), fulfilled, '2026-01-10T08:00:00.000Z'],
    ['delivery, only fulfilled', with_({ sendMethod: 'delivery' }), fulfilled, 'waitingCondition'],
    ['delivery', with_({ sendMethod: 'delivery' }), delivered, '2026-01-13T18:30:00.000Z'],
    [
      'a choice of the list',
      with_({ sendMethod: 'delivery', sendAfter: 'minutes_5' }),
      delivered,
      '2026-01-06T18:35:00.000Z',
    ],
    [
      'hours',
      with_({ sendMethod: 'delivery', timeUnit: 'hours', sendAfterCustom: 36 }),
      delivered,
      '2026-01-08T06:30:00.000Z',
    ],
    ['a month', with_({ sendMethod: 'purchase', sendAfter: 'months_1' }), order, '2026-02-01T10:00:00.000Z'],
    ['three weeks', with_({ sendMethod: 'purchase', sendAfter: 'weeks_3' }), order, '2026-01-22T10:00:00.000Z'],
    ['alternative, not fulfilled', with_({ alternativeSendAfter: 30 }), order, '2026-01-31T10:00:00.000Z'],
    ['alternative, fulfilled', with_({ alternativeSendAfter: 30 }), fulfilled, '2026-01-10T08:00:00.000Z'],
    ['alternative needs custom', with_({ alternativeSendAfter: 30, sendAfter: 'days_1' }), order, 'waitingCondition'],
    [
      'alternative needs fulfillment',
      with_({ alternativeSendAfter: 30, sendMethod: 'delivery' }),
      fulfilled,
      'waitingCondition',
    ],
    ['country', country, order, '2026-01-21T10:00:00.000Z'],
    ['first priority wins', country, { ...order, country: 'AT' }, '2026-01-11T10:00:00.000Z'],
    ['country in small letters', country, { ...order, country: 'at' }, '2026-01-11T10:00:00.000Z'],
    ['another country', country, { ...order, country: 'FR' }, '2026-01-08T10:00:00.000Z'],
    ['no country', country, { ...order, country: null }, '2026-01-08T10:00:00.000Z'],
    ['timing by country is off', { ...country, isCustomTiming: false }, order, '2026-01-08T10:00:00.000Z'],
  ])('computes the due time: %s', (...[_what, settings, times, expected]) => {
    const due = computeScheduledTime({ settings, order: times })
    expect(due === 'waitingCondition' ? due : due.toISOString()).toBe(expected)
  })

  test.each([
    ['2026-01-31T10:00:00Z', 1, '2026-02-28T10:00:00.000Z'],
    ['2028-01-31T10:00:00Z', 1, '2028-02-29T10:00:00.000Z'],
    ['2026-12-31T23:59:00Z', 2, '2027-02-28T23:59:00.000Z'],
    ['2026-03-15T00:00:00Z', 12, '2027-03-15T00:00:00.000Z'],
  ])('adds to %s %i months', (from, amount, expected) => {
    expect(addDelay(at(from), { amount, unit: 'months' }).toISOString()).toBe(expected)
  })
})
