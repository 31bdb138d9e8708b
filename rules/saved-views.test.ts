import { maxViewNameChars, maxViewQueryChars } from './limits.ts'
import { savedView, viewNameKey, viewQueryOf } from './saved-views.ts'
import { listProblems } from './validation.ts'

describe('query of a view', () => {
  test.each([
    ['', ''],
    ['?statusFilter=pending', 'statusFilter=pending'],
    [
      'rateMultipleFilter=1,2&page=4&cursor=after.x&count=99&sort=rate_asc&limit=20',
      'sort=rate_asc&limit=20&rateMultipleFilter=1%2C2',
    ],
    ['host=abc&shop=x&id_token=secret&searchText=two+words', 'searchText=two+words'],
    ['statusFilter=&sourceFilter=amazon&sourceFilter=guest', 'sourceFilter=amazon'],
    ['searchText=%00a%0d%0ab', 'searchText=a+b'],
    ['searchText=a\0b', 'searchText=ab'],
    ['searchText=%E3%83%90%E3%83%83%E3%82%B0', 'searchText=%E3%83%90%E3%83%83%E3%82%B0'],
  ])('keeps of %j the part %j', (query, kept) => {
    expect(viewQueryOf('reviews', query)).toBe(kept)
  })
})

describe('saved view', () => {
  const refusals = (input: unknown) => {
    const parsed = savedView.safeParse(input)
    return parsed.success ? [] : listProblems(parsed.error).map(({ path, code }) => `${path}: ${code}`)
  }

  test('has a trimmed name and a lower-case key', () => {
    expect(savedView.parse({ name: '  Bad \n ones ', query: 'page=2&rateMultipleFilter=1' })).toEqual({
      list: 'reviews',
      name: 'Bad ones',
      nameKey: 'bad ones',
      query: 'rateMultipleFilter=1',
    })
    expect(viewNameKey('CAFE\u0301')).toBe(viewNameKey('café'))
  })

  test.each<[string, unknown, string[]]>([
    ['no name', { query: '' }, ['name: required']],
    ['blanks', { name: ' \0 ', query: '' }, ['name: required']],
    ['an invisible name', { name: '\u200B \u200D', query: '' }, ['name: required']],
    ['a long name', { name: 'x'.repeat(maxViewNameChars + 1), query: '' }, ['name: fillAtMost']],
    ['smileys count once', { name: '😀'.repeat(maxViewNameChars), query: '' }, []],
    ['no query', { name: 'a' }, ['query: valueInvalid']],
    ['another list', { name: 'a', query: '', list: 'orders' }, ['list: valueInvalid']],
    ['a long query', { name: 'a', query: `searchText=${'x'.repeat(maxViewQueryChars)}` }, ['query: fillAtMost']],
    ['a misspelled filter', { name: 'a', query: 'statsFilter=pending' }, ['query.statsFilter: unknownField']],
    ['a long query of a place in the list', { name: 'a', query: `cursor=${'x'.repeat(maxViewQueryChars)}` }, []],
  ])('checks %s', (_case, input, expected) => {
    expect(refusals(input)).toEqual(expected)
  })
})
