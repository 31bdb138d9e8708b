import { zipOf, workbookParts, type Parts } from '../../testing/hostile/workbook-file.ts'
import { readFile, reasonsOf, describeRow } from '../../testing/read-source.ts'

const header = ['product_handle', 'rating', 'author', 'body', 'created_at'] as const
const rows = [
  ['mug', '5', 'José', 'Très bien; merci', '2024-03-25'],
  ['mug', '4', 'Bo', 'two\nlines, "quoted"', '2024-03-26'],
] as const
const expected = [
  {
    product: { handle: 'mug' },
    rate: 5,
    author: 'José',
    content: 'Très bien; merci',
    createdAt: '2024-03-25T12:00:00.000Z',
  },
  {
    product: { handle: 'mug' },
    rate: 4,
    author: 'Bo',
    content: 'two\nlines, "quoted"',
    createdAt: '2024-03-26T12:00:00.000Z',
  },
]
const separated = (separator: string, end = '\n') =>
  [header, ...rows].map((cells) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(separator)).join(end)
const utf16be = (text: string) => Buffer.from(text, 'utf16le').swap16()

describe('the same reviews', () => {
  test.each([
    ['with commas', 'a.csv', Buffer.from(separated(','))],
    ['with semicolons and CRLF', 'a.csv', Buffer.from(separated(';', '\r\n'))],
    ['with tabs', 'a.tsv', Buffer.from(separated('\t'))],
    ['with bars', 'a.txt', Buffer.from(separated('|'))],
    ['with a mark', 'a.csv', Buffer.from(`\uFEFF${separated(',')}`)],
    [
      'in UTF-16LE with tabs, as Excel saves Unicode text',
      'a.txt',
      Buffer.from(`\uFEFF${separated('\t', '\r\n')}`, 'utf16le'),
    ],
    ['in UTF-16BE', 'a.csv', utf16be(`\uFEFF${separated(',')}`)],
    ['in Windows-1252', 'a.csv', Buffer.from(separated(';', '\r\n'), 'latin1')],
    ['separated, but called .xls', 'a.xls', Buffer.from(separated('\t'))],
    ['in a page called .xls', 'a.xls', Buffer.from(page())],
    ['in a page in UTF-16LE', 'a.xls', Buffer.from(`\uFEFF${page()}`, 'utf16le')],
    ['in a workbook', 'a.xlsx', workbook()],
    ['in a workbook called .xls', 'a.xls', workbook()],
  ])('%s', async (_name, name, bytes) => {
    const { source, reviews, results } = await readFile(new Uint8Array(bytes), { name })
    expect(source).toBe('loox')
    expect(reasonsOf(results)).toEqual(['ok', 'ok'])
    expect(reviews.map(describeRow)).toEqual(expected)
    expect(reviews.map(({ sourceDay }) => sourceDay)).toEqual(['2024-03-25', '2024-03-26'])
  })
})

function page(): string {
  const cells = (tag: string, row: readonly string[]) =>
    row
      .map(
        (cell) =>
          `<${tag}>${cell.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replace('é', '&eacute;').replaceAll('\n', '<br>')}</${tag}>`,
      )
      .join('\n')
  // Has unclosed rows, a one-cell title, a script and a second table that is ignored.
  return `<html><head><style>td { color: red }</style></head><body><table><tr><td colspan="5">Reviews</td></tr><tr>${cells('th', header)}</tr>
    ${rows.map((row) => `<tr>${cells('td', row)}<script>1</script>`).join('')}</table><table><tr><td>x</td><td>y</td></tr></table></body></html>`
}

