import { formatCustomerName, splitContact, splitName, type AuthorNameFormat } from './author-name.ts'

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

test.each([
  ['john.smith@example.com', '', 'john.smith@example.com'],
  ['John (john@example.com)', 'John', 'john@example.com'],
  ['Ann B. <ann@x.example>', 'Ann B.', 'ann@x.example'],
  ['john＠example.com', '', 'john@example.com'],
  ['j***@gmail.com', '', ''],
  ['john (at) example (dot) com', '', ''],
  ['+1 555 123 4567', '', ''],
  ['Bob tel: 030/1234567', 'Bob', ''],
  ['٠١٢٣٤٥٦٧٨', '', ''],
  ['user12345678', 'user12345678', ''],
  ['@ann', '@ann', ''],
  ['Ann (VIP) 24', 'Ann (VIP) 24', ''],
])('takes contact data out of %j', (written, name, email) => {
  expect(splitContact(written)).toEqual({ name, email, found: name !== written })
})

test('shows no visitor an address or a number of a stored name', () => {
  expect(formatCustomerName({ firstName: '+1', lastName: '555 123 4567' }, 'full')).toBe('')
  expect(formatCustomerName({ firstName: 'ann@x.example', lastName: 'Berg' }, 'firstAndInitial')).toBe('Berg')
})
