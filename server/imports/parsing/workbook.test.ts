import { streamXlsxRows, writeXlsx } from 'hucre/xlsx'
import { InvalidInput } from '../../core/errors.ts'
import { workbookParts, zipOf, type Parts } from '../../testing/hostile/workbook-file.ts'
import { workbookRows } from './workbook.ts'
import { WorkbookWork, workbookBounds, type WorkbookBounds } from './workbook-work.ts'
import { XmlMarks } from './workbook-xml.ts'

const megabyte = 1024 * 1024
/** Bytes that may be decompressed before a limit is noticed: current chunks and earlier parts. */
const slack = 256 * 1024
const hugeBytes = 24 * megabyte
const sheetOf = (data: string | Buffer, { before = '' } = {}): Buffer =>
  Buffer.concat([
    Buffer.from(`<?xml version="1.0"?>${before}<worksheet><sheetData>`),
    Buffer.from(data),
    Buffer.from('</sheetData></worksheet>'),
  ])
const filled = (start: string, fill: string, end: string): Buffer =>
  Buffer.concat([Buffer.from(start), Buffer.alloc(hugeBytes, fill), Buffer.from(end)])
const number = '<c><v>1</v></c>'
const manyRows = (): Buffer => sheetOf(Buffer.alloc(4 * megabyte, `<row>${number}</row>`))
const sharedOf = (items: string | Buffer): Parts => ({
  'xl/sharedStrings.xml': Buffer.concat([Buffer.from('<sst>'), Buffer.from(items), Buffer.from('</sst>')]),
})

async function read(bytes: Uint8Array, work = new WorkbookWork()): Promise<string[][]> {
  const all: string[][] = []
  for await (const rows of workbookRows(bytes, work)) all.push(...rows)
  return all
}

async function refusal(bytes: Uint8Array, work = new WorkbookWork()): Promise<string> {
  try {
    const rows = await read(bytes, work)
    return `read ${rows.length} rows`
  } catch (error) {
    if (!(error instanceof InvalidInput)) throw error
    return error.code
  }
}

interface Hostile {
  parts: Parts
  code: string
  bytes: number
  bounds?: Partial<WorkbookBounds>
  size?: number
}

const inSheet = (sheet: Buffer, code: string, bytes: number): Hostile => ({ parts: workbookParts(sheet), code, bytes })

