import { deflateRawSync, gzipSync } from 'node:zlib'
import { brokenQuotes, hostileCells, hostilePages } from './hostile-cells.ts'
import { foldedBomb, foldedEntry, rawArchive, type RawEntry } from './hostile-archives.ts'
import { hostileReadings } from './hostile-readings.ts'
import { inventedExport } from './invented-export.ts'
import { aliexpressAnswer } from '../marketplace-answers.ts'
import { workbookParts, zipOf, type Parts } from './workbook-file.ts'

/** A file that does harm when uploaded, on purpose or not. */
export interface HostileFile {
  name: string
  fileName: string
  make(): Buffer
}

const megabyte = 1024 * 1024
/** Just below the upload limit. */
const most = 24 * megabyte
const judgeme =
  'title,body,rating,review_date,source,curated,reviewer_name,reviewer_email,product_id,product_handle,reply,reply_date,picture_urls,ip_address,location,metaobject_handle\n'
const filled = (start: string, fill: string | Buffer, { end = '', bytes = most } = {}): Buffer =>
  Buffer.concat([Buffer.from(start), Buffer.alloc(bytes, fill), Buffer.from(end)])

/** Returns pseudo-random bytes, the same each time. */
function noise(bytes: number, seed = 1): Buffer {
  const made = Buffer.alloc(bytes)
  let state = seed
  for (let at = 0; at < bytes; at++) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    made[at] = state >>> 24
  }
  return made
}

const file =
  (fileName: string) =>
  (name: string, make: () => Buffer): HostileFile => ({ name: `${fileName}: ${name}`, fileName, make })
const csv = file('a.csv')
const xlsx = file('a.xlsx')
const xls = file('a.xls')
const json = file('a.json')
const html = file('a.html')

const sheetName = 'xl/worksheets/sheet1.xml'
const head = '<?xml version="1.0"?>'
const sheetOf = (rows: string, before = ''): string =>
  `${head}${before}<worksheet><sheetData>${rows}</sheetData></worksheet>`
const workbook = (rows: string, others: Parts = {}): Buffer => zipOf(workbookParts(sheetOf(rows), others))
const withPart = (name: string, content: string): Buffer =>
  workbook('<row><c t="s"><v>0</v></c></row>', { [name]: content })
const names = (cells: readonly string[]): string =>
  `<row>${cells.map((cell) => `<c t="inlineStr"><is><t>${cell}</t></is></c>`).join('')}</row>`
const judgemeNames = names(judgeme.trim().split(','))
const inline = (text: string): string => `<c t="inlineStr"><is><t>${text}</t></is></c>`

/** Builds a workbook with one part that inflates to up to ten gigabytes, within the upload limit. */
function bomb(
  part: string,
  { start, piece, end, gigabytes = 10 }: { start: string; piece: string; end: string; gigabytes?: number },
): Buffer {
  const size = 4 * megabyte
  const folded = foldedBomb({
    start,
    piece: Buffer.alloc(size - (size % Buffer.byteLength(piece)), piece),
    most,
    times: Math.round((gigabytes * 1024 * megabyte) / size),
    end,
  })
  const others = Object.entries(workbookParts(sheetOf(judgemeNames)))
    .filter(([name]) => name !== part)
    .map(([name, content]) => foldedEntry(name, content))
  return rawArchive([...others, { name: part, folded, size: 1_000 }])
}

/** Builds a workbook whose one cell inflates to that many gigabytes. */
export const longCell = (gigabytes = 10): Buffer =>
  bomb(sheetName, {
    start: '<worksheet><sheetData><row><c t="inlineStr"><is><t>',
    piece: 'A',
    end: '</t></is></c></row></sheetData></worksheet>',
    gigabytes,
  })

