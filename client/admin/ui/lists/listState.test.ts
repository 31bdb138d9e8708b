import { connectionArguments, readListState, writeListState, type ListSpec } from './listState.ts'

const spec: ListSpec<'statusFilter' | 'rateMultipleFilter'> = {
  sorts: ['createdAt_desc', 'rate_asc'],
  defaultSort: 'createdAt_desc',
  filters: ['statusFilter', 'rateMultipleFilter'],
}
const read = (query: string) => readListState(new URLSearchParams(query), spec)

test('has the specification’s defaults', () => {
  expect(read('')).toEqual({
    page: 1,
    sort: 'createdAt_desc',
    limit: 10,
    searchText: '',
    filters: { statusFilter: [], rateMultipleFilter: [] },
    cursor: null,
    count: null,
  })
})

test.each([
  ['sort=nonsense', { sort: 'createdAt_desc' }],
  ['sort=rate_asc', { sort: 'rate_asc' }],
  ['limit=7', { limit: 10 }],
  ['limit=100', { limit: 100 }],
  ['limit=1e9', { limit: 10 }],
  ['page=3', { page: 1 }], // Without a cursor the first page opens.
  ['page=3&cursor=after.abc', { page: 3, cursor: { side: 'after', value: 'abc' } }],
  ['page=-1&cursor=before.abc', { page: 1, cursor: { side: 'before', value: 'abc' } }],
  ['cursor=sideways.abc', { cursor: null }],
  ['rateMultipleFilter=5,,4', { filters: { statusFilter: [], rateMultipleFilter: ['5', '4'] } }],
  ['count=2931', { count: 2931 }],
])('%s', (query, expected) => {
  expect(read(query)).toMatchObject(expected)
})

test('reads what it wrote, and keeps other parameters', () => {
  const state = {
    ...read(
      'sort=rate_asc&limit=20&searchText=two+words&statusFilter=pending&rateMultipleFilter=1,2&cursor=after.x.y&page=4&count=99',
    ),
  }
  const written = writeListState(new URLSearchParams('quickstart=true'), state, spec)
  expect(readListState(written, spec)).toEqual(state)
  expect(written.get('quickstart')).toBe('true')
})

test('leaves nothing in the URL for the defaults', () => {
  expect(
    writeListState(
      new URLSearchParams('sort=rate_asc&limit=50&page=2&cursor=after.x&count=3&searchText=a&statusFilter=pending'),
      read(''),
      spec,
    ).toString(),
  ).toBe('')
})

test('converts a cursor to the arguments of its side', () => {
  expect(connectionArguments(read('limit=20'))).toEqual({ first: 20, after: null, last: null, before: null })
  expect(connectionArguments(read('cursor=after.x'))).toEqual({ first: 10, after: 'x', last: null, before: null })
  expect(connectionArguments(read('cursor=before.x'))).toEqual({ first: null, after: null, last: 10, before: 'x' })
})