const hostile: [string, () => Hostile][] = [
  [
    'an attribute that does not end',
    () =>
      inSheet(
        sheetOf(filled('<row r="1"><c r="', 'Z', `1">${number}</row>`)),
        'workbookTooLarge',
        workbookBounds.tokenBytes,
      ),
  ],
  [
    'a sign of quotation that does not end',
    () => inSheet(sheetOf(filled('<row r="1"><c r="', '>', '')), 'workbookTooLarge', workbookBounds.tokenBytes),
  ],
  [
    'one cell of 24 MB',
    () =>
      inSheet(
        sheetOf(filled('<row><c t="inlineStr"><is><t>', 'A', '</t></is></c></row>')),
        'workbookTooLarge',
        workbookBounds.tokenBytes,
      ),
  ],
  [
    'one cell of many pieces',
    () =>
      inSheet(
        sheetOf(filled('<row><c t="inlineStr"><is>', '<r><t>Abcdefghijklmnopqrstuvwxyz</t></r>', '</is></c></row>')),
        'workbookRowTooLarge',
        workbookBounds.rowBytes,
      ),
  ],
  [
    'a row without an end',
    () => inSheet(sheetOf(filled('<row>', number, '')), 'workbookRowTooLarge', workbookBounds.rowBytes),
  ],
  [
    'a row of spaces',
    () => inSheet(sheetOf(filled('<row>', '<f> </f>', '</row>')), 'workbookRowTooLarge', workbookBounds.rowBytes),
  ],
  ['cells within cells', () => inSheet(sheetOf(filled('<row>', '<c>', '</row>')), 'workbookBroken', 0)],
  ['ends without a start', () => inSheet(sheetOf(filled('', '</c>', '')), 'workbookBroken', 0)],
  [
    'a million columns',
    () => inSheet(sheetOf(`<row>${number.repeat(1_000_000)}</row>`), 'workbookRowTooLarge', workbookBounds.rowBytes),
  ],
  [
    'one column again and again',
    () =>
      inSheet(sheetOf(`<row>${'<c r="A1"/>'.repeat(100_000)}</row>`), 'workbookRowTooLarge', workbookBounds.rowBytes),
  ],
  ['a column past the sheet', () => inSheet(sheetOf('<row><c r="XFE1"><v>1</v></c></row>'), 'workbookRowTooLarge', 0)],
  [
    'a column far past the sheet',
    () => inSheet(sheetOf(`<row><c r="${'Z'.repeat(1_000)}1"><v>1</v></c></row>`), 'workbookRowTooLarge', 0),
  ],
  [
    'a reference without a column',
    () => inSheet(sheetOf('<row><c r="1"><v>1</v></c></row>'), 'workbookRowTooLarge', 0),
  ],
  [
    'a row past the sheet',
    () => inSheet(sheetOf('<row r="4294967295"><c><v>1</v></c></row>'), 'workbookRowTooLarge', 0),
  ],
  [
    'more rows than a sheet has',
    () => ({ ...inSheet(sheetOf('<row/>'.repeat(1_001)), 'workbookRowTooLarge', 0), bounds: { rows: 1_000 } }),
  ],
  [
    'the last column in every row',
    () => ({
      ...inSheet(sheetOf('<row><c r="XFD1"><v>1</v></c></row>'.repeat(10_000)), 'workbookTooLarge', 0),
      bounds: { cells: 1_000_000 },
    }),
  ],
  [
    'entities of its own',
    () =>
      inSheet(
        sheetOf('<row><c t="inlineStr"><is><t>&x;</t></is></c></row>', {
          before: '<!DOCTYPE x [<!ENTITY x SYSTEM "file:///etc/passwd">]>',
        }),
        'workbookBroken',
        0,
      ),
  ],
  [
    'a comment without an end',
    () => inSheet(sheetOf(filled('<!--', '-', '')), 'workbookTooLarge', workbookBounds.tokenBytes),
  ],
  [
    'a text without an end',
    () => inSheet(sheetOf(filled('<row><c><v><![CDATA[', ']', '')), 'workbookTooLarge', workbookBounds.tokenBytes),
  ],
  [
    'a style of 24 MB',
    () => ({
      parts: workbookParts(sheetOf(''), {
        'xl/styles.xml': filled('<styleSheet><cellXfs>', '<xf/>', '</cellXfs></styleSheet>'),
      }),
      code: 'workbookTooLarge',
      bytes: megabyte,
      bounds: { partBytes: megabyte },
    }),
  ],
  [
    'a million sheets',
    () => ({
      parts: workbookParts(sheetOf(''), {
        'xl/workbook.xml': `<workbook><sheets>${'<sheet r:id="r1"/>'.repeat(100_000)}</sheets></workbook>`,
      }),
      code: 'workbookTooLarge',
      bytes: 0,
    }),
  ],
  [
    'one shared text of 24 MB',
    () => ({
      parts: workbookParts(sheetOf(''), sharedOf(filled('<si><t>', 'A', '</t></si>'))),
      code: 'workbookTooLarge',
      bytes: workbookBounds.tokenBytes,
    }),
  ],
  [
    'shared texts that unfold to hundred times their size',
    () => ({
      parts: workbookParts(sheetOf(''), sharedOf(Buffer.alloc(4 * megabyte, '<si><t>A</t></si>'))),
      code: 'workbookTooLarge',
      bytes: 2 * megabyte,
      bounds: { ratioFrom: megabyte },
    }),
  ],
  [
    'shared texts of more than is held',
    () => ({
      parts: workbookParts(sheetOf(''), sharedOf(Buffer.alloc(4 * megabyte, '<si><t>A</t></si>'))),
      code: 'workbookTooLarge',
      bytes: 2 * megabyte,
      bounds: { sharedBytes: 2 * megabyte },
    }),
  ],
  [
    'shared texts of more than a million, empty',
    () => ({
      parts: workbookParts(sheetOf(''), sharedOf('<si/>'.repeat(1_000_001))),
      code: 'workbookTooLarge',
      bytes: 5 * megabyte,
    }),
  ],
  [
    'a long shared text in every cell of a row',
    () => ({
      parts: workbookParts(
        sheetOf(`<row>${'<c t="s"><v>0</v></c>'.repeat(16_384)}</row>`),
        sharedOf(`<si><t>${'A'.repeat(500_000)}</t></si>`),
      ),
      code: 'workbookRowTooLarge',
      bytes: megabyte,
    }),
  ],
  [
    'a shared text in more cells than there is room for',
    () => ({
      parts: workbookParts(
        sheetOf('<row><c t="s"><v>0</v></c></row>'.repeat(1_000)),
        sharedOf(`<si><t>${'A'.repeat(30_000)}</t></si>`),
      ),
      code: 'workbookTooLarge',
      bytes: megabyte,
      bounds: { chars: 10_000_000 },
    }),
  ],
  [
    'rows that unfold to hundred times their size',
    () => ({ ...inSheet(manyRows(), 'workbookTooLarge', 2 * megabyte), bounds: { ratioFrom: megabyte } }),
  ],
  [
    'more than may be unfolded of all',
    () => ({ ...inSheet(manyRows(), 'workbookTooLarge', 2 * megabyte), bounds: { bytes: 2 * megabyte } }),
  ],
  [
    'sizes that are not true',
    () => ({ ...inSheet(manyRows(), 'workbookTooLarge', 2 * megabyte), bounds: { ratioFrom: megabyte }, size: 10 }),
  ],
  [
    'more work than is given to it',
    () => ({
      ...inSheet(sheetOf(`<row>${number}</row>`.repeat(10_000)), 'workbookTooLarge', 0),
      bounds: { milliseconds: 0 },
    }),
  ],
  [
    'more entries than a workbook has',
    () => ({
      parts: workbookParts(
        sheetOf(''),
        Object.fromEntries(Array.from({ length: 1_001 }, (_none, at) => [`x${at}`, ''])),
      ),
      code: 'workbookTooLarge',
      bytes: 0,
    }),
  ],
  ['no workbook at all', () => ({ parts: { 'a.txt': 'x' }, code: 'workbookBroken', bytes: 0 })],
  [
    'a sheet that is not there',
    () => ({
      parts: {
        ...workbookParts(''),
        'xl/_rels/workbook.xml.rels':
          '<Relationships><Relationship Id="r1" Type="/worksheet" Target="../../etc/passwd"/></Relationships>',
      },
      code: 'workbookBroken',
      bytes: 0,
    }),
  ],
]

