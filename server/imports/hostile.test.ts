import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { cutAt, cutFiles, hostileFiles } from '../testing/hostile-files.ts'
import { readingOutcome, readUpload } from '../testing/read-upload.ts'

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