/** Builds many sheets that share their bytes, each inflating to 30 MB. */
function overlapped(sheets: number): Buffer {
  const entry: RawEntry = {
    name: sheetName,
    folded: deflateRawSync(sheetOf('<row><c><v>1</v></c></row>'.repeat(1_200_000))),
  }
  const tabs = Array.from({ length: sheets }, (_none, at) => at)
  const parts = workbookParts('', {
    'xl/workbook.xml': `${head}<workbook><sheets>${tabs.map((at) => `<sheet name="s${at}" sheetId="${at + 1}" r:id="s${at}"/>`).join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `${head}<Relationships>${tabs.map((at) => `<Relationship Id="s${at}" Type="x/worksheet" Target="worksheets/${at === 0 ? 'sheet1' : `s${at}`}.xml"/>`).join('')}</Relationships>`,
  })
  const { [sheetName]: _own, ...others } = parts
  const first = Object.entries(others).map(([name, content]) => foldedEntry(name, content))
  return rawArchive([
    ...first,
    entry,
    ...tabs.slice(1).map((at): RawEntry => ({ ...entry, name: `xl/worksheets/s${at}.xml`, sameAs: first.length })),
  ])
}

const shared = (items: string): Parts => ({ 'xl/sharedStrings.xml': `<sst>${items}</sst>` })
const reviewRow = (body: string): string => `${inline('Title')}${body}<c><v>5</v></c><c><v>45000</v></c>`

const bombs: readonly HostileFile[] = [
  xlsx('gigabytes in one cell', () => longCell()),
  xlsx('gigabytes of rows', () =>
    bomb(sheetName, {
      start: `<worksheet><sheetData>${judgemeNames}`,
      piece: `<row>${reviewRow(inline('Fine'))}</row>`,
      end: '</sheetData></worksheet>',
    }),
  ),
  xlsx('gigabytes of empty rows', () =>
    bomb(sheetName, { start: '<worksheet><sheetData>', piece: '<row/>', end: '</sheetData></worksheet>' }),
  ),
  xlsx('gigabytes of what is no cell', () =>
    bomb(sheetName, { start: '<worksheet>', piece: '<x/>', end: '</worksheet>' }),
  ),
  xlsx('gigabytes of spaces', () => bomb(sheetName, { start: '<worksheet>', piece: ' ', end: '</worksheet>' })),
  xlsx('gigabytes of shared texts', () =>
    bomb('xl/sharedStrings.xml', { start: '<sst>', piece: '<si><t>Fine</t></si>', end: '</sst>' }),
  ),
  xlsx('gigabytes of one shared text', () =>
    bomb('xl/sharedStrings.xml', { start: '<sst><si><t>', piece: 'A', end: '</t></si></sst>' }),
  ),
  xlsx('gigabytes of looks', () =>
    bomb('xl/styles.xml', {
      start: '<styleSheet><cellXfs>',
      piece: '<xf numFmtId="14"/>',
      end: '</cellXfs></styleSheet>',
    }),
  ),
  xlsx('gigabytes of tabs', () =>
    bomb('xl/workbook.xml', { start: '<workbook><sheets>', piece: '<sheet r:id="r1"/>', end: '</sheets></workbook>' }),
  ),
  xlsx('gigabytes of relations', () =>
    bomb('xl/_rels/workbook.xml.rels', {
      start: '<Relationships>',
      piece: '<Relationship Id="a" Type="b/c" Target="d"/>',
      end: '</Relationships>',
    }),
  ),
  xlsx('gigabytes without a request', () =>
    bomb('[Content_Types].xml', { start: '<Types>', piece: ' ', end: '</Types>' }),
  ),
  xlsx('900 sheets that are one', () => overlapped(900)),
  xlsx('one sheet in 60,000 tabs', () =>
    workbook('<row><c><v>1</v></c></row>'.repeat(100_000), {
      'xl/workbook.xml': `<workbook><sheets>${'<sheet r:id="r1"/>'.repeat(60_000)}</sheets></workbook>`,
    }),
  ),
  xlsx('a shared text of 900 KB in each of 16,384 cells of 60 rows', () =>
    workbook(
      judgemeNames + `<row>${'<c t="s"><v>0</v></c>'.repeat(16_384)}</row>`.repeat(60),
      shared(`<si><t>${'A'.repeat(900_000)}</t></si>`),
    ),
  ),
  xlsx('a shared text of 900 KB in each of 100,000 rows', () =>
    workbook(
      judgemeNames + `<row>${reviewRow('<c t="s"><v>0</v></c>')}</row>`.repeat(100_000),
      shared(`<si><t>${'A'.repeat(900_000)}</t></si>`),
    ),
  ),
  xlsx('a shared text of 30 KB in each of 100,000 rows', () =>
    workbook(
      judgemeNames + `<row>${reviewRow('<c t="s"><v>0</v></c>')}</row>`.repeat(100_000),
      shared(`<si><t>${'A'.repeat(30_000)}</t></si>`),
    ),
  ),
  xlsx('shared texts of 60 MB', () =>
    workbook(
      judgemeNames,
      shared(
        Array.from({ length: 900 }, (_none, at) => `<si><t>${noise(48_000, at + 1).toString('base64')}</t></si>`).join(
          '',
        ),
      ),
    ),
  ),
  xlsx('a million shared texts, empty', () => workbook(judgemeNames, shared('<si/>'.repeat(1_000_001)))),
  xlsx('a shared text of a million pieces', () =>
    workbook(judgemeNames, shared(`<si>${'<r><t>A</t></r>'.repeat(1_000_000)}</si>`)),
  ),
  xlsx('shared texts by numbers that are none', () =>
    workbook(
      judgemeNames +
        ['-1', '1e9', 'NaN', 'Infinity', '0.5', '__proto__', '4294967296']
          .map((at) => `<row>${reviewRow(`<c t="s"><v>${at}</v></c>`)}</row>`)
          .join(''),
      shared('<si><t>A</t></si>'),
    ),
  ),
]

/** Builds a sheet with 16,384 header columns and `rows` rows of one cell. */
export const wideNames = (rows: number): Buffer =>
  workbook(
    `<row>${inline('rating')}${inline('body')}<c r="XFD1" t="inlineStr"><is><t>x</t></is></c></row>${'<row><c><v>5</v></c></row>'.repeat(rows)}`,
  )
/** Builds a shared text of three-byte letters, and that many rows that use it. */
export const sharedLetters = (rows: number): Buffer =>
  workbook(
    judgemeNames + `<row>${reviewRow('<c t="s"><v>0</v></c>')}</row>`.repeat(rows),
    shared(`<si><t>${'語'.repeat(4_900)}</t></si>`),
  )

const cells: readonly HostileFile[] = [
  xlsx('short rows under the names of a whole sheet', () => wideNames(400_000)),
  xlsx('a shared text of letters of three bytes in each of 50,000 rows', () => sharedLetters(50_000)),
  xlsx('a million columns', () => workbook(`<row>${'<c><v>1</v></c>'.repeat(1_000_000)}</row>`)),
  xlsx('one column a million times', () => workbook(`<row>${'<c r="A1"><v>1</v></c>'.repeat(1_000_000)}</row>`)),
  ...[
    'XFE1',
    'ZZZZ1',
    'ZZZZZZZZZZZZZZZZ1',
    'A99999999999999',
    'A-1',
    '1A',
    '',
    '$A$1',
    'A1:XFD1048576',
    'é1',
    '__proto__',
  ].map((reference) =>
    xlsx(`a cell at "${reference}"`, () => workbook(`${judgemeNames}<row><c r="${reference}"><v>1</v></c></row>`)),
  ),
  ...['0', '-1', '1048577', '4294967296', '1e308', 'NaN', 'x'].map((reference) =>
    xlsx(`a row at "${reference}"`, () => workbook(`${judgemeNames}<row r="${reference}"><c><v>1</v></c></row>`)),
  ),
  xlsx('the last column in each of a million rows', () =>
    workbook('<row><c r="XFD1"><v>1</v></c></row>'.repeat(1_000_000)),
  ),
  xlsx('names of 16,384 columns and rows as wide', () =>
    workbook(
      names(Array.from({ length: 16_384 }, (_none, at) => `column ${at}`)) +
        `<row>${inline('x').repeat(16_384)}</row>`.repeat(60),
    ),
  ),
  xlsx('numbers and days past every calendar', () =>
    workbook(
      judgemeNames +
        ['1e308', '-1e308', 'Infinity', '1e-320', '9'.repeat(100_000)]
          .map(
            (value) => `<row>${inline('T')}${inline('Body')}<c><v>${value}</v></c><c s="0"><v>${value}</v></c></row>`,
          )
          .join(''),
    ),
  ),
  xlsx('tags a million deep', () => workbook('<a>'.repeat(1_000_000))),
  xlsx('a tag with a million attributes', () => workbook(`<row ${'a="1" '.repeat(1_000_000)}/>`)),
  xlsx('a look of 20 MB', () =>
    withPart(
      'xl/styles.xml',
      `<styleSheet><numFmts><numFmt numFmtId="164" formatCode="${'[h]"'.repeat(4_000_000)}"/></numFmts></styleSheet>`,
    ),
  ),
  xlsx('a comment of 20 MB', () => workbook(`<!--${'-'.repeat(20_000_000)}-->`)),
  xlsx('an instruction of 20 MB', () => workbook(`<?x ${'?'.repeat(20_000_000)}?>`)),
  xlsx('a text of 20 MB', () => workbook(`<row><c><v><![CDATA[${']'.repeat(20_000_000)}]]></v></c></row>`)),
]

