import { orderRange, pageSizeOf, QUEUE_SORTS, queueFilter, REVIEW_SORTS, reviewFilter, totalPages } from './filters.ts'
import { listProblems } from './validation.ts'

const refusals = (schema: typeof reviewFilter | typeof queueFilter | typeof orderRange, input: unknown): string[] => {
  const parsed = schema.safeParse(input)
  return parsed.success ? [] : listProblems(parsed.error).map(({ path, code }) => `${path}: ${code}`)
}

describe('review filter', () => {
  test('accepts every field of the list, and null as absent', () => {
    const filter = {
      status: ['published', 'pending'],
      rate: [1, 5],
      source: ['imported'],
      productIds: ['p1'],
      search: ' bag\0 ',
      hasMedia: true,
      verified: false,
      createdFrom: '2026-01-01T00:00:00Z',
      createdTo: null,
    }
    expect(reviewFilter.parse(filter)).toEqual({
      status: ['published', 'pending'],
      rate: [1, 5],
      source: ['imported'],
      productIds: ['p1'],
      search: 'bag',
      hasMedia: true,
      verified: false,
      createdFrom: new Date('2026-01-01T00:00:00Z'),
    })
    expect(reviewFilter.parse({})).toEqual({})
  })

  test.each<[unknown, string[]]>([
    [{ status: ['gone'] }, ['status.0: valueInvalid']],
    [{ status: 'published' }, ['status: valueInvalid']],
    [{ rate: [0] }, ['rate.0: betweenEqual']],
    [{ rate: [4.5] }, ['rate.0: mustBeDigits']],
    [{ source: ['ebay'] }, ['source.0: valueInvalid']],
    [{ productIds: [''] }, ['productIds.0: malformedId']],
    [{ productIds: Array.from({ length: 101 }, String) }, ['productIds: valueInvalid']],
    [{ search: 'x'.repeat(201) }, ['search: valueInvalid']],
    [{ hasMedia: 'yes' }, ['hasMedia: valueInvalid']],
    [{ createdFrom: 'yesterday' }, ['createdFrom: invalidDate']],
    [{ createdFrom: '0000-01-01T00:00:00Z' }, ['createdFrom: invalidDate']],
    [{ createdFrom: '0001-01-01T00:00:00+23:59' }, ['createdFrom: invalidDate']],
    [{ createdTo: '9999-12-31T23:59:59-23:59' }, ['createdTo: invalidDate']],
    [{ createdFrom: '2026-02-01T00:00:00Z', createdTo: '2026-01-01T00:00:00Z' }, ['createdTo: invalidDateRange']],
  ])('refuses %j', (input, expected) => {
    expect(refusals(reviewFilter, input)).toEqual(expected)
  })
})

describe('queue filter', () => {
  test('reads both spellings of a status', () => {
    expect(queueFilter.parse({ status: ['pause', 'cancelled', 'cancel'] })).toEqual({
      status: ['paused', 'cancelled', 'cancelled'],
    })
  })

  test.each<[unknown, string[]]>([
    [{ status: ['sending'] }, ['status.0: valueInvalid']],
    [{ orderRange: { fromOrder: 0, toOrder: 2 } }, ['orderRange.fromOrder: greaterThan']],
    [{ scheduledFrom: 'x' }, ['scheduledFrom: invalidDate']],
    [{ executedFrom: '2026-02-01T00:00:00Z', executedTo: '2026-01-01T00:00:00Z' }, ['executedTo: invalidDateRange']],
    [{ createdOrderFrom: '2026-01-01T00:00:00Z', createdOrderTo: '2026-01-01T00:00:00Z' }, []],
    [{ buyers: [''] }, ['buyers.0: valueInvalid']],
    [{ push: 'gone' }, ['push: valueInvalid']],
  ])('refuses %j', (input, expected) => {
    expect(refusals(queueFilter, input)).toEqual(expected)
  })
})

describe('order range (spec 5): both ends, digits, above 0', () => {
  test.each<[unknown, unknown, string[]]>([
    [1, 20, []],
    ['#1001', '1020', []],
    [7, 7, []],
    [undefined, 20, ['fromOrder: mustBeDigits']],
    [1, '', ['toOrder: mustBeDigits']],
    ['abc', 1, ['fromOrder: mustBeDigits']],
    [0, 1, ['fromOrder: greaterThan']],
    [-1, 1, ['fromOrder: greaterThan']],
    [1.5, 2, ['fromOrder: mustBeDigits']],
    [20, 1, ['toOrder: greaterOrEqual']],
  ])('checks %p to %p', (fromOrder, toOrder, expected) => {
    expect(refusals(orderRange, { fromOrder, toOrder })).toEqual(expected)
  })
})

test('accepts the sort orders', () => {
  expect(REVIEW_SORTS).toEqual(['RECENT', 'OLDEST', 'HIGHEST', 'LOWEST', 'MEDIA', 'UPDATED_ASC', 'UPDATED_DESC'])
  expect(new Set(QUEUE_SORTS).size).toBe(QUEUE_SORTS.length)
})

test.each([
  [10, 10],
  ['20', 20],
  [50, 50],
  [100, 100],
  [2, 2],
  [5, 5],
  [7, 10],
  ['all', 10],
  [undefined, 10],
  [1e9, 10],
])('reads page size %p as %i (spec 9)', (value, expected) => {
  expect(pageSizeOf(value)).toBe(expected)
})

test.each([
  [0, 10, 0],
  [1, 10, 1],
  [10, 10, 1],
  [11, 10, 2],
  [3_000, 50, 60],
])('%i rows by %i are %i pages (spec 4)', (total, size, pages) => {
  expect(totalPages(total, size)).toBe(pages)
})
