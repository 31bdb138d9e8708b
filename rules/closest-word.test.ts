import { closestWord } from './closest-word.ts'

test.each([
  ['stats', 'status'],
  ['statusFilter', 'status'],
  ['Rate', 'rate'],
  ['productId', 'productIds'],
  ['createdForm', 'createdFrom'],
  ['colour', null],
  ['x', null],
])('%s suggests %s', (given, meant) => {
  expect(closestWord(given, ['status', 'rate', 'productIds', 'search', 'createdFrom', 'createdTo'])).toBe(meant)
})
