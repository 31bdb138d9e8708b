import { formatCsv, openCsv, sniffDelimiter, type RawRecord } from './csv.ts'

async function* inPieces(text: string, size: number): AsyncGenerator<string> {
  for (let at = 0; at < text.length; at += size) yield text.slice(at, at + size)
}

async function readAll(text: string, size = text.length || 1) {
  const { delimiter, header, records } = await openCsv(inPieces(text, size))
  const rows: RawRecord[] = []
  for await (const batch of records) rows.push(...batch)
  return { delimiter, header, rows }
}

test.each([
  ['a,b,c', ','],
  ['a;b;c', ';'],
  ['a\tb\tc', '\t'],
  ['a|b|c', '|'],
  ['"one, two, three";b;c', ';'],
  ['"a "" , , ,";b', ';'],
  ['body', ','],
])('splits %j by %j', (record, delimiter) => {
  expect(sniffDelimiter(record)).toBe(delimiter)
})

test.each([1, 2, 7, 1000])(
  'reads quotes, quoted line ends and blank lines, in chunks of %d characters',
  async (size) => {
    const text = 'body,rating\n"two\nlines, ""quoted""",5\n\nplain,4\n"last",3'
    const { header, rows } = await readAll(text, size)
    expect(header).toEqual(['body', 'rating'])
    expect(rows).toEqual([
      { row: 2, cells: ['two\nlines, "quoted"', '5'] },
      { row: 4, cells: ['plain', '4'] },
      { row: 5, cells: ['last', '3'] },
    ])
  },
)

test.each([1, 3, 1000])('counts any number of empty lines, in chunks of %d characters', async (size) => {
  const { rows } = await readAll(`body,rating\n${'\n'.repeat(10)}"a\n\nb",5\n\n\n${'\n'.repeat(2_000)}c,4\n\n\n`, size)
  expect(rows).toEqual([
    { row: 12, cells: ['a\n\nb', '5'] },
    { row: 2_015, cells: ['c', '4'] },
  ])
})

test('uses the separator that a spreadsheet names and skips that line', async () => {
  const { delimiter, header, rows } = await readAll('sep=;\nbody;rating\nGood, really;5\n')
  expect({ delimiter, header, rows }).toEqual({
    delimiter: ';',
    header: ['body', 'rating'],
    rows: [{ row: 2, cells: ['Good, really', '5'] }],
  })
})

test('marks a record with broken quotes and reads the next ones', async () => {
  const { rows } = await readAll('body,rating\n"12" pan",5\nfine,4\n')
  expect(rows).toEqual([
    { row: 2, cells: ['12" pan', '5'], broken: 'badRow' },
    { row: 3, cells: ['fine', '4'] },
  ])
})

const spaced: [name: string, line: string, cells: string[]][] = [
  ['blanks before marks', '"a", "b",  "c" , d', ['a', 'b', 'c', ' d']],
  ['and at the beginning of a line', ' "a", "b"', ['a', 'b']],
  ['separators, lines and marks within', '1, "a, ""b""\n\nc", ""', ['1', 'a, "b"\n\nc', '']],
  ['a text that begins with a quotation', '1, "x" and y', ['1', ' "x" and y']],
  ['one that holds more of them', '1, "x" and "y", 2', ['1', ' "x" and "y"', ' 2']],
  ['a mark that is not closed in its cell', '1, "x, 2', ['1', ' "x', ' 2']],
  ['a mark of inches', '1, 5", 2', ['1', ' 5"', ' 2']],
  ['blanks alone', ' , ,', [' ', ' ', '']],
]

describe.each([1, 2, 5, 1000])('spaces before a quotation mark, in chunks of %d characters', (size) => {
  test.each(spaced)('%s', async (_name, line, cells) => {
    const { rows } = await readAll(`a,b,c,d\nfine,4\n${line}\nfine,5\n`, size)
    expect(rows.map((row) => row.cells)).toEqual([['fine', '4'], cells, ['fine', '5']])
    expect(rows.some(({ broken }) => broken)).toBe(false)
    expect((await readAll(`a,b,c,d\n${line}`, size)).rows.map((row) => row.cells)).toEqual([cells])
  })
})

test('does not close a quote by text far after a space and a quotation mark', async () => {
  const text = `body,rating\n "open,5\n${'some text,4\n'.repeat(10_000)}last",3\n`
  const { rows } = await readAll(text, 65_536)
  expect(rows).toHaveLength(10_002)
  expect(rows.at(-1)).toEqual({ row: 10_003, cells: ['last"', '3'] })
})

test.each([', "', ', "a', ', ""a', ', """a', ' "', ' "\n', ', "a\n'])('reads %j repeated many times', async (text) => {
  const { rows } = await readAll(`body,rating\n${`1${text.repeat(50)}\n`.repeat(100)}`, 65_536)
  expect(rows.length).toBeGreaterThan(0)
})

