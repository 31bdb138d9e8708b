import { workbookParts, zipOf, type Parts } from './workbook-file.ts'

const megabyte = 1024 * 1024
const header = Buffer.from('body,rating\n')
const filled = (line: Buffer | string, bytes = 24 * megabyte): Buffer =>
  Buffer.concat([header, Buffer.alloc(bytes, line)])
const cell = (text: string): string => `<c t="inlineStr"><is><t>${text}</t></is></c>`

/** Builds a workbook of many sheets with the same columns; every second one is hidden. */
function manySheets(count: number): Buffer {
  const numbers = Array.from({ length: count }, (_none, at) => at + 1)
  const sheet = `<worksheet><sheetData><row>${cell('body')}${cell('rating')}</row>${`<row>${cell('Fine')}<c><v>5</v></c></row>`.repeat(200)}</sheetData></worksheet>`
  const others: Parts = {
    'xl/workbook.xml': `<workbook><sheets>${numbers.map((at) => `<sheet name="s${at}" ${at % 2 ? 'state="hidden" ' : ''}r:id="s${at}"/>`).join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships>${numbers.map((at) => `<Relationship Id="s${at}" Type="/worksheet" Target="worksheets/s${at}.xml"/>`).join('')}</Relationships>`,
    ...Object.fromEntries(numbers.map((at) => [`xl/worksheets/s${at}.xml`, sheet])),
  }
  return zipOf(workbookParts(sheet, others))
}

/** Files whose encoding, quotes or sheets leave it open how to read them: name of the file, name, content. */
export const hostileReadings: readonly (readonly [fileName: string, name: string, make: () => Buffer])[] = [
  ['a.csv', 'Cyrillic of Windows', () => filled(Buffer.from('cef2ebe8f7ede0ff2c350a', 'hex'))],
  ['a.csv', 'one line outside ASCII', () => filled(Buffer.from('cef2ebe8f7ede0ff', 'hex'))],
  ['a.csv', 'lead bytes alone', () => filled(Buffer.from('81ff2c350a', 'hex'))],
  ['a.csv', 'a sign of every encoding', () => filled(Buffer.from([...Buffer.alloc(128).keys()].map((at) => at + 128)))],
  ['a.csv', 'doubt in every line', () => filled(Buffer.from('4779f57af52c350a', 'hex'))],
  ['a.csv', 'words in quotes that begin each cell', () => filled('"x" y,"z" 5\n')],
  ['a.csv', 'an unclosed quote in each line', () => filled('"x,5\n', 4 * megabyte)],
  ['a.csv', 'an unclosed quote and no other', () => Buffer.concat([header, Buffer.from('"x,5\n'), filled('x,5\n')])],
  ['a.csv', 'backslashes before quotes', () => filled('"\\",', 4 * megabyte)],
  ['a.csv', 'escapes in one cell', () => filled('"a\\" b', 4 * megabyte)],
  ['a.csv', 'quotes that close in none of the cells of one line', () => filled('"x"y,', 4 * megabyte)],
  ['a.csv', 'title lines without a header', () => Buffer.alloc(24 * megabyte, 'Title\n')],
  ['a.xlsx', 'a thousand sheets, every second hidden', () => manySheets(900)],
  ['a.csv', 'a workbook', () => manySheets(3)],
]
