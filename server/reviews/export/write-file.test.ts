import { expect, test } from '@jest/globals'
import { buffer } from 'node:stream/consumers'
import { unzipped } from '../../testing/hostile/formula-cells.ts'
import { exportColumns } from './file-format.ts'
import { createFileStream } from './write-file.ts'

const row = (text: string) => exportColumns.map((column) => (column === 'body' ? text : column === 'rating' ? '5' : ''))

test('a workbook contains no characters that XML forbids', async () => {
  const rows = async function* () {
    await Promise.resolve()
    yield [[...exportColumns], row('nice \uFFFF \uFFFE blanket \u0001 \u001F')]
  }
  const parts = unzipped(await buffer(createFileStream('xlsx', rows())))
  const [, sheet = ''] = [...parts].find(([name]) => name.includes('sheet1')) ?? []
  expect(sheet).toContain('blanket')
  expect([...parts.values()].join('')).not.toMatch(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/)
})