const entity = '<row><c t="inlineStr"><is><t>&x;</t></is></c></row>'
const declared: readonly (readonly [string, string])[] = [
  ['a file', '<!DOCTYPE x [<!ENTITY x SYSTEM "file:///etc/passwd">]>'],
  ['an address', '<!DOCTYPE x [<!ENTITY x SYSTEM "http://127.0.0.1:9/x">]>'],
  ['a parameter', '<!DOCTYPE x [<!ENTITY % p SYSTEM "file:///etc/passwd"> %p;]>'],
  ['a declaration elsewhere', '<!DOCTYPE x SYSTEM "http://127.0.0.1:9/x.dtd">'],
  [
    'a billion laughs',
    `<!DOCTYPE x [<!ENTITY a "ha">${'bcdefghijk'
      .split('')
      .map((name, at) => `<!ENTITY ${name} "${`&${'abcdefghij'.charAt(at)};`.repeat(10)}">`)
      .join('')}<!ENTITY x "&k;">]>`,
  ],
  ['a long text again and again', `<!DOCTYPE x [<!ENTITY x "${'A'.repeat(1_000_000)}">]>`],
]
const entities: readonly HostileFile[] = declared.flatMap(([name, before]) => [
  xlsx(`entities in a sheet: ${name}`, () => zipOf(workbookParts(sheetOf(entity.repeat(1_000), before)))),
  xlsx(`entities in shared texts: ${name}`, () =>
    withPart('xl/sharedStrings.xml', `${head}${before}<sst><si><t>&x;</t></si></sst>`),
  ),
])

