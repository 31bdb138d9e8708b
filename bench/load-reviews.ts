import type pg from 'pg'
import { english } from '../server/demo/texts/texts-en.ts'

interface Volume {
  shopId: string
  products: number
  reviews: number
  /** Written by shoppers of several countries, instead of imported. */
  isWritten?: boolean
}

const countries = ['US', 'GB', 'DE', 'FR', 'CA', 'AU', 'NL', 'IT', 'ES', 'JP', 'SE', 'IE']

const { titles, openers, about, life, closers } = english
const texts = [openers, about.kitchen, about.home, closers]
  .flatMap(({ good, fair, poor }) => [...good, ...fair, ...poor])
  .concat(life)
  .map((text) => text.replace(/^\[\w+\] /, ''))

/**
 * Fills a shop with products, reviews of about 200 characters (most of them published) and counters. Drops and rebuilds
 * the indexes, so that they are as after a fresh build. Needs the owner of the tables.
 */
export async function loadReviews(
  pool: pg.Pool,
  { shopId, products, reviews, isWritten = false }: Volume,
): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query(
      `insert into "Product" ("shopId", id, "platformId", handle, title, "createdAt", "updatedAt")
       select $1::uuid, ${orderedUuid('i')}, (100000 + i)::text, 'product-' || i, 'Product ' || i, now(), now() from generate_series(1, $2::int) i`,
      [shopId, products],
    )
    const definitions = reviews > 20_000 ? await takeIndexesOff(client) : []
    await insertReviews(client, { shopId, products, reviews, isWritten })
    for (const definition of definitions) await client.query(definition)
    await client.query(
      `insert into "ReviewCount" select "shopId", status, source, rate, count(*) from "Review" where "shopId" = $1::uuid group by 1, 2, 3, 4`,
      [shopId],
    )
    await client.query(
      `insert into "ProductReviewCount" select "shopId", "productId", status, rate, count(*) from "Review" where "shopId" = $1::uuid group by 1, 2, 3, 4`,
      [shopId],
    )
    await client.query('vacuum analyze')
  } finally {
    client.release()
  }
}

/** Makes time-ordered ids like ours: the number in the series comes first. */
const orderedUuid = (i: string) =>
  `(lpad(to_hex(${i}), 12, '0') || '7000' || '8000' || lpad(to_hex(${i}), 12, '0'))::uuid`

async function insertReviews(
  client: pg.PoolClient,
  { shopId, products, reviews, isWritten }: Required<Volume>,
): Promise<void> {
  await client.query(
    `insert into "Review" ("shopId", id, "productId", rate, title, content, "firstName", "lastName", email, status, "decidedBy", origin, source,
       "verifiedBy", "hasMedia", country, "createdAt", "enteredAt", "publishedAt", "updatedAt", "searchText")
     select $1::uuid, ${orderedUuid('i')}, ${orderedUuid('1 + i % $2::bigint')}, rate, title, content, first, last, email,
       case when i % 20 = 0 then 'pending' when i % 33 = 0 then 'hidden' else 'published' end::"ReviewStatus", 'import', (case when $8 then 'customer' else 'imported' end)::"ReviewOrigin",
       case when i % 3 = 0 then 'customer' else 'imported' end::"ReviewSource", case when i % 4 = 0 then 'order' else 'none' end::"VerifiedBy",
       i % 10 = 0, case when $8 then ($9::text[])[1 + i % array_length($9::text[], 1)] end, moment, moment, moment, moment, lower(title || E'\\n' || content || E'\\n' || first || ' ' || last || E'\\n' || email)
     from (select i, 1 + (i * 7919 % 23 + i * 31 % 17) * 5 / 39 as rate, ($4::text[])[1 + i % array_length($4::text[], 1)] as title,
         ($5::text[])[1 + i % n] || ' ' || ($5::text[])[1 + i * 7 % n] || ' ' || ($5::text[])[1 + i * 13 % n] || ' No. ' || i as content,
         ($6::text[])[1 + i % array_length($6::text[], 1)] as first, ($7::text[])[1 + i % array_length($7::text[], 1)] as last,
         'reader' || i || '@example.com' as email,
         date_trunc('milliseconds', timestamptz '2026-10-01T00:00:00Z' - ($3::bigint - i) * interval '61.007 seconds') as moment
       from generate_series(1, $3::bigint) i, array_length($5::text[], 1) n) made`,
    [
      shopId,
      products,
      reviews,
      [...titles.good, ...titles.fair, ...titles.poor],
      texts,
      english.first,
      english.last,
      isWritten,
      countries,
    ],
  )
}

async function takeIndexesOff(client: pg.PoolClient): Promise<string[]> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select c.relname as name, pg_get_indexdef(c.oid) as definition from pg_index x join pg_class c on c.oid = x.indexrelid
     where x.indrelid = '"Review"'::regclass and not x.indisprimary`,
  )
  for (const { name } of rows) await client.query(`drop index "${name}"`)
  return rows.map(({ definition }) => definition.replace(' ON ONLY ', ' ON '))
}
