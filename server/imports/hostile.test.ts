import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { maxImportFileColumns, maxImportFileRows, maxImportRowCells } from '../../rules/limits.ts'
import { cutAt, cutFiles, hostileFiles, sharedLetters, wideNames } from '../testing/hostile-files.ts'
import { readingOutcome, readUpload } from '../testing/read-upload.ts'
import { KnownReviews } from './checking/placing.ts'
import { readMarketplaceText } from './marketplaces/read.ts'
import { openCsv } from './reading/csv.ts'
import { orderOf } from './reading/dates.ts'
import { readHeader } from './reading/header.ts'
import { other } from './sources/mapping.ts'
import { FIELDS, type Field } from './sources/source.ts'

/** Those that are quickly made and read; `npm run bench -- R16` reads all, each in a process of its own, and watches time and memory. */
const quick = /entities in|a cell at|a row at|numbers that are none|a sheet (?:that|by)|names that climb|entries than|within its comment|password|folded by|sizes of|unfold to nothing|archives|an archive|another kind|first letters$|gzip$|XML of 2003|begins as|every object|every day|every rating|addresses/

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'candor-hostile-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const outcomeOf = (name: string, bytes: Uint8Array) => readingOutcome(readUpload({ name, bytes }, join(folder, 'kept')))
const small = hostileFiles.filter(({ name }) => quick.test(name) && !name.includes('24 MB'))

test.each(small.map((file) => [file.name, file] as const))('%s is read as far as it makes sense, or refused with a reason', async (_name, { fileName, make }) => {
  expect(await outcomeOf(fileName, make())).toMatchObject({ fault: false })
})

test('short rows under the names of a whole sheet are kept as short as they are', async () => {
  const kept = join(folder, 'wide')
  expect(await readUpload({ name: 'a.xlsx', bytes: wideNames(5_000) }, kept)).toEqual({ rows: 0, bad: 5_000 })
  expect(statSync(kept).size).toBeLessThan(100_000)
})

test('a workbook of a few bytes that unfolds to far more text is refused', async () => {
  const bytes = sharedLetters(3_000)
  expect(bytes.length).toBeLessThan(20_000)
  expect(await outcomeOf('a.xlsx', bytes)).toEqual({ outcome: 'workbookTooLarge', fault: false })
})

const line = 'a,'.repeat(maxImportRowCells - 1)

test('a row of more cells than a sheet has is refused by its number, and keeps no other from being read', async () => {
  expect(await readUpload({ name: 'a.csv', bytes: Buffer.from(`body,rating\nGood,5\n${line}a,a\nFine,4\n`) }, join(folder, 'kept'))).toEqual({ rows: 2, bad: 1 })
  const { records } = await openCsv(Readable.from([`body,rating\n${line}a\n${line}a,"a"\n`]))
  const read: [number, string | undefined][] = []
  for await (const some of records) read.push(...some.map(({ cells, broken }): [number, string | undefined] => [cells.length, broken]))
  expect(read).toEqual([[maxImportRowCells, undefined], [maxImportRowCells, 'rowTooLong']])
})

test.each(['a.csv', 'a.html'])('%s of more columns than any export has is refused, not one that has a sheet’s empty ones', async (name) => {
  const isPage = name === 'a.html'
  const fileOf = (names: string[]) => Buffer.from(isPage ? `<html><table><tr><th>${names.join('<th>')}<tr><td>5<td>x</table>` : `${names.join(',')}\n5,x\n`)
  const names = (count: number) => Array.from({ length: count }, (_none, at) => ['rating', 'body'][at] ?? `c${at}`)
  expect(await outcomeOf(name, fileOf([...names(maxImportFileColumns), ...Array<string>(10_000).fill('')]))).toMatchObject({ fault: false, outcome: expect.stringContaining('read ') })
  expect(await outcomeOf(name, fileOf(names(maxImportFileColumns + 1)))).toEqual({ fault: false, outcome: 'importTooManyColumns' })
  expect(await outcomeOf(name, fileOf(Array<string>(maxImportRowCells + 1).fill('')))).toMatchObject({ fault: false, outcome: isPage ? 'workbookRowTooLarge' : 'importTooManyColumns' })
})

test.each(['a.csv', 'a.html'])('%s of more rows than any export has within 25 MB is refused, but for who runs the server', async (name) => {
  const [head, row] = name === 'a.csv' ? ['body,rating\n', 'a\n'] : ['<html><table><tr><th>body<th>rating', '<tr><td>a']
  const bytes = Buffer.from(`${head}${row.repeat(maxImportFileRows + 1)}`)
  expect(await outcomeOf(name, bytes)).toEqual({ fault: false, outcome: 'importTooManyRows' })
  expect(await readUpload({ name, bytes, unlimited: true }, join(folder, 'kept'))).toEqual({ rows: 0, bad: maxImportFileRows + 1 })
}, 60_000)

test('there are such files of every kind', () => {
  for (const kind of ['a.xlsx', 'a.xls', 'a.csv', 'a.json']) expect(small.some(({ name }) => name.startsWith(kind))).toBe(true)
})

test.each(cutFiles.filter(({ name }) => !name.includes('long sheet')).map((file) => [file.name, file] as const))('%s that ends at any quarter', async (_name, { fileName, make }) => {
  const whole = make()
  for (let percent = 0; percent <= 100; percent += 25) expect([percent, await outcomeOf(fileName, cutAt(whole, percent))]).toEqual([percent, expect.objectContaining({ fault: false })])
})

test('what is no reason is seen', async () => {
  expect(await readingOutcome(Promise.reject(new TypeError('Cannot read properties of undefined')))).toMatchObject({ fault: true })
})

