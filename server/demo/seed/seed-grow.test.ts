import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { createDemoWorld, type DemoWorld } from '../../testing/demo-world.ts'
import { growReviews } from './seed-grow.ts'

// The first suite of a run fills the demo, which takes as long as the test.
let demo: DemoWorld
beforeAll(async () => {
  demo = await createDemoWorld()
})
afterAll(() => demo.close())

test('gives a grown shop its rows, counters and every index of each partition', async () => {
  const { app } = demo
  const { pool } = app.database
  const indexes = async () =>
    (
      await pool.query<{ partition: string; definition: string }>(`
    select c.relname as partition, pg_get_indexdef(i.indexrelid) as definition from pg_index i join pg_class c on c.oid = i.indrelid
    where c.relname like 'Review\\_p%' and i.indisvalid order by 1, 2`)
    ).rows
      .map(({ partition, definition }) => `${partition} ${definition.replace(/^.* USING/, '')}`)
      .sort()
  const before = await indexes()
  expect(before.length).toBeGreaterThan(16 * 10)
  await growReviews(app, { reviews: 5000, say: () => undefined })
  expect(await indexes()).toEqual(before)
  const {
    rows: [count],
  } = await pool.query<{ reviews: number; ids: number }>(
    `select count(*)::int as reviews, count(distinct id)::int as ids from "Review" where email like 'grown.%'`,
  )
  expect(count).toEqual({ reviews: 5000, ids: 5000 })
  const { rows: wrong } = await pool.query(`
    select * from (select "shopId", "productId", status, rate, count(*)::int as count from "Review" where "productId" is not null group by 1, 2, 3, 4) r
    full join "ProductReviewCount" c using ("shopId", "productId", status, rate, count) where r.status is null or c.status is null`)
  expect(wrong).toEqual([])
  const {
    rows: [later],
  } = await pool.query<{ later: number }>(`select count(*)::int as later from "Review" where "createdAt" > $1`, [
    app.deps.now(),
  ])
  expect(later).toEqual({ later: 0 })
})
