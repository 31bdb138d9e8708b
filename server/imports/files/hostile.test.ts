import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { maxImportFileColumns, maxImportFileRows, maxImportRowCells } from '../../../rules/limits.ts'
import { hostileCells } from '../../testing/hostile/hostile-cells.ts'
import { cutAt, cutFiles, hostileFiles, sharedLetters, wideNames } from '../../testing/hostile/hostile-files.ts'
import { readingOutcome, readUpload } from '../../testing/read-upload.ts'
import { KnownReviews } from '../checking/place-rows.ts'
import { openRecords } from './open-records.ts'
import { openCsv } from '../../core/csv.ts'
import { detectDateOrder } from '../parsing/dates.ts'
import { readHeader } from '../parsing/header.ts'
import { other } from '../sources/mapping.ts'
import { FIELDS, type Field } from '../sources/source.ts'

/** The files that are made and read quickly. `npm run bench -- R16` reads all and measures time and memory. */
const quick =
  /entities in|a cell at|a row at|numbers that are none|a sheet (?:that|by)|names that climb|entries than|within its comment|password|folded by|sizes of|unfold to nothing|archives|an archive|another kind|first letters$|gzip$|XML of 2003|begins as "(?:%PDF|7z)|every object|every day|every rating|addresses/

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'candor-hostile-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const outcomeOf = (name: string, bytes: Uint8Array) => readingOutcome(readUpload({ name, bytes }, join(folder, 'kept')))
const small = hostileFiles.filter(({ name }) => quick.test(name) && !name.includes('24 MB'))

test.each(small.map((file) => [file.name, file] as const))(
  '%s is read as far as possible, or refused with a reason',
  async (_name, { fileName, make }) => {
    expect(await outcomeOf(fileName, make())).toMatchObject({ fault: false })
  },
)

test('keeps short rows short below a full-width header', async () => {
  const kept = join(folder, 'wide')
  expect(await readUpload({ name: 'a.xlsx', bytes: wideNames(5_000) }, kept)).toEqual({ rows: 5_000, bad: 0 })
  expect(statSync(kept).size).toBeLessThan(100_000)
})

test('refuses a tiny workbook that decompresses to far more text', async () => {
  const bytes = sharedLetters(3_000)
  expect(bytes.length).toBeLessThan(20_000)
  expect(await outcomeOf('a.xlsx', bytes)).toEqual({ outcome: 'workbookTooLarge', fault: false })
})

const line = 'a,'.repeat(maxImportRowCells - 1)

test('refuses a row with too many cells by its number and reads the others', async () => {
  expect(
    await readUpload(
      { name: 'a.csv', bytes: Buffer.from(`body,rating\nGood,5\n${line}a,a\nFine,4\n`) },
      join(folder, 'kept'),
    ),
  ).toEqual({ rows: 2, bad: 1 })
  const { records } = await openCsv(Readable.from([`body,rating\n${line}a\n${line}a,"a"\n`]))
  const read: [number, string | undefined][] = []
  for await (const some of records)
    read.push(...some.map(({ cells, broken }): [number, string | undefined] => [cells.length, broken]))
  expect(read).toEqual([
    [maxImportRowCells, undefined],
    [maxImportRowCells, 'rowTooLong'],
  ])
})

test.each(['a.csv', 'a.html'])('%s with too many columns is refused, unless the extra ones are empty', async (name) => {
  const isPage = name === 'a.html'
  const fileOf = (names: string[]) =>
    Buffer.from(
      isPage ? `<html><table><tr><th>${names.join('<th>')}<tr><td>5<td>x</table>` : `${names.join(',')}\n5,x\n`,
    )
  const names = (count: number) => Array.from({ length: count }, (_none, at) => ['rating', 'body'][at] ?? `c${at}`)
  expect(
    await outcomeOf(name, fileOf([...names(maxImportFileColumns), ...Array<string>(10_000).fill('')])),
  ).toMatchObject({ fault: false, outcome: expect.stringContaining('read ') })
  expect(await outcomeOf(name, fileOf(names(maxImportFileColumns + 1)))).toEqual({
    fault: false,
    outcome: 'importTooManyColumns',
  })
  expect(await outcomeOf(name, fileOf(Array<string>(maxImportRowCells + 1).fill('')))).toMatchObject({
    fault: false,
    outcome: isPage ? 'workbookRowTooLarge' : 'importTooManyColumns',
  })
})

test('refuses a file with too many rows, except for the operator', async () => {
  const bytes = Buffer.from(`body,rating\n${'a\n'.repeat(maxImportFileRows + 1)}`)
  expect(await outcomeOf('a.csv', bytes)).toEqual({ fault: false, outcome: 'importTooManyRows' })
  const { records } = await openRecords(Readable.from([bytes]), {
    source: 'judgeme',
    encoding: 'utf-8',
    unlimited: true,
  })
  let rows = 0
  for await (const some of records) rows += some.length
  expect(rows).toBe(maxImportFileRows + 1)
})

test('has a hostile file of each format', () => {
  for (const kind of ['a.xlsx', 'a.xls', 'a.csv', 'a.json'])
    expect(small.some(({ name }) => name.startsWith(kind))).toBe(true)
})

test.each(cutFiles.filter(({ name }) => !name.includes('long sheet')).map((file) => [file.name, file] as const))(
  '%s is handled when it is cut at 0, 50 or 100 percent',
  async (_name, { fileName, make }) => {
    const whole = make()
    for (let percent = 0; percent <= 100; percent += 50)
      expect([percent, await outcomeOf(fileName, cutAt(whole, percent))]).toEqual([
        percent,
        expect.objectContaining({ fault: false }),
      ])
  },
)

test('detects an unexpected error as a fault', async () => {
  expect(await readingOutcome(Promise.reject(new TypeError('Cannot read properties of undefined')))).toMatchObject({
    fault: true,
  })
})

test.each(hostileCells)('a cell of %s is read in any column', (_name, cell) => {
  const reader = other.open(
    readHeader([...FIELDS, 'import_error']),
    Object.fromEntries(FIELDS.map((field, at) => [field, at])),
  )
  const rowOf = (field: Field): string[] =>
    FIELDS.map((one) => (one === field ? cell : one === 'content' ? 'Fine' : one === 'rating' ? '5' : ''))
  for (const field of FIELDS)
    expect(reader.read(rowOf(field), { scale: 5, dates: 'dmy', now: new Date() })).toBeDefined()
  detectDateOrder(cell)
})

test('compares identical reviews by their text and app', () => {
  const known = new KnownReviews()
  for (let at = 0; at < 100_000; at++) known.add(`judgeme:${at}`, 'alike')
  expect(known.has('judgeme:100000', ['alike'])).toBe(false)
  expect([
    known.has('loox:1', ['alike']),
    known.has(null, ['alike']),
    known.has('judgeme:5', []),
    known.has(null, ['another']),
  ]).toEqual([true, true, true, false])
})
