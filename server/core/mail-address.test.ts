import { expect, test } from '@jest/globals'
import { isSameMailAddress, normalizeMailAddress, spellMailAddress } from './mail-address.ts'

test.each([
  [' Ada@Example.COM ', 'ada@example.com'],
  ['kunde@xn--mller-kva.example', 'kunde@müller.example'],
  ['kunde@MÜLLER.example', 'kunde@müller.example'],
  ['kunde@mu\u0308ller.example', 'kunde@müller.example'],
  ['ju\u0308rgen@shop.example', 'jürgen@shop.example'],
  ['no address', 'no address'],
  ['', ''],
])('the normal form of %j is %j', (address, normal) => {
  expect(normalizeMailAddress(address)).toBe(normal)
  expect(normalizeMailAddress(normal)).toBe(normal)
  expect(isSameMailAddress(address, normal)).toBe(true)
})

test('spells an address in Unicode and in ASCII', () => {
  expect(spellMailAddress('Kunde@xn--mller-kva.example').sort()).toEqual([
    'kunde@müller.example',
    'kunde@xn--mller-kva.example',
  ])
  expect(spellMailAddress('ada@example.com')).toEqual(['ada@example.com'])
})
