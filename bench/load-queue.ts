import pg from 'pg'
import { connectionOf, type DatabaseAddress } from './bench-database.ts'

/** Final statuses of requests, in the proportions of a shop after a year. */
const finished = `case when i % 100 < 60 then 'success' when i % 100 < 85 then 'opened' when i % 100 < 93 then 'reviewed' when i % 100 < 95 then 'failed' else 'cancelled' end`

/**
 * Adds finished requests without orders, one every half minute before today. Disables triggers, so that a million take
 * a minute. Fills the search table itself.
 */
export async function loadFinished(
  reach: DatabaseAddress,
  { shopId, rows, productIds }: { shopId: string; rows: number; productIds: readonly string[] },
): Promise<void> {
  const client = new pg.Client(connectionOf(reach))
  await client.connect()
  try {
    await client.query('set session_replication_role = replica')
    await client.query(
      `with made as (
      insert into "QueueItem" ("shopId", id, "orderId", "orderName", "orderNumber", "customerEmail", "customerName", status, "skipReason", "lineItems", "productIds", "createdOrderAt", "fulfilledDate", "scheduledAt", "sentAt", "searchText", "createdAt", "updatedAt")
      select $1::uuid, gen_random_uuid(), gen_random_uuid(), '#' || i, i, 'buyer' || i || '@example.com', 'Buyer ' || i, (${finished})::"QueueStatus", case when i % 100 >= 97 then 'unsubscribed' end,
        jsonb_build_array(jsonb_build_object('title', 'Linen product ' || i % 500, 'quantity', 1)), array[($3::uuid[])[1 + i % cardinality($3::uuid[])]], at, at + interval '1 day', at + interval '8 days', at + interval '8 days',
        '#' || i || chr(10) || 'buyer' || i || '@example.com' || chr(10) || 'buyer ' || i || chr(10) || 'linen product ' || i % 500, at, at
      from (select i, now() - ($2::int - i) * interval '30 seconds' - interval '9 days' as at from generate_series(1, $2::int) i) numbered
      returning "shopId", id, "searchText", "productIds")
    insert into "QueueSearch" select * from made`,
      [shopId, rows, productIds],
    )
    await client
      .query(
        `insert into "QueueCount" ("shopId", type, status, count, skipped) select "shopId", type, status, count(*), count(*) filter (where "skipReason" is not null) from "QueueItem" where "shopId" = $1 group by 1, 2, 3 on conflict do nothing`,
        [shopId],
      )
      .catch(() => undefined)
    await client.query('vacuum analyze "QueueItem"')
    await client.query('vacuum analyze "QueueSearch"')
  } finally {
    await client.end()
  }
}

/** Adds orders of two products, each with a due request. */
export async function loadDue(pool: pg.Pool, shopId: string, mails: number): Promise<void> {
  const { rows } = await pool.query<{ id: string; title: string; handle: string }>(
    'select id, title, handle from "Product" where "shopId" = $1',
    [shopId],
  )
  const lines = rows
    .slice(0, 2)
    .map(({ id, title, handle }) => ({ lineId: id, productId: id, title, handle, quantity: 1 }))
  await pool.query(
    `insert into "Order" ("shopId", id, "platformId", name, number, email, "customerName", "lineItems", "createdAt", "changedAt")
     select $1::uuid, gen_random_uuid(), i::text, '#' || i, i, 'buyer' || i || '@example.com', 'Buyer ' || i, $3::jsonb, now(), now() from generate_series(1, $2::int) i`,
    [shopId, mails, JSON.stringify(lines)],
  )
  await pool.query(
    `insert into "QueueItem" ("shopId", id, "orderId", "orderName", "orderNumber", "customerEmail", "customerName", status, "lineItems", "createdOrderAt", "scheduledAt", "createdAt", "updatedAt")
     select "shopId", gen_random_uuid(), id, name, number, email, "customerName", 'waiting', "lineItems", now(), now(), now(), now() from "Order" where "shopId" = $1`,
    [shopId],
  )
  await pool.query(`insert into "QueueCount" ("shopId", status, count) values ($1, 'waiting', $2)`, [shopId, mails])
  await pool.query('vacuum analyze')
}
