import { lowestRating, matchesPage, pageLines, isShownOnPage } from './placement.ts'

test.each([
  ['/products/mug', '/products/mug', true],
  ['/products/mug', '/Products/Mug/?variant=1#top', true],
  ['https://shop.test/products/mug', '/products/mug', true],
  ['products/mug', '/products/mug', true],
  ['/products/mug', '/products/mug-large', false],
  ['/products/*', '/products/mug', true],
  ['/products/*', '/products', false],
  ['*/sale-*-end', '/collections/sale-2026-end', true],
  ['*/sale-*-end', '/collections/sale-2026', false],
  ['/a*a', '/a', false],
  ['/', '/', true],
  ['*', '/anything', true],
  ['', '/', false],
  ['/cart\n\n  /checkout  ', '/checkout', true],
])('the pattern %j matches %j: %p', (lines, path, expected) => {
  expect(matchesPage(lines, path)).toBe(expected)
})

test('compares a pattern with many stars quickly', () => {
  expect(matchesPage('*a'.repeat(2000), `/${'a'.repeat(1999)}b`)).toBe(false)
})

test('an excluded page wins, and included pages exclude all others', () => {
  expect(isShownOnPage({ excludedPages: '/cart' }, '/cart')).toBe(false)
  expect(isShownOnPage({ excludedPages: '/cart' }, '/')).toBe(true)
  expect(isShownOnPage({ excludedPages: '/cart' }, null)).toBe(true)
  expect(isShownOnPage({ pageShow: 'included', includedPages: '/sale\n/cart', excludedPages: '/cart' }, '/cart')).toBe(
    false,
  )
  expect(isShownOnPage({ pageShow: 'included', includedPages: '/sale' }, '/sale')).toBe(true)
  expect(isShownOnPage({ pageShow: 'included', includedPages: '/sale' }, '/')).toBe(false)
  expect(isShownOnPage({ pageShow: 'included', includedPages: '/sale' }, null)).toBe(false)
})

test('converts a minimum rating to stars', () => {
  expect([lowestRating('all'), lowestRating('four-five'), lowestRating('five')]).toEqual([1, 4, 5])
})

test('refuses a line that is not a page', () => {
  for (const line of ['javascript:alert(1)', '/a b', 'mailto:a@b.test'])
    expect(pageLines.safeParse(`/cart\n${line}`).success).toBe(false)
  for (const line of ['', '/pages/*', '*', 'cart', 'https://shop.test/cart?x=1:2'])
    expect(pageLines.safeParse(line).success).toBe(true)
})