const outside = (target: string, mode = ''): Buffer =>
  workbook('', {
    'xl/_rels/workbook.xml.rels': `<Relationships><Relationship Id="r1" Type="x/worksheet" Target="${target}"${mode}/></Relationships>`,
  })
const plain = (): RawEntry[] =>
  Object.entries(workbookParts(sheetOf(judgemeNames))).map(([name, content]) => foldedEntry(name, content))
const changedPlain = (change: Partial<RawEntry>): Buffer =>
  rawArchive(plain().map((entry) => ({ ...entry, ...change })))

const archives: readonly HostileFile[] = [
  xlsx('a sheet that is /etc/passwd', () => outside('../../../../../etc/passwd')),
  xlsx('a sheet by an address', () => outside('http://127.0.0.1:9/sheet.xml', ' TargetMode="External"')),
  xlsx('a sheet by a file address', () => outside('file:///etc/passwd', ' TargetMode="External"')),
  xlsx('names that climb', () =>
    rawArchive([
      ...plain(),
      { ...foldedEntry('../../../../tmp/candor-was-here', 'x') },
      { ...foldedEntry('/etc/candor-was-here', 'x') },
    ]),
  ),
  xlsx('65,535 entries', () => rawArchive(Array.from({ length: 65_535 }, (_none, at) => foldedEntry(`x${at}`, '')))),
  xlsx('more entries than it has', () => rawArchive(plain(), { count: 900 })),
  xlsx('fewer entries than it has', () => rawArchive(plain(), { count: 1 })),
  xlsx('an end within its comment', () => rawArchive(plain(), { comment: 'PK\u0005\u0006'.repeat(10_000) })),
  xlsx('behind a password', () => changedPlain({ flags: 1 })),
  ...[1, 6, 9, 12, 14, 93, 99, 65_535].map((method) =>
    xlsx(`folded by method ${method}`, () => changedPlain({ method })),
  ),
  xlsx('sizes of 4 GB', () => changedPlain({ size: 0xffffffff })),
  xlsx('bytes that unfold to nothing', () => changedPlain({ folded: noise(100_000) })),
  xlsx('stored entries that are other archives', () => changedPlain({ method: 0 })),
  xlsx('an archive in an archive', () =>
    zipOf(Object.fromEntries(Array.from({ length: 50 }, (_none, at) => [`${at}.xlsx`, workbook(judgemeNames)]))),
  ),
  xlsx('an archive of a text', () => zipOf({ 'reviews.csv': judgeme })),
  xlsx('another kind of document', () =>
    zipOf({
      '[Content_Types].xml': '<Types/>',
      'word/document.xml': '<document/>',
      '_rels/.rels':
        '<Relationships><Relationship Id="r1" Type="x/officeDocument" Target="word/document.xml"/></Relationships>',
    }),
  ),
  xlsx('nothing but the first letters', () => Buffer.from('PK\u0003\u0004')),
  xlsx('24 MB of first letters', () => filled('', 'PK\u0003\u0004')),
  xlsx('24 MB of last letters', () => filled('PK\u0003\u0004', 'PK\u0005\u0006')),
  xlsx('24 MB of nothing', () => filled('', '\0')),
  xlsx('24 MB without any order', () => noise(most)),
  xlsx('gzip', () => gzipSync(judgeme)),
  xls('the container of old workbooks', () =>
    Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), noise(1_000_000)]),
  ),
  xls('the XML of 2003', () =>
    Buffer.from(
      `<?xml version="1.0"?><?mso-application progid="Excel.Sheet"?><Workbook>${'<Row/>'.repeat(1_000_000)}</Workbook>`,
    ),
  ),
  csv('a workbook', () => workbook(judgemeNames)),
  csv('gzip that unfolds to 1 GB', () =>
    Buffer.concat(Array.from<Buffer>({ length: 64 }).fill(gzipSync(Buffer.alloc(16 * megabyte)))),
  ),
  ...[
    'Rar!\u001a\u0007\u0001\0',
    '7z\u00bc\u00af\u0027\u001c',
    'BZh91AY&SY',
    '\u00fd7zXZ\0',
    '%PDF-1.7\n',
    '\u0089PNG\r\n\u001a\n',
    'MZ',
    '\u007fELF',
  ].map((start) =>
    csv(`begins as ${JSON.stringify(start.slice(0, 4))}`, () =>
      Buffer.concat([Buffer.from(start, 'latin1'), noise(1_000_000)]),
    ),
  ),
]

