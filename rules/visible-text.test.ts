import { isInvisible } from './visible-text.ts'

test.each([
  ['', true],
  ['  \n\t', true],
  ['\u200B', true],
  [' \u200B\u200D\uFEFF ', true],
  ['\u00AD', true],
  ['\u2060\u180E', true],
  ['\u3164\uFFA0\u115F', true],
  ['\u2800', true],
  ['\uFE0F', true],
  ['\u{E0041}', true],
  ['\u0001', true],
  ['a', false],
  ['\u200Ba', false],
  ['0', false],
  ['.', false],
  ['😀', false],
  ['👨\u200D👩\u200D👧', false],
  ['कि', false],
  ['名', false],
  ['\u0301', false],
])('%j is invisible: %s', (text, expected) => {
  expect(isInvisible(text)).toBe(expected)
})
