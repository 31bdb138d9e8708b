import { expect, test } from '@jest/globals'
import { gtinOf } from './gtin.ts'

test.each([
  ['4006381333931', '4006381333931'], ['400-6381 333931', '4006381333931'], ['036000291452', '036000291452'], ['96385074', '96385074'], ['10614141000415', '10614141000415'],
  ['4006381333932', ''], ['', ''], ['00000000', ''], ['FG-001', ''], ['123', ''], [null, ''], [undefined, ''],
])('the barcode %p is the GTIN %p', (barcode, gtin) => {
  expect(gtinOf(barcode)).toBe(gtin)
})