const long = 100_000
/** What takes time by the square of its length takes ten times as much of the processor, and more. */
const mostMs = 1_500

/** Milliseconds of the processor that work takes. */
async function spentOn(work: () => unknown): Promise<number> {
  const before = process.threadCpuUsage()
  await work()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}

const spaces = ' '.repeat(long)
const commas = `${', '.repeat(long / 2)}x`

test.each([
  ['ends of lines before what is no address', `http://a${'\n'.repeat(long)}1`],
  ['a comma, then spaces', `http://a,${spaces}1`],
  ['commas and spaces', `http://a${commas}`],
  ['commas and quotation marks', `http://a${`,"'`.repeat(long / 3)}1`],
  ['commas and letters', `http://a${',abc'.repeat(long / 4)}1`],
  ['letters before what is no colon', `http://a,${'a'.repeat(long)}1`],
  ['an address of bars', `http://a${'/'.repeat(long)}x`],
  ['bars and dots', `https://a/${'/.html'.repeat(long / 6)}x`],
  ['spaces before what is no address', `${'\t '.repeat(long / 2)}x`],
  ['spaces after a time', `2024-01-01 10:00${spaces}x`],
  ['a day and a T again and again', `2024-01-01${'T'.repeat(long)}\nx`],
  ['a day of bars and a T again and again', `05/03/2024${'T '.repeat(long / 2)}\nx`],
  ['a day of dots and a T again and again', `05.03.2024${'T'.repeat(long)}\nx`],
  ['a day, a month and a T again and again', `5 March 2024${' T'.repeat(long / 2)}\nx`],
  ['a month, a day and a T again and again', `March 5, 2024${'T'.repeat(long)}\nx`],
  ['a number and spaces', `5${spaces}x`],
  ['stars', `${'★'.repeat(long)}x`],
  ['digits', '1'.repeat(long)],
  ['a sign and dots', `a@${'a.'.repeat(long / 2)}@`],
  ['signs', '@'.repeat(long)],
  ['dots at the end', `${'.'.repeat(long)}x`],
  ['spaces and dots', `${' ...'.repeat(long / 4)}x`],
  ['apostrophes', `${`'`.repeat(long)}=x`],
  ['an id of a platform', `gid://${'a'.repeat(long)}/x`],
])('a cell of %s is read in time, whatever its column means', async (_name, cell) => {
  const reader = other.open(readHeader([...FIELDS, 'import_error']), Object.fromEntries(FIELDS.map((field, at) => [field, at])))
  const rowOf = (field: Field): string[] => FIELDS.map((one) => (one === field ? cell : one === 'content' ? 'Fine' : one === 'rating' ? '5' : ''))
  const spent = await spentOn(() => {
    for (const field of FIELDS) reader.read(rowOf(field), { scale: 5, dates: 'dmy', now: new Date() })
    orderOf(cell)
  })
  expect(spent).toBeLessThan(mostMs)
})

test('reviews that are all alike are compared in time', async () => {
  const spent = await spentOn(() => {
    const known = new KnownReviews()
    for (let at = 0; at < long; at++) {
      expect(known.has(`judgeme:${at}`, ['alike'])).toBe(false)
      known.add(`judgeme:${at}`, 'alike')
    }
    expect([known.has('loox:1', ['alike']), known.has(null, ['alike']), known.has('judgeme:5', []), known.has(null, ['another'])]).toEqual([true, true, true, false])
  })
  expect(spent).toBeLessThan(mostMs * 4)
})

const reviewOf = (hook: string, text: string): string => `<div data-hook="review" id="R1ABCDEFGH"><span data-hook="${hook}">${text}</span></div>`

test.each([
  ['spaces in pieces', reviewOf('review-body', '<b> </b>'.repeat(long))],
  ['lines in pieces', reviewOf('review-body', '<br> '.repeat(long))],
  ['letters for a day', reviewOf('review-date', 'l'.repeat(250)).repeat(4_000)],
  ['marks of sizes', `<div data-hook="review" id="R1ABCDEFGH"><img data-hook="review-image-tile" src="//a${'._SY'.repeat(long)}"></div>`],
  ['frames', `<html>${'<body '.repeat(long)}`],
  ['a tag that is cut off', '<b'],
  ['a tag that is cut off in a word', '</b><div data-hook="re'],
  ['titles', `<html>${'<title '.repeat(long)}amazon.com`],
])('a page of %s is read in time', async (_name, page) => {
  const spent = await spentOn(() => {
    try {
      readMarketplaceText(`<html>amazon.com ${page}`)
    } catch {
      // Refused is as good.
    }
  })
  expect(spent).toBeLessThan(mostMs)
})

async function* inPieces(text: string): AsyncGenerator<string> {
  for (let at = 0; at < text.length; at += 65_536) yield await Promise.resolve(text.slice(at, at + 65_536))
}

test.each([
  ['without an end', `body,rating\n${'"x'.repeat(900_000)}`],
  ['before spaces', `body,rating\n${`"${'x"'.repeat(20_000)}${' '.repeat(20_000)},5\n`.repeat(20)}`],
  ['that end', `body,rating\n${'"x"x"\n'.repeat(300_000)}`],
  ['in pairs', `body,rating\n"${'""'.repeat(900_000)}`],
])('broken quotation marks %s are read or refused in time', async (_name, text) => {
  const spent = await spentOn(async () => {
    try {
      const { records } = await openCsv(inPieces(text))
      for await (const some of records) expect(some.length).toBeGreaterThan(0)
    } catch (error) {
      expect(error).toMatchObject({ code: 'quoteNotClosed' })
    }
  })
  expect(spent).toBeLessThan(mostMs)
})
