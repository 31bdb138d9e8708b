import { hasValidRating } from './structured-data.ts'

const product = { '@type': 'Product', name: 'Mug', aggregateRating: { ratingValue: 4.5, reviewCount: 2 } }

test.each([
  [product, true],
  [{ ...product, aggregateRating: undefined, review: [{ reviewRating: { ratingValue: 5 } }] }, true],
  [{ ...product, name: '' }, false],
  [{ ...product, '@type': 'Thing' }, false],
  [{ ...product, aggregateRating: { ratingValue: 0, reviewCount: 0 } }, false],
  [{ ...product, aggregateRating: undefined }, false],
])('%j earns stars: %s', (document, expected) => {
  expect(hasValidRating(JSON.stringify(document))).toBe(expected)
})

test('no text earns none', () => expect(hasValidRating('')).toBe(false))