const quotes: [name: string, lines: string, expected: (string[] | string)[]][] = [
  ['a cell that begins with a word in quotes', '"Best" mug,5', [['"Best" mug', '5']]],
  ['the same before a quoted cell', '"Best" mug,"5"', [['"Best" mug', '5']]],
  ['spaces within these quotes', '"  x " y,5', [['"  x " y', '5']]],
  ['quotes with unescaped marks', '"5" or 6" pan",5', ['badRow']],
  ['quotes with unescaped marks over two lines', '"one\nsaid "hi" ok",5', ['badRow']],
  ['an unclosed quote', '"open,5', ['quoteNotClosed']],
  ['an unclosed quote before a quoted cell', '"open,"5"', ['quoteNotClosed']],
  ['an odd word in quotes', '"Best" 5" mug,5', ['badRow']],
  [
    'backslashes as escapes',
    '"She said \\"lovely\\"",5\n"It is 5\\", great",5',
    [
      ['She said "lovely"', '5'],
      ['It is 5", great', '5'],
    ],
  ],
  ['an escape before a separator', '"It is 5\\", great",5', [['It is 5", great', '5']]],
  [
    'a backslash at the end of a cell',
    '"C:\\",5\n"D:\\","4"',
    [
      ['C:\\', '5'],
      ['D:\\', '4'],
    ],
  ],
]

describe.each([1, 2, 7, 1000])('quotation marks in chunks of %d characters', (size) => {
  test.each(quotes)('%s', async (_name, lines, expected) => {
    const { rows } = await readAll(`body,rating\nfine,4\n${lines}\n"quoted, text",3\nlast,2\n`, size)
    expect(rows.map(({ cells, broken }) => broken ?? cells)).toEqual([
      ['fine', '4'],
      ...expected,
      ['quoted, text', '3'],
      ['last', '2'],
    ])
  })
})

test('reads the lines behind an unclosed quote of a large file', async () => {
  const text = `body,rating\nfine,4\n"open,5\n${'some text,4\n'.repeat(100_000)}`
  const { rows } = await readAll(text, 65_536)
  expect(rows).toHaveLength(100_002)
  expect(rows.filter(({ broken }) => broken)).toEqual([{ row: 3, cells: ['"open', '5'], broken: 'quoteNotClosed' }])
})

test('finds the header below title lines', async () => {
  const text = 'Our reviews, exported\n\nbody;rating\nGood, really;5\n'
  const { delimiter, header, records } = await openCsv(inPieces(text, 3), {
    isHeader: (cells) => cells[1] === 'rating',
  })
  expect({ delimiter, header, rows: (await records.next()).value }).toEqual({
    delimiter: ';',
    header: ['body', 'rating'],
    rows: [{ row: 4, cells: ['Good, really', '5'] }],
  })
})

test.each(['"x"y,', '"\\\\",', '"a\\\\" b",', '"x"y,z\n', '"x,z\n', '"\n"a', '""', '" '])(
  'reads %j repeated over a megabyte within two seconds',
  async (text) => {
    const started = performance.now()
    await readAll(`a,b\n${text.repeat(Math.floor(900_000 / text.length))}`, 65_536).catch(() => undefined)
    expect(performance.now() - started).toBeLessThan(2_000)
  },
)

test.each([1, 3, 1000])(
  'keeps a first column without a name and skips blank lines above the header, in chunks of %d characters',
  async (size) => {
    const { header, rows } = await readAll(' \n\t\n\n\treview\trating\n0\tGood\t5\n', size)
    expect({ header, rows }).toEqual({
      header: ['', 'review', 'rating'],
      rows: [{ row: 2, cells: ['0', 'Good', '5'] }],
    })
  },
)

test('treats a file of blank lines as empty', async () => {
  await expect(readAll('\n \n')).rejects.toMatchObject({ code: 'emptyFile' })
})

test.each([
  ['"a" ', 250_000, 'badRow'],
  ['"x"y,', 200_000, 'rowTooLong'],
])('reads %j, %d times, as one broken record', async (text, times, broken) => {
  const { header, rows } = await readAll(`email\n${text.repeat(times)}`, 65_536)
  expect(header).toEqual(['email'])
  expect(rows).toMatchObject([{ row: 2, broken }])
})

test.each([
  ['plain', 'plain'],
  [4.5, '4.5'],
  ['', ''],
  ['a,b', '"a,b"'],
  ['a;b', 'a;b'],
  ['say "hi"', '"say ""hi"""'],
  ['two\nlines', '"two\nlines"'],
  ['a\rb', '"a\rb"'],
  [' indented', '" indented"'],
  ['trailing ', '"trailing "'],
  ['\uFEFFmark', '"\uFEFFmark"'],
])('formats %j as %j', (cell, text) => {
  expect(formatCsv([['a', cell], [cell]])).toBe(`a,${text}\r\n${text}`)
})

test('quotes a cell that contains the separator', () => {
  expect(formatCsv([['a;b', 'a,b']], ';')).toBe('"a;b";a,b')
})
