import { wordDiff } from './wordDiff.ts'

const describeDiff = (before: string, after: string) =>
  wordDiff(before, after).map(({ kind, text }) => `${{ same: '=', gone: '-', new: '+' }[kind]}${text}`)

test.each([
  ['the same text', 'good tea', 'good tea', ['=good tea']],
  ['a word changed', 'a good pot', 'a fine pot', ['=a ', '-good ', '+fine ', '=pot']],
  ['words added at the end', 'good', 'good tea', ['-good', '+good tea']],
  ['words taken away', 'very very good', 'very good', ['=very ', '-very ', '=good']],
  ['nothing before', '', 'new', ['+new']],
  ['nothing left', 'old', '', ['-old']],
  ['line breaks stay', 'a\nb', 'a\nc', ['=a\n', '-b', '+c']],
])('%s', (...[, before, after, parts]) => {
  expect(describeDiff(before, after)).toEqual(parts)
})

test('returns parts that add up to the texts, however long', () => {
  const [before, after] = ['many words '.repeat(3_000), 'other words '.repeat(3_000)]
  const parts = wordDiff(before, after)
  expect(
    parts
      .filter(({ kind }) => kind !== 'new')
      .map(({ text }) => text)
      .join(''),
  ).toBe(before)
  expect(
    parts
      .filter(({ kind }) => kind !== 'gone')
      .map(({ text }) => text)
      .join(''),
  ).toBe(after)
})
