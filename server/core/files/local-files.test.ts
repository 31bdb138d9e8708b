import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { deletePartialFiles, openLocalFiles } from './local-files.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'candor-files-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const halves = () => readdirSync(join(folder, '.half'))
const about = { contentType: 'text/plain' }

test('leaves nothing of a file whose write breaks off', async () => {
  const files = openLocalFiles(folder, 'http://candor.test/media')
  const breaks = Readable.from(
    (async function* () {
      yield Buffer.from('half')
      throw await Promise.resolve(new Error('gone'))
    })(),
  )
  await expect(files.put('shop/a', breaks, about)).rejects.toThrow('gone')
  expect([halves(), await files.about('shop/a')]).toEqual([[], null])
})

test('deletes a killed process’s partial files after a day', async () => {
  await deletePartialFiles(folder)
  await openLocalFiles(folder, 'http://candor.test/media').put('shop/a', Buffer.from('whole'), about)
  for (const name of ['lost', 'in-hand']) writeFileSync(join(folder, '.half', name), 'h')
  const yesterday = new Date(Date.now() - 90_000_000)
  utimesSync(join(folder, '.half', 'lost'), yesterday, yesterday)
  await deletePartialFiles(folder)
  expect(halves()).toEqual(['in-hand'])
})
