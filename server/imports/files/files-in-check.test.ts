import { randomBytes } from 'node:crypto'
import { largeImportFileBytes, largeImportFileLines, maxFilesInCheck } from '../../../rules/limits.ts'
import { client, blockRunner, world } from '../../testing/import-stage.ts'
import { workbookParts, zipOf } from '../../testing/hostile/workbook-file.ts'
import { discardImport } from '../discard.ts'
import { importIdOf } from '../ids.ts'
import { checkImport } from '../checking/check-work.ts'

blockRunner()

/** Larger than a file that is checked during the upload. */
const large = `body,rating\n${'x'.repeat(1000)},5\n`.concat(`${'y'.repeat(1000)},5\n`.repeat(2200))
const small = 'body,rating\nGood,5\n'

test('accepts a limited number of concurrent large files, without delaying small files or other shops', async () => {
  const answers = await Promise.all(Array.from({ length: maxFilesInCheck + 2 }, () => client.upload(large)))
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([
    ...Array.from({ length: maxFilesInCheck }, () => 200),
    429,
    429,
  ])
  expect(answers.find(({ statusCode }) => statusCode === 429)?.json()).toMatchObject({
    code: 'tooManyChecks',
    message: 'Several of your files are already being checked. Upload this one when they’re done.',
  })
  expect(await client.db().import.count({ where: { shopId: world.shop.id } })).toBe(maxFilesInCheck)
  expect((await client.upload(small)).statusCode).toBe(200)
  expect((await client.upload(large, { token: world.otherToken })).statusCode).toBe(200)
})

/** Builds a workbook that grows when decompressed. `padding`: bytes that cannot be compressed. */
function unfoldingWorkbook(padding: number): Buffer<ArrayBuffer> {
  const rows = Array.from(
    { length: 5_000 },
    (_none, at) => `<row><c t="s"><v>0</v></c><c><v>${String((at % 5) + 1)}</v></c></row>`,
  ).join('')
  const texts = ['x'.repeat(2_000), 'body', 'rating'].map((text) => `<si><t>${text}</t></si>`).join('')
  return zipOf(
    workbookParts(
      `<worksheet><sheetData><row><c t="s"><v>1</v></c><c t="s"><v>2</v></c></row>${rows}</sheetData></worksheet>`,
      { 'xl/sharedStrings.xml': `<sst>${texts}</sst>`, 'xl/media/a.png': randomBytes(padding) },
    ),
  )
}

test('counts a small workbook with a large decompressed size as large, also when uploaded by disk', async () => {
  const bytes = unfoldingWorkbook(300_000)
  expect(bytes.length).toBeLessThan(largeImportFileBytes / 5)
  const { id } = (await client.upload(bytes, { name: 'a.xlsx' })).json<{ data: { id: string } }>().data
  expect(await client.read(id)).toMatchObject({ status: 'checking' })
  await checkImport(world.ctx, { importId: importIdOf(id) })
  expect(await client.read(id)).toMatchObject({ status: 'checked', total: 5_000 })
})

test('counts a small file with very many rows as large', async () => {
  const { id } = (await client.upload(`body,rating\n${'a,5\n'.repeat(largeImportFileLines)}`)).json<{
    data: { id: string }
  }>().data
  expect(await client.read(id)).toMatchObject({ status: 'checking' })
})

test('counts a small workbook with a large decompressed size as large, also on a remap', async () => {
  const bytes = unfoldingWorkbook(0)
  const upload = () => client.upload(bytes, { name: 'a.xlsx' })
  const first = (await upload()).json<{ data: { id: string } }>().data
  expect([(await client.read(first.id)).status, bytes.length < 100_000]).toEqual(['checking', true])
  await checkImport(world.ctx, { importId: importIdOf(first.id) })
  expect(await client.read(first.id)).toMatchObject({ status: 'checked', total: 5_000 })
  for (let at = 0; at < maxFilesInCheck; at++) expect((await upload()).statusCode).toBe(200)
  expect((await upload()).statusCode).toBe(429)
  expect(
    (await world.rest('POST', `/imports/${first.id}/columns`, { body: { mapping: { content: 0, rating: 1 } } })).json(),
  ).toMatchObject({ code: 'tooManyChecks' })
})

test('accepts another file once one is discarded', async () => {
  const ids: string[] = []
  for (let at = 0; at < maxFilesInCheck; at++)
    ids.push((await client.upload(large)).json<{ data: { id: string } }>().data.id)
  expect((await client.upload(large)).statusCode).toBe(429)
  expect((await world.rest('DELETE', `/imports/${ids[0]}`)).statusCode).toBe(200)
  expect((await client.upload(large)).statusCode).toBe(200)
})

test('deletes a refused file, and refuses a remap while the limit is reached', async () => {
  const first = (await client.upload(large)).json<{ data: { id: string } }>().data.id
  await checkImport(world.ctx, { importId: importIdOf(first) })
  for (let at = 0; at < maxFilesInCheck; at++) expect((await client.upload(large)).statusCode).toBe(200)
  await client.db().unusedFile.deleteMany()
  expect((await client.upload(large)).statusCode).toBe(429)
  expect(await client.db().unusedFile.count()).toBe(0)
  expect(
    (await world.rest('POST', `/imports/${first}/columns`, { body: { mapping: { content: 0, rating: 1 } } })).json(),
  ).toMatchObject({ code: 'tooManyChecks' })
})

test('stores nothing when the import is discarded during its check', async () => {
  const importId = importIdOf((await client.upload(large)).json<{ data: { id: string } }>().data.id)
  let opened = 0
  const files = {
    ...world.ctx.files,
    get: async (key: string) => {
      if (++opened === 2) await discardImport(world.ctx, importId)
      return world.ctx.files.get(key)
    },
  }
  await checkImport({ ...world.ctx, files }, { importId })
  expect(opened).toBeGreaterThan(1)
  expect(await client.db().import.count({ where: { shopId: world.shop.id } })).toBe(0)
})