const row = (cell: string): string => `"T","${cell}",5,2024-05-06 10:00:00 UTC,web,ok,Ann,ann@reader.test,,,,,,,,\n`
const texts: readonly HostileFile[] = [
  ...[
    '\n',
    '\r',
    '\r\n',
    ',',
    ';',
    '"',
    '""',
    '","',
    '",',
    ' ',
    '\t',
    'A',
    '\uFEFF',
    '\uFFFD',
    '\0',
    '=',
    '-',
    '\u0001',
    '\\',
    '\u2028',
  ].flatMap((fill) => [
    csv(`24 MB of ${JSON.stringify(fill)}`, () => filled('', fill)),
    csv(`names of columns, then 24 MB of ${JSON.stringify(fill)}`, () => filled(judgeme, fill)),
    csv(`a quoted cell of 24 MB of ${JSON.stringify(fill)}`, () => filled(`${judgeme}"T","`, fill, { end: '",5\n' })),
  ]),
  csv('a million columns', () =>
    Buffer.from(`${Array.from({ length: 1_000_000 }, (_none, at) => `c${at}`).join(',')}\n`),
  ),
  csv('a million columns in a row', () => Buffer.from(`${judgeme}${'x,'.repeat(1_000_000)}\n${row('Fine')}`)),
  csv('half a million columns in each of 40 rows', () =>
    Buffer.from(judgeme + `${'x'.concat(',').repeat(300_000)}\n`.repeat(40)),
  ),
  csv('names of 5,000 columns and 2,000 rows as wide', () =>
    Buffer.from(
      `${Array.from({ length: 5_000 }, (_none, at) => `column${at}`).join(',')}\n${`${'x,'.repeat(4_999)}x\n`.repeat(2_000)}`,
    ),
  ),
  csv('columns called as what every object has', () =>
    Buffer.from(`__proto__,constructor,toString,hasOwnProperty,body,rating\n${'a,b,c,d,Fine,5\n'.repeat(1_000)}`),
  ),
  csv('cells of 300,000 doubled quotation marks', () =>
    filled('body,rating\n', `"${'"" '.repeat(300_000)}",5\n`, { bytes: 24 * megabyte }),
  ),
  csv('eight million rows of one letter', () => filled(judgeme, 'a\n', { bytes: 16 * megabyte })),
  csv('cells of just under a million letters', () => Buffer.from(judgeme + row('A'.repeat(990_000)).repeat(24))),
  csv('a quotation mark in every row that is not closed', () => Buffer.from(judgeme + '"T,"Body,5\n'.repeat(100_000))),
  csv('a separator of 24 MB', () => filled('sep=', ';')),
  csv('every day there is none', () =>
    Buffer.from(
      judgeme +
        [
          '1/'.repeat(50_000),
          '9'.repeat(100_000),
          '0000-00-00',
          `${' '.repeat(100_000)}1`,
          'March '.repeat(20_000),
          '-'.repeat(100_000),
        ]
          .map((day) => `T,Body,5,${day},web,ok,Ann,a@b.test\n`)
          .join(''),
    ),
  ),
  csv('every rating there is none', () =>
    Buffer.from(
      judgeme +
        [
          '1e309',
          '-1',
          '9'.repeat(100_000),
          '★'.repeat(50_000),
          '5/'.repeat(50_000),
          `${'0'.repeat(100_000)}5`,
          '1,'.repeat(3),
          `5${' '.repeat(100_000)}stars`,
        ]
          .map((rating) => `T,Body,"${rating}",2024-05-06,web,ok,Ann,a@b.test\n`)
          .join(''),
    ),
  ),
  csv('addresses that are none', () =>
    Buffer.from(
      judgeme +
        ['@'.repeat(200_000), `${'a@'.repeat(50_000)}b`, `a@${'b.'.repeat(50_000)}c`, `${'a.'.repeat(50_000)}@b`]
          .map((address) => `T,Body,5,2024-05-06,web,ok,Ann,${address}\n`)
          .join(''),
    ),
  ),
  csv('picture addresses without end', () =>
    Buffer.from(
      judgeme +
        [
          'https://a.test/x.jpg|'.repeat(20_000),
          'javascript:alert(1)',
          `https://${'a'.repeat(200_000)}`,
          '['.repeat(200_000),
          `["${'\\u0000'.repeat(50_000)}"]`,
        ]
          .map((address) => `T,Body,5,2024-05-06,web,ok,Ann,a@b.test,,,,,"${address.replaceAll('"', '""')}"\n`)
          .join(''),
    ),
  ),
  csv('tags without end', () =>
    Buffer.from(
      judgeme +
        ['<'.repeat(400_000), '&'.repeat(400_000), '<b>'.repeat(100_000), '&#x'.repeat(100_000), '...'.repeat(100_000)]
          .map((text) => row(text))
          .join(''),
    ),
  ),
  csv('UTF-16 cut within a letter', () =>
    Buffer.concat([
      Buffer.from('\uFEFF', 'utf16le'),
      Buffer.from(judgeme + row('Fine').repeat(50_000), 'utf16le'),
      Buffer.from([0x41]),
    ]),
  ),
  csv('UTF-16 of halves of letters', () =>
    Buffer.concat([Buffer.from('\uFEFF', 'utf16le'), Buffer.alloc(8 * megabyte, Buffer.from([0x00, 0xd8]))]),
  ),
  csv('UTF-32', () =>
    Buffer.concat([Buffer.from([0xff, 0xfe, 0, 0]), Buffer.alloc(4 * megabyte, Buffer.from([0x41, 0, 0, 0]))]),
  ),
  csv('UTF-8 of halves of letters', () =>
    Buffer.concat([Buffer.from(judgeme), Buffer.alloc(most, Buffer.from([0xf0, 0x9f]))]),
  ),
  csv('24 MB without any order', () => noise(most, 7)),
  csv('names of columns, then 24 MB without any order', () => Buffer.concat([Buffer.from(judgeme), noise(most, 9)])),
]

