import { foldText } from './fold-text.ts'

test.each([
  ['I don’t regret it', "I don't REGRET it"],
  ['préféré'.normalize('NFD'), 'Prefere'],
  ['추천합니다'.normalize('NFD'), '추천합니다'],
  ['İSTANBUL', 'istanbul'],
  ['Große Straße', 'grosse strasse'],
  ['GROẞE', 'grosse'],
  ['ｺｰﾋｰｶｯﾌﾟ', 'コーヒーカップ'],
  ['ＡＢＣ１２３', 'abc123'],
  ['wi‑fi – ready', 'wi-fi - ready'],
  ['«soft» “towel”', '"soft" "towel"'],
  ['Łódź', 'lodz'],
  ['ΣΟΦΟΣ', 'σοφος'],
])('%s is found as %s', (text, typed) => {
  expect(foldText(text)).toBe(foldText(typed))
})

test('voiced Japanese letters stay other letters', () => {
  expect(foldText('バス')).not.toBe(foldText('ハス'))
})
