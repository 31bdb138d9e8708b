import {
  COMPACT_PAGE_SIZES,
  defaultCoolDownDays,
  defaultMarketplaceImportReviews,
  defaultOldOrderSpreadHours,
  defaultPageSize,
  emptyDelayResetsTo,
  largeImportFileBytes,
  largeImportFileLines,
  maxCoolDownDays,
  maxDelay,
  maxImportFileBytes,
  maxImportFileRows,
  maxMarketplaceImportReviews,
  maxOldOrderSpreadHours,
  maxPageSize,
  minCustomDelay,
  minMarketplaceImportReviews,
  mostSockets,
  mostSubscriptions,
  PAGE_SIZES,
  sendRetryMinutes,
} from './limits.ts'

test.each([
  [
    'of reviews from a marketplace',
    defaultMarketplaceImportReviews,
    [minMarketplaceImportReviews, maxMarketplaceImportReviews],
  ],
  ['of the hours over which old orders are spread', defaultOldOrderSpreadHours, [1, maxOldOrderSpreadHours]],
  ['of the days between requests to a customer', defaultCoolDownDays, [0, maxCoolDownDays]],
  ['of an emptied delay', emptyDelayResetsTo, [minCustomDelay, maxDelay.months]],
] as const)('the default %s lies between its bounds', (_name, preset, [least, most]) => {
  expect(preset).toBeGreaterThanOrEqual(least)
  expect(preset).toBeLessThanOrEqual(most)
})

test('every choice of a page size is a page that the server answers', () => {
  expect(Math.max(...PAGE_SIZES, ...COMPACT_PAGE_SIZES)).toBe(maxPageSize)
  expect(PAGE_SIZES).toContain(defaultPageSize)
})

test('the longest delay is a year in every unit', () => {
  const { minutes, hours, days, weeks, months } = maxDelay
  expect([minutes / 60, hours / 24, Math.floor(days / 7), months]).toEqual([hours, days, weeks, 12])
})

test('each retry of an email waits longer than the one before', () => {
  expect([...sendRetryMinutes].sort((a, b) => a - b)).toEqual(sendRetryMinutes)
})

test('a file that counts as large is still one that may be imported', () => {
  expect(largeImportFileBytes).toBeLessThan(maxImportFileBytes)
  expect(largeImportFileLines).toBeLessThan(maxImportFileRows)
})

test('one account leaves room for the others of its shop', () => {
  expect(mostSockets.account).toBeLessThan(mostSockets.shop)
  expect(mostSubscriptions.account).toBeLessThan(mostSubscriptions.shop)
})