const depth = 1_000_000
const pages: readonly HostileFile[] = [html, xls].flatMap((page) => [
  ...[
    '<div>',
    '<table><tr><td>',
    '<tr>',
    '<td>',
    '<',
    '&',
    '&amp;',
    '<!--',
    '<!',
    '<br>',
    '<td colspan="100000">',
    '<script>',
    ']]>',
    '<table><tr><td>a<td>b<tr>',
  ].map((fill) => page(`24 MB of ${fill}`, () => filled('<html><body>', fill))),
  page('a tag of 24 MB', () => filled('<html><table ', 'a="b" ', { end: '><tr><td>x</table>' })),
  page('an attribute of 24 MB', () => filled('<html><table a="', 'x', { end: '"><tr><td>x</table>' })),
  page('a comment of 24 MB', () => filled('<html><!--', '-', { end: '' })),
  page('a cell of 24 MB', () => filled('<html><table><tr><td>', 'x', { end: '</table>' })),
  page('tables within tables', () => Buffer.from(`<html>${'<table><tr><td>'.repeat(depth)}`)),
  page('a million columns', () => Buffer.from(`<html><table><tr>${'<td>x'.repeat(depth)}</table>`)),
  page('two million rows', () =>
    Buffer.from(`<html><table><tr><th>body<th>rating${'<tr><td>x<td>5'.repeat(1_500_000)}</table>`),
  ),
  page('reviews of a marketplace without end', () =>
    filled('<html><body>', '<div data-hook="review" id="R1"><i data-hook="review-star-rating">', {
      bytes: 7 * megabyte,
    }),
  ),
])