test.each(hostile)('%s is refused before it is fully decompressed', async (_name, make) => {
  const { parts, code, bytes, bounds, size } = make()
  const work = new WorkbookWork(bounds)
  expect(await refusal(zipOf(parts, size === undefined ? {} : { size }), work)).toBe(code)
  expect(work.bytes).toBeLessThanOrEqual(bytes + slack)
})

describe('a damaged workbook is refused', () => {
  const sheet = sheetOf(
    Array.from(
      { length: 200 },
      (_none, at) => `<row><c t="inlineStr"><is><t>Text ${at * 7919}</t></is></c></row>`,
    ).join(''),
  )
  const whole = zipOf(workbookParts(sheet))
  const percents = Array.from({ length: 100 }, (_none, percent) => percent)

  test('when it is cut at any percent', async () => {
    for (const percent of percents)
      expect([percent, await refusal(whole.subarray(0, Math.floor((whole.length * percent) / 100)))]).toEqual([
        percent,
        'workbookBroken',
      ])
  })

  test('when its sheet is cut at any percent', async () => {
    for (const percent of percents)
      expect([
        percent,
        await refusal(zipOf(workbookParts(sheet.subarray(0, Math.floor((sheet.length * percent) / 100))))),
      ]).toEqual([percent, 'workbookBroken'])
  })

  test('or read as far as possible, with any changed byte', async () => {
    for (let at = 0; at < whole.length; at += 7) {
      const changed = Buffer.from(whole)
      changed[at] = (changed[at] ?? 0) ^ 0xff
      expect(await refusal(changed)).toMatch(/^(?:workbook\w+|read \d+ rows)$/)
    }
  })
})

test('reads a workbook as the library that wrote it', async () => {
  const rows = [
    ['candor_id', 'text', 'number', 'date', 'yes'],
    ['a', 'Two\nlines & <b> “ü” 😀', 4.5, new Date('2024-02-29T12:30:00Z'), true],
    ['b', null, -0.001, new Date('1900-02-15T00:00:00Z'), false],
    [],
    ['_x005F_x0041_', '  kept  ', 1e21, null, null, 'far'],
  ]
  const bytes = await writeXlsx({
    sheets: [
      { name: 'One', rows },
      { name: 'Two', rows: [['last']] },
    ],
  })
  const expected: string[][] = []
  for (const sheet of [0, 1]) {
    for await (const { values } of streamXlsxRows(bytes, { sheet }))
      expected.push(
        values.map((value) =>
          value instanceof Date ? value.toISOString().slice(0, -1).replace('T00:00:00.000', '') : String(value ?? ''),
        ),
      )
  }
  const withoutEnd = (cells: readonly string[]) => cells.slice(0, cells.findLastIndex((cell) => cell !== '') + 1)
  expect(expected.length).toBeGreaterThanOrEqual(5)
  expect(await read(bytes)).toEqual(expected.map(withoutEnd).filter(({ length }) => length > 0))
})

