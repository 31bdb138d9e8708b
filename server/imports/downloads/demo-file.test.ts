import { demoCatalog } from '../../demo/catalog/catalog.ts'
import { demoJudgemeCsv } from './demo-file.ts'
import { openRecords } from '../files/open-records.ts'
import { openReader } from '../files/record-chunks.ts'
import type { RawRecord } from '../../core/csv.ts'
import { readRows } from '../checking/place-rows.ts'

test('names products of the demo shop and has rows of every kind', async () => {
  const { header, records } = await openRecords([Buffer.from(demoJudgemeCsv('http://candor.test'))], {
    source: 'judgeme',
    encoding: 'utf-8',
  })
  const all: RawRecord[] = []
  for await (const batch of records) all.push(...batch)
  expect(all.length).toBeGreaterThan(55)
  const reader = openReader({ source: 'judgeme', encoding: 'utf-8', delimiter: ',', columns: header })
  const { rows, problems } = await readRows(reader, all, { scale: 5, dates: 'dmy', now: new Date('2026-01-01') })
  expect(problems.map(({ reason }) => reason)).toEqual(['ratingZero', 'badRating', 'dateUnreadable'])
  const sold = new Set(demoCatalog('').map(({ handle }) => handle))
  const unknown = new Set(
    rows.map(({ review }) => review.product.handle).filter((handle) => handle && !sold.has(handle)),
  )
  expect([...unknown]).toEqual(['walnut-mantel-clock', 'copper-jam-pan'])
  expect(rows.filter(({ review }) => review.status !== 'published').map(({ review }) => review.status)).toEqual([
    'pending',
    'rejected',
  ])
  expect(rows.some(({ review }) => review.content.includes('<b>'))).toBe(true)
})