const payloads: readonly HostileFile[] = [
  ...['[', '{"a":', '{"a":[', '[1,', '"', '\\', '1', '-', ' ', '{"__proto__":{"a":', '[[],', '"a",', '\uFEFF'].flatMap(
    (fill) => [
      json(`7 MB of ${fill}`, () => filled('', fill, { bytes: 7 * megabyte })),
      json(`7 MB of ${fill} within an answer`, () =>
        filled('{"data":{"evaViewList":[', fill, { end: ']}}', bytes: 7 * megabyte }),
      ),
    ],
  ),
  json('24 MB', () => filled('{"a":"', 'x', { end: '"}' })),
  json('a number of 7 MB', () =>
    filled('{"data":{"evaViewList":[{"evaluationId":', '9', { end: '}]}}', bytes: 7 * megabyte }),
  ),
  json('a text of 7 MB of escapes', () =>
    filled('{"data":{"evaViewList":[{"evaluationIdStr":"1","buyerFeedback":"', '\\u0000', {
      end: '"}]}}',
      bytes: 7 * megabyte,
    }),
  ),
  json("keys that are every object's", () =>
    Buffer.from(
      '{"data":{"evaViewList":[{"__proto__":{"evaluationIdStr":"1"},"constructor":1,"toString":null,"buyerEval":{"valueOf":1}}]}}',
    ),
  ),
  json('values of other kinds', () => Buffer.from(aliexpressAnswer().replaceAll(/:("[^"]*"|\d+)/g, ':[{"a":[]}]'))),
  json('100,000 answers in one', () => Buffer.from(`[${'{"data":{"evaViewList":[]}},'.repeat(60_000)}1]`)),
]

const cellColumns = [
  'title',
  'body',
  'rating',
  'review_date',
  'reviewer_name',
  'reviewer_email',
  'product_handle',
  'reply',
  'reply_date',
  'picture_urls',
]
/** Repeats a row with the cell in each column. */
function rowsOf(cell: string): Buffer {
  const quoted = `"${cell.replaceAll('"', '""')}"`
  const rows = cellColumns.map((column) =>
    cellColumns
      .map((one) => (one === column ? quoted : one === 'body' ? 'Fine' : one === 'rating' ? '5' : ''))
      .join(','),
  )
  return Buffer.from(`${cellColumns.join(',')}\n${`${rows.join('\n')}\n`.repeat(10)}`)
}

const lookingBack: readonly HostileFile[] = [
  ...hostileCells.map(([name, cell]) => csv(`cells of ${name}`, () => rowsOf(cell))),
  ...hostilePages.map(([name, page]) =>
    html(`a marketplace of ${name}`, () => Buffer.from(`<html>amazon.com ${page}`)),
  ),
  ...brokenQuotes.map(([name, text]) => csv(`quotation marks ${name}`, () => Buffer.from(text))),
  csv('a million reviews that are all alike', () => Buffer.from(`body,rating\n${'alike,5\n'.repeat(1_000_000)}`)),
  csv('a million rows and one', () => Buffer.from(`body,rating\n${'a\n'.repeat(1_000_001)}`)),
]

/** Harmful files (goal R16). */
export const hostileFiles: readonly HostileFile[] = [
  ...bombs,
  ...cells,
  ...entities,
  ...archives,
  ...texts,
  ...pages,
  ...payloads,
  ...lookingBack,
  ...hostileReadings.map(([fileName, name, make]) => file(fileName)(name, make)),
]

/** Valid files, to be truncated at every percent. */
export const cutFiles: readonly HostileFile[] = [
  csv('an export', () => Buffer.from(inventedExport(2_000))),
  csv('an export in UTF-16', () => Buffer.from(`\uFEFF${inventedExport(2_000)}`, 'utf16le')),
  xlsx('a workbook', () =>
    workbook(
      judgemeNames +
        Array.from({ length: 2_000 }, (_none, at) => `<row>${reviewRow(inline(`Fine, ${at * 7919}`))}</row>`).join(''),
    ),
  ),
  xlsx('a workbook with a long sheet', () =>
    workbook(
      judgemeNames +
        Array.from(
          { length: 40_000 },
          (_none, at) => `<row>${reviewRow('<c t="s"><v>0</v></c>')}<c><v>${at}</v></c></row>`,
        ).join(''),
      shared('<si><t>Fine</t></si>'),
    ),
  ),
  html('a page', () =>
    Buffer.from(
      `<html><body><table><tr><th>body<th>rating</tr>${'<tr><td>Fine &amp; good<td>5</tr>'.repeat(5_000)}</table></body></html>`,
    ),
  ),
  json('an answer of a marketplace', () => Buffer.from(aliexpressAnswer())),
]

/** Returns the first `percent` hundredths of a file. */
export const cutAt = (bytes: Buffer, percent: number): Buffer =>
  bytes.subarray(0, Math.floor((bytes.length * percent) / 100))
