import { expect, test } from '@jest/globals'
import { buildMergeScope, DISCOUNT_FIELDS, findClosestField, MERGE_FIELDS } from './merge-fields.ts'

test.each([
  ['customer_name', null],
  ['customer.first_name', null],
  ['order.name', null],
  ['product_title.size', null],
  ['custumer_name', 'customer_name'],
  ['Customer_Name', 'customer_name'],
  ['shop_nam', 'shop_name'],
  ['store.nmae', 'shop_name'],
  ['weather', 'customer_name, product_title, order_name, shop_name'],
])('finds for %s the field %s', (name, closest) =>
  expect(findClosestField(name.split('.'), MERGE_FIELDS)).toBe(closest),
)

test('knows discount fields only where an email has a code', () => {
  expect(findClosestField(['discount_code'], MERGE_FIELDS)).not.toBeNull()
  expect(findClosestField(['coupon_code'], [...MERGE_FIELDS, ...DISCOUNT_FIELDS])).toBeNull()
})

test('fills fields under the names of other apps', () => {
  const scope = buildMergeScope({ customer_name: 'Ada', shop_name: 'Harbour' })
  expect(scope).toMatchObject({ customer: { first_name: 'Ada' }, first_name: 'Ada', shop: { name: 'Harbour' } })
})
