import { findEmptiedField } from './edited-words.ts'

const written = { origin: 'customer', title: 'Solid', content: 'A good mug' } as const

test.each([
  ['words that change', written, { title: 'Solid', content: 'A very good mug' }, null],
  ['a title that goes, where a text stays', written, { title: '', content: 'A good mug' }, null],
  ['a text that goes', written, { title: 'Solid', content: '' }, 'content'],
  ['a text of blanks', written, { title: 'Solid', content: ' \n ' }, 'content'],
  ['an invisible text', written, { title: 'Solid', content: '\u200b\u2060' }, 'content'],
  ['both that go', written, { title: '', content: '' }, 'content'],
  ['a guest’s text that goes', { ...written, origin: 'guest' }, { title: '', content: '' }, 'content'],
  ['stars that never had words', { ...written, title: '', content: '' }, { title: '', content: '' }, null],
  ['stars that get a title', { ...written, title: '', content: '' }, { title: 'Solid', content: '' }, null],
  ['a title that stood alone and goes', { ...written, content: '' }, { title: '', content: '' }, 'title'],
  ['a title that stood alone and becomes a text', { ...written, content: '' }, { title: '', content: 'Solid' }, null],
  ['what the merchant wrote themselves', { ...written, origin: 'admin' }, { title: '', content: '' }, null],
] as const)('checks an edit: %s', (...[, original, edited, expected]) => {
  expect(findEmptiedField(original, edited)).toBe(expected)
})
