import { expect, test } from '@jest/globals'
import { writeDocument } from './settings/document.ts'
import { REPLY_TEMPLATES } from './settings/reply-templates.ts'
import { fillReply, findReplyFit, rankReplyTemplates } from './reply-templates.ts'

const any = { minRate: 1, maxRate: 5, words: [], productIds: [], language: '' }
const review = { rate: 4, title: '', content: 'The Délivery was quick', productId: 'p1', language: 'en-US' }

test.each([
  ['fits any review without conditions', {}, { stars: null, word: null, isProduct: false, language: null }],
  ['fits by stars', { minRate: 4 }, { stars: [4, 5], word: null, isProduct: false, language: null }],
  ['fits by one of its words', { words: ['late', 'delivery'] }, { word: 'delivery' }],
  ['fits by product and language', { productIds: ['p1'], language: 'en' }, { isProduct: true, language: 'en' }],
  ['does not fit other stars', { maxRate: 3 }, null],
  ['does not fit without its words', { words: ['late'] }, null],
  ['does not fit another product', { productIds: ['p2'] }, null],
  ['does not fit another language', { language: 'de' }, null],
])('%s', (_title, conditions, expected) => {
  const fit = findReplyFit({ ...any, ...conditions }, review)
  if (expected) expect(fit).toMatchObject(expected)
  else expect(fit).toBeNull()
})

test('the most precise template comes first, equal ones in the merchant’s order', () => {
  const templates = [
    { ...any, id: 'any' },
    { ...any, id: 'stars', minRate: 4 },
    { ...any, id: 'word', words: ['delivery'] },
    { ...any, id: 'another' },
  ]
  expect(rankReplyTemplates(templates, review).map(({ template }) => template.id)).toEqual([
    ...['word', 'stars', 'any', 'another'],
  ])
})

const values = { customer_name: 'Ada', product_title: 'Mug', shop_name: 'Harbour' }
test.each([
  ['Thank you, {{ customer_name }}!', {}, 'Thank you, Ada!'],
  ['{{name}} {{product.title}} {{ store }} {{ first_name }}', {}, 'Ada Mug Harbour Ada'],
  ['Thank you, {{ customer_name }}!', { customer_name: '' }, 'Thank you!'],
  ['Dear {{ customer_name | default: "customer" }}, hello', { customer_name: '' }, 'Dear customer, hello'],
  ['{{ points }} stays', {}, '{{ points }} stays'],
  ['{{ constructor }} stays', {}, '{{ constructor }} stays'],
])('fills %s', (text, empty, expected) => {
  expect(fillReply(text, { ...values, ...empty })).toBe(expected)
})

test.each([
  ['a repeated id', [{}, {}]],
  ['an id that is a path', [{ id: '../x' }]],
  ['an unknown language', [{ language: 'zz' }]],
])('templates with %s are refused', (_name, templates) => {
  const filled = templates.map((each) => ({ ...any, id: 'one', name: 'Thanks', content: 'Thank you', ...each }))
  const written = writeDocument(REPLY_TEMPLATES, 'advanced', {
    current: REPLY_TEMPLATES.defaults,
    patch: { templates: filled },
  })
  expect(written.ok).toBe(false)
})
