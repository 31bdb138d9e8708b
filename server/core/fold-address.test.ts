import { expect, test } from '@jest/globals'
import { foldAddress } from './fold-address.ts'

test.each([
  ['Ann+1@Example.com', 'ann@example.com'],
  ['a.n.n+x+y@googlemail.com', 'ann@gmail.com'],
  ['a.nn@example.com', 'a.nn@example.com'],
  ['+ann@example.com', '+ann@example.com'],
])('folds %s', (email, folded) => expect(foldAddress(email)).toBe(folded))