test('reads every kind of cell', async () => {
  const shared = sharedOf(
    '<si><t>plain</t></si><si><r><rPr/><t>ri</t></r><r><t xml:space="preserve">ch </t></r><rPh><t>no</t></rPh></si><si/>',
  )
  const styles = {
    'xl/styles.xml':
      '<styleSheet><numFmts><numFmt numFmtId="164" formatCode="yyyy\\-mm"/><numFmt numFmtId="165" formatCode="[Red]0.0&quot;days&quot;"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="164"/><xf numFmtId="165"/><xf numFmtId="14"/></cellXfs></styleSheet>',
  }
  const cell = (attributes: string, value: string) => `<x:c ${attributes}><x:f>1+1</x:f><x:v>${value}</x:v></x:c>`
  const cells = [
    cell('t="s"', '0'),
    cell("t='s'", '1'),
    cell('t="s"', '2'),
    cell('t="s"', '99'),
    cell('t="str"', 'a&#x41;&#10;&unknown;_x0042_'),
    cell('t="b"', '1'),
    cell('t="e"', '#N/A'),
    cell('s="1"', '1.5'),
    cell('s="2"', '1.50'),
    cell('s="3"', '1e300'),
    cell('r="K1"', 'text'),
    '<x:c r="M1" t="inlineStr"><x:is><x:t><![CDATA[<&amp;>]]></x:t></x:is></x:c>',
  ]
  const sheet = sheetOf(`<!-- > --><x:row r="1">${cells.join('\n')}</x:row><row/><row r="9"><c r="C9"/></row>`)
  expect(await read(zipOf(workbookParts(sheet, { ...shared, ...styles })))).toEqual([
    [
      'plain',
      'rich ',
      '',
      '',
      'aA\n&unknown;B',
      'true',
      '#N/A',
      '1900-01-01T12:00:00.000',
      '1.5',
      '1e+300',
      'text',
      '',
      '<&amp;>',
    ],
  ])
})

test('finds the same marks however the bytes are split', () => {
  const bytes = sheetOf(
    '<row a=">" b=\'"\'><c r="A1"><v>ü😀&amp;</v><!-- <x> --><t><![CDATA[a]b]]c]]></t><is/></c></row>',
  )
  const marks = (size: number): string[] => {
    const xml = new XmlMarks(new WorkbookWork())
    const found: string[] = []
    for (let at = 0; at < bytes.length; at += size) {
      xml.push(bytes.subarray(at, at + size))
      for (let mark = xml.next(); mark; mark = xml.next())
        found.push(
          `${mark} ${mark === 'text' ? xml.text() : xml.name} ${mark === 'open' ? JSON.stringify([...xml.attributes()]) : ''} ${xml.offset}`,
        )
    }
    xml.end()
    return found
  }
  const whole = marks(bytes.length)
  expect(whole).toContainEqual(expect.stringContaining('open row [["a",">"],["b","\\""]]'))
  expect(whole).toContainEqual(expect.stringContaining('text a]b]]c'))
  for (const size of [1, 2, 3, 5, 7, 11]) expect(marks(size)).toEqual(whole)
})

test('yields the column names at once, and rows in batches that fit into memory', async () => {
  const parts = workbookParts(
    sheetOf('<row><c t="s"><v>0</v></c></row>'.repeat(100)),
    sharedOf(`<si><t>${'A'.repeat(400_000)}</t></si>`),
  )
  const portions: number[] = []
  for await (const rows of workbookRows(zipOf(parts))) portions.push(rows.length)
  expect(portions[0]).toBe(1)
  expect(Math.max(...portions)).toBeLessThanOrEqual(3)
  expect(portions.reduce((sum, rows) => sum + rows, 0)).toBe(100)
})

test('decompresses only as much as is read', async () => {
  const work = new WorkbookWork()
  const bytes = zipOf(
    workbookParts(sheetOf(Array.from({ length: 100_000 }, (_none, at) => `<row><c><v>${at}</v></c></row>`).join(''))),
  )
  for await (const rows of workbookRows(bytes, work)) {
    expect(rows).toHaveLength(1)
    break
  }
  expect(work.bytes).toBeLessThan(slack)
  expect(await read(bytes)).toHaveLength(100_000)
})
