import { guard, unguard } from './formula-guard.ts'

test.each([
  ['=1+1', `'=1+1`],
  ['+49 30', `'+49 30`],
  ['-5', `'-5`],
  ['@sum', `'@sum`],
  [' \t=1', ` \t'=1`],
  ['\u200B\u202E=1', `\u200B\u202E'=1`],
  ['\u061C\u180E\u115F\u2800=1', `\u061C\u180E\u115F\u2800'=1`],
  ['＝1＋1', `'＝1＋1`],
  [`'=1`, `''=1`],
  [`'hello`, `'hello`],
  ['Good: a-b, c=d', 'Good: a-b, c=d'],
  ['Pros:\n- warm', `Pros:\n'- warm`],
  ['x;=1;y', `x;'=1;y`],
  ['x;"=1;y', `x;"'=1;y`],
  ['"=1', `"'=1`],
  ['x\r\n\r\n=1', `x\r\n\r\n'=1`],
  ['\thello', `'\thello`],
  ['\r\n=1', `'\r\n'=1`],
  [`'\thello`, `''\thello`],
  ['', ''],
])('writes %j as %j, and reads it back unchanged', (text, written) => {
  expect(guard(text)).toBe(written)
  expect(unguard(written)).toBe(text)
})

test('restores any text', () => {
  const signs = ['=', '+', '-', '@', '＝', `'`, `'`, ';', '\n', '\r', '\t', ' ', '"', 'a', '😀', '\u202E', ',']
  let state = 7
  const next = (below: number) => {
    state = (state * 48_271) % 2_147_483_647
    return state % below
  }
  for (let round = 0; round < 1_000; round++) {
    const text = Array.from({ length: next(12) }, () => signs[next(signs.length)]).join('')
    expect(unguard(guard(text))).toBe(text)
    expect(guard(text)).not.toMatch(/^[=+\-@＝\t\r\n]/)
    // No cell starts a formula.
    expect(
      guard(text)
        .split(/[;\t\r\n]/)
        .filter((cell) => /^[\s"\u202E]*[=+\-@＝]/.test(cell)),
    ).toEqual([])
  }
})

test('restores a long text of signs and line ends only', () => {
  for (const text of [
    '\n'.repeat(50_000),
    `'`.repeat(50_000),
    '='.repeat(50_000),
    `;'`.repeat(25_000),
    `${' '.repeat(49_999)}=`,
  ])
    expect(unguard(guard(text))).toBe(text)
})