/** Builds a workbook with an empty sheet, the reviews and a sheet of notes. Dates are date-formatted numbers. */
function workbook({ from1904 = false } = {}): Buffer {
  const text = (cell: string) => `<c t="inlineStr"><is><t>${cell.replaceAll('"', '&quot;')}</t></is></c>`
  const serial = (day: string) => Date.parse(day) / 86_400_000 + (from1904 ? 24_107 : 25_569)
  const lines = rows.map(
    ([handle, rating, author, body, day]) =>
      `<row>${text(handle)}<c><v>${rating}</v></c>${text(author)}${text(body)}<c s="1"><v>${serial(day)}</v></c></row>`,
  )
  const sheet = `<worksheet><sheetData><row>${header.map(text).join('')}</row>${lines.join('')}</sheetData></worksheet>`
  const base = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
  const others: Parts = {
    'xl/workbook.xml': `<workbook><workbookPr date1904="${from1904 ? 1 : 0}"/><sheets><sheet name="none" sheetId="1" r:id="r1"/><sheet name="reviews" sheetId="2" r:id="r3"/><sheet name="notes" sheetId="3" r:id="r4"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships>${['worksheets/sheet1.xml', 'worksheets/sheet2.xml', 'worksheets/sheet3.xml'].map((part, at) => `<Relationship Id="${['r1', 'r3', 'r4'][at]}" Type="${base}/worksheet" Target="${part}"/>`).join('')}<Relationship Id="r9" Type="${base}/styles" Target="styles.xml"/></Relationships>`,
    'xl/worksheets/sheet2.xml': sheet,
    'xl/worksheets/sheet3.xml': `<worksheet><sheetData><row>${text('notes')}${text('of the shop')}</row></sheetData></worksheet>`,
    'xl/styles.xml': '<styleSheet><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>',
  }
  return zipOf(workbookParts('<worksheet><sheetData/></worksheet>', others))
}

test('in a workbook with the 1904 date system', async () => {
  const { reviews } = await readFile(new Uint8Array(workbook({ from1904: true })), { name: 'a.xlsx' })
  expect(reviews.map(({ sourceDay }) => sourceDay)).toEqual(['2024-03-25', '2024-03-26'])
})

test('keeps formula-like text unchanged', async () => {
  const cells = ['=1+1', 'a;-b', '-5 degrees', '+1']
  const sheet = `<worksheet><sheetData><row><c t="str"><v>body</v></c><c t="str"><v>rating</v></c></row>${cells.map((cell) => `<row><c t="str"><v>${cell}</v></c><c><v>5</v></c></row>`).join('')}</sheetData></worksheet>`
  expect(
    (await readFile(new Uint8Array(zipOf(workbookParts(sheet))), { name: 'a.xlsx' })).reviews.map(
      ({ content }) => content,
    ),
  ).toEqual(cells)
})

describe('malformed pages', () => {
  test.each([
    ['deeper than pages are', () => `<table>${'<tr><td>'.repeat(2)}${'<b>'.repeat(1_000_000)}`],
    ['with one cell of all', () => `<table><tr><td>a<td>${'x'.repeat(8_000_000)}`],
    ['with a row of a million cells', () => `<table><tr>${'<td>a'.repeat(1_000_000)}`],
  ])('%s are refused', async (_name, file) => {
    await expect(readFile(file(), { name: 'a.xls' })).rejects.toMatchObject({ code: 'workbookRowTooLarge' })
  })

  test('are read despite closing tags without opening ones', async () => {
    await expect(
      readFile(`<table>${'</b></i>'.repeat(50_000)}<tr><td>body<td>rating<tr><td>Good<td>5</table>`, { name: 'a.xls' }),
    ).resolves.toMatchObject({ source: 'judgeme', reviews: [{ content: 'Good' }] })
  })

  test('are read as far as possible when cut at any percent, or refused by name', async () => {
    const bytes = Buffer.from(page())
    const codes = new Set(['emptyFile', 'notAReviewExport'])
    for (let percent = 1; percent <= 100; percent++) {
      const part = bytes.subarray(0, Math.ceil((bytes.length * percent) / 100))
      const read = await readFile(new Uint8Array(part), { name: 'a.xls' }).catch((error: unknown) => error)
      if (read instanceof Error) expect(codes).toContain((read as Error & { code?: string }).code)
      else expect(read).toMatchObject({ results: expect.any(Array) as unknown[] })
    }
  })
})
