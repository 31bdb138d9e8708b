import { formatCustomerName, splitName, type AuthorNameFormat } from './author-name.ts'

test.each<[string, string, AuthorNameFormat, string]>([
  ['Ann', 'Berg', 'full', 'Ann Berg'],
  ['Ann', 'Berg', 'firstAndInitial', 'Ann B.'],
  ['Ann', 'Berg', 'initials', 'A. B.'],
  ['Ann', 'Berg', 'first', 'Ann'],
  ['Ann', 'Berg', 'hidden', ''],
  ['Ann', '', 'full', 'Ann'],
  ['Ann', '', 'firstAndInitial', 'Ann'],
  ['Ann', '', 'initials', 'A.'],
  ['', 'Berg', 'full', 'Berg'],
  ['', 'Berg', 'firstAndInitial', 'B.'],
  ['', 'Berg', 'first', 'B.'],
  ['', '', 'full', ''],
  ['', '', 'initials', ''],
  [' ann ', ' øberg ', 'firstAndInitial', 'ann Ø.'],
  ['美咲', '佐藤', 'firstAndInitial', '美咲 佐'],
  ['e\u0301lodie', 'x', 'initials', 'E\u0301. X.'],
  ['👩‍🚀 Zoe', '', 'initials', '👩‍🚀'],
])('formats %p %p with %s as %p', (...[firstName, lastName, format, expected]) => {
  expect(formatCustomerName({ firstName, lastName }, format)).toBe(expected)
})

test.each([
  ['Ann Berg', 'Ann', 'Berg'],
  ['Ann', 'Ann', ''],
  [' Ann  Maria   Berg ', 'Ann Maria', 'Berg'],
  ['', '', ''],
  ['k***k.', 'k***k.', ''],
])('splits the name %p into first name %p and last name %p', (name, firstName, lastName) => {
  expect(splitName(name)).toEqual({ firstName, lastName })
})
