import { readFile } from '../../testing/read-source.ts'
import type { Scale } from '../parsing/ratings.ts'
import { noFacts } from './file-facts.ts'
import { addPlaced, emptyReport, type CheckReport, type PlacedRow } from './report.ts'

interface Wish {
  scale?: Scale
  place?: Partial<PlacedRow>
}

async function reportOn(file: string, { scale = 5, place }: Wish = {}): Promise<CheckReport> {
  const { reviews } = await readFile(file, { answers: { scale: String(scale) } })
  const report = emptyReport({ columnFields: [], columnSamples: [], facts: noFacts() })
  const placed = { remarks: [], productId: null, matched: true, hash: '', duplicate: false, ...place }
  addPlaced(
    report,
    reviews.map((review, at) => ({ row: at + 2, review, ...placed })),
  )
  return report
}

test.each<[rating: string, scale: Scale, rounded: number]>([
  ['4.5', 5, 1],
  ['4,5', 5, 1],
  ['4.5 stars', 5, 1],
  ['9/10', 5, 1],
  ['4,5/5', 5, 1],
  ['4.5/5', 10, 1],
  ['9', 10, 1],
  ['9 stars', 10, 1],
  ['4', 5, 0],
  ['4.0', 5, 0],
  ['4 stars', 5, 0],
  ['★★★★☆', 5, 0],
  ['8/10', 5, 0],
  ['8', 10, 0],
  ['4/5', 10, 0],
])('counts for %j on a scale to %d: %d rounded', async (rating, scale, rounded) => {
  const report = await reportOn(`body,rating\nFine,"${rating}"\nGood,${scale}\n`, { scale })
  expect(report).toMatchObject({ fresh: 2, rounded })
})

test('reports ratings and statuses of all rows but duplicates, matched to a product or not', async () => {
  const file = 'body,rating,product_handle\nFine,5,old-mug\nGood,4,old-mug\n'
  const counts = { rates: [0, 0, 0, 1, 1], statuses: { published: 2 } }
  await expect(reportOn(file)).resolves.toMatchObject({ fresh: 2, unmatched: 0, ...counts })
  await expect(reportOn(file, { place: { matched: false } })).resolves.toMatchObject({
    fresh: 0,
    unmatched: 2,
    ...counts,
  })
  await expect(reportOn(file, { place: { duplicate: true } })).resolves.toMatchObject({
    fresh: 0,
    duplicates: 2,
    rates: [0, 0, 0, 0, 0],
  })
})
