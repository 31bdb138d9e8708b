import {
  DATE_FORMATS,
  DATE_PRESETS,
  createDateFormatter,
  daysOfPreset,
  defaultDatePreset,
  endOfDay,
  isoDay,
  knownTimeZone,
  offsetName,
  startOfDay,
  type DateFormat,
  type DatePreset,
} from './dates.ts'

const now = new Date('2026-03-05T15:00:00Z')
const lateEvening = new Date('2026-03-01T23:30:00Z')
const write = (date: Date, format: DateFormat, place = { locale: 'en', timeZone: 'UTC' }): string =>
  createDateFormatter({ format, ...place, now })(date)

test.each<[DateFormat, string, string, string]>([
  ['locale', 'en', 'UTC', 'Mar 1, 2026'],
  ['locale', 'de', 'UTC', '01.03.2026'],
  ['locale', 'ja', 'UTC', '2026/03/01'],
  ['long', 'fr', 'UTC', '1 mars 2026'],
  ['long', 'pt_PT', 'UTC', '1 de março de 2026'],
  ['DD/MM/YYYY', 'en', 'UTC', '01/03/2026'],
  ['MM/DD/YYYY', 'en', 'UTC', '03/01/2026'],
  ['YYYY-MM-DD', 'en', 'UTC', '2026-03-01'],
  ['YYYY/MM/DD', 'en', 'UTC', '2026/03/01'],
  ['DD.MM.YYYY', 'ar', 'UTC', '01.03.2026'],
  ['YYYY-MM-DD', 'en', 'Asia/Tokyo', '2026-03-02'],
  ['long', 'en', 'Asia/Tokyo', 'March 2, 2026'],
  ['YYYY-MM-DD', 'en', 'Mars/Olympus', '2026-03-01'],
  ['long', 'not a locale', 'UTC', 'March 1, 2026'],
  ['long', 'ar-SA', 'UTC', '1 مارس 2026'],
  ['long', 'he', 'UTC', '1 במרץ 2026'],
  ['relative', 'en', 'UTC', '3 days ago'],
  ['relative', 'es', 'UTC', 'hace 3 días'],
])('writes format %s in %s, %s as %s', (...[format, locale, timeZone, expected]) => {
  expect(write(lateEvening, format, { locale, timeZone })).toBe(expected)
})

test.each([
  ['2026-03-05T14:59:30Z', 'now'],
  ['2026-03-05T14:30:00Z', '30 minutes ago'],
  ['2026-03-05T13:00:00Z', '2 hours ago'],
  ['2026-03-04T14:00:00Z', 'yesterday'],
  ['2026-02-20T15:00:00Z', 'last week'],
  ['2025-12-20T15:00:00Z', '2 months ago'],
  ['2024-01-01T15:00:00Z', '2 years ago'],
  ['2026-03-05T16:00:00Z', 'now'],
])('writes %s as %s', (date, expected) => {
  expect(write(new Date(date), 'relative')).toBe(expected)
})

test('writes every format', () => {
  for (const format of DATE_FORMATS) expect(write(lateEvening, format)).not.toBe('')
})

test.each([
  ['2026-01-05T09:00:00Z', 'en-US', 'Europe/Paris', 'GMT+1'],
  ['2026-07-05T09:00:00Z', 'fr-FR', 'Europe/Paris', 'UTC+2'],
  ['2026-01-05T09:00:00Z', 'en-US', 'Europe/London', 'GMT'],
  ['2026-01-05T09:00:00Z', 'de-DE', 'Asia/Kolkata', 'GMT+5:30'],
])('at %s, %s names the offset of %s %s', (...[moment, locale, timeZone, expected]) => {
  expect(offsetName(new Date(moment), { locale, timeZone })).toBe(expected)
})

describe('presets (spec 9)', () => {
  test('has the presets of spec 9 and the default', () => {
    expect(DATE_PRESETS).toEqual(['allTime', 'today', 'yesterday', 'last7Days', 'last30Days', 'custom'])
    expect(defaultDatePreset).toBe('last7Days')
  })

  test.each<[DatePreset, string, ReturnType<typeof daysOfPreset>]>([
    ['allTime', 'UTC', null],
    ['custom', 'UTC', null],
    ['today', 'UTC', { from: '2026-03-05', to: '2026-03-05' }],
    ['yesterday', 'UTC', { from: '2026-03-04', to: '2026-03-04' }],
    ['last7Days', 'UTC', { from: '2026-02-27', to: '2026-03-05' }],
    ['last30Days', 'UTC', { from: '2026-02-04', to: '2026-03-05' }],
    ['today', 'Asia/Tokyo', { from: '2026-03-06', to: '2026-03-06' }],
  ])('returns the days of %s in %s', (preset, timeZone, expected) => {
    expect(daysOfPreset(preset, now, timeZone)).toEqual(expected)
  })
})

test.each([
  ['2026-03-05', 'UTC', '2026-03-05T00:00:00.000Z', '2026-03-06T00:00:00.000Z'],
  ['2026-03-05', 'Asia/Tokyo', '2026-03-04T15:00:00.000Z', '2026-03-05T15:00:00.000Z'],
  ['2026-03-29', 'Europe/Berlin', '2026-03-28T23:00:00.000Z', '2026-03-29T22:00:00.000Z'],
  ['2026-10-25', 'Europe/Berlin', '2026-10-24T22:00:00.000Z', '2026-10-25T23:00:00.000Z'],
  ['2026-03-08', 'America/New_York', '2026-03-08T05:00:00.000Z', '2026-03-09T04:00:00.000Z'],
  ['2026-01-01', 'Pacific/Kiritimati', '2025-12-31T10:00:00.000Z', '2026-01-01T10:00:00.000Z'],
])('%s in %s begins %s and ends %s', (...[day, timeZone, begin, end]) => {
  expect(startOfDay(day, timeZone).toISOString()).toBe(begin)
  expect(endOfDay(day, timeZone).toISOString()).toBe(end)
  expect(isoDay(startOfDay(day, timeZone), timeZone)).toBe(day)
})

test('treats an unknown zone as UTC', () => {
  expect(knownTimeZone('Mars/Olympus')).toBe('UTC')
  expect(knownTimeZone('Europe/Berlin')).toBe('Europe/Berlin')
})

test.each([
  ['2026-01-05T09:00:00Z', 'en-US', 'Europe/Paris', 'GMT+1'],
  ['2026-07-05T09:00:00Z', 'fr-FR', 'Europe/Paris', 'UTC+2'],
  ['2026-01-05T09:00:00Z', 'en-US', 'Europe/London', 'GMT'],
  ['2026-01-05T09:00:00Z', 'de-DE', 'Asia/Kolkata', 'GMT+5:30'],
])('at %s, %s names the zone %s %s', (...[moment, locale, timeZone, expected]) => {
  expect(offsetName(new Date(moment), { locale, timeZone })).toBe(expected)
})
