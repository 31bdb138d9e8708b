import { setTimeout as later } from 'node:timers/promises'
import { makeShop, openApp, type BenchApp } from './app.ts'
import type { DatabaseBench } from './bench.ts'
import { startChild } from './child.ts'
import { loadDue } from './load-queue.ts'
import { loadReviews } from './load-reviews.ts'
import type { BenchDatabase } from './bench-database.ts'
import { percentile } from './rounds.ts'

const fullBacklog = 100_000
const samples = 100
const everyMs = 300
const most = { idle: 2_000, busy: 5_000 }

export const p14: DatabaseBench = {
  id: 'P14',
  title: `from when an email is due until it is sent, p99 of ${samples}: idle, and while another shop has 100,000 due`,
  must: '2 s; 5 s',
  aim: '1 s',
  async onDatabase({ place, options, say }) {
    await using sink = await startChild('smtp-sink.ts', {})
    await using open = await openApp(place)
    const { pool } = place.database
    await loadReviews(pool, { shopId: open.shop.id, products: 2, reviews: 0 })
    const backlog = await makeShop(open.app, 'backlog')
    await loadReviews(pool, { shopId: backlog.id, products: 2, reviews: 0 })
    await using _worker = await startChild('mail-worker.ts', { reach: place.reach, smtp: sink.ready.url })
    const idle = await lateness(place, open, 'idle')
    await loadDue(pool, backlog.id, options.rows ?? fullBacklog)
    const busy = await lateness(place, open, 'busy')
    const {
      rows: [left],
    } = await pool.query<{ count: number }>(
      `select count(*)::int as count from "QueueItem" where "shopId" = $1 and status = 'waiting'`,
      [backlog.id],
    )
    if (!left?.count) throw new Error('The other shop had nothing left to send.')
    say(
      `idle p50 ${Math.round(percentile(idle, 50))} ms, p99 ${Math.round(percentile(idle, 99))} ms   busy p50 ${Math.round(percentile(busy, 50))} ms, p99 ${Math.round(percentile(busy, 99))} ms, ${left.count} of the other shop still due`,
    )
    const [a, b] = [percentile(idle, 99), percentile(busy, 99)]
    return { figure: `${(a / 1000).toFixed(2)} s; ${(b / 1000).toFixed(2)} s`, ok: a <= most.idle && b <= most.busy }
  },
}

/** Adds requests one after another, each due at once. Returns the milliseconds until each was sent. */
async function lateness({ database: { pool } }: BenchDatabase, { shop }: BenchApp, name: string): Promise<number[]> {
  const { rows: products } = await pool.query<{ id: string; title: string; handle: string }>(
    'select id, title, handle from "Product" where "shopId" = $1 limit 1',
    [shop.id],
  )
  const lines = JSON.stringify(
    products.map(({ id, title, handle }) => ({ lineId: id, productId: id, title, handle, quantity: 1 })),
  )
  for (let at = 0; at < samples; at++) {
    await pool.query(
      `with made as (
      insert into "Order" ("shopId", id, "platformId", name, number, email, "customerName", "lineItems", "createdAt", "changedAt")
      values ($1, gen_random_uuid(), $2, '#1', 1, $2 || '@example.com', 'Buyer', $3::jsonb, now(), now()) returning *)
      insert into "QueueItem" ("shopId", id, "orderId", "orderName", "orderNumber", "customerEmail", "customerName", status, "lineItems", "createdOrderAt", "scheduledAt", "createdAt", "updatedAt")
      select "shopId", gen_random_uuid(), id, name, number, email, "customerName", 'waiting', "lineItems", now(), now(), now(), now() from made`,
      [shop.id, `${name}${at}`, lines],
    )
    await pool
      .query(`insert into "QueueCount" ("shopId", status, count) values ($1, 'waiting', 1) on conflict do nothing`, [
        shop.id,
      ])
      .catch(() => undefined)
    await later(everyMs * (0.5 + Math.random()))
  }
  for (let waited = 0; waited < 120; waited++) {
    const { rows } = await pool.query<{ late: number | null }>(
      `select extract(epoch from "sentAt" - "scheduledAt")::float8 * 1000 as late from "QueueItem" where "shopId" = $1 and "customerEmail" like $2`,
      [shop.id, `${name}%`],
    )
    if (rows.every(({ late }) => late !== null)) return rows.map(({ late }) => Number(late))
    await later(1_000)
  }
  throw new Error(`Emails of the ${name} shop were not sent in two minutes.`)
}
