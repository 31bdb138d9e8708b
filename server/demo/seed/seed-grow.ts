import type { PoolClient } from 'pg'
import type { App } from '../../app/compose.ts'
import { demoCatalog, demoShopDomain, type ProductKind } from '../catalog/catalog.ts'
import { inventPerson } from './seed-people.ts'
import { randomFrom } from './seed-random.ts'
import { snapshotEdge, snapshotKey, snapshotsOf } from './seed-reviews.ts'
import { writeReview } from '../texts/texts.ts'

/** Texts for each product and rating, which the rows of a large shop share. */
const textsEach = 24

export interface Growth {
  reviews: number
  say(line: string): void
}

/**
 * Grows the demo's shop to a number of reviews by bulk loading. Texts come from a pool, one statement inserts the rows.
 * Indexes are dropped before and created again afterwards; counters are computed from the rows. Uses one transaction
 * that locks the reviews exclusively.
 */
export async function growReviews(app: App, { reviews, say }: Growth): Promise<void> {
  const shop = await app.deps.access
    .acrossShops('the command line')
    .shop.findUniqueOrThrow({ where: { shopifyDomain: demoShopDomain } })
  const client = await app.database.pool.connect()
  try {
    await client.query('begin')
    // A bulk load may take long, and index builds need memory.
    await client.query(`set local statement_timeout = 0`)
    await client.query(`set local maintenance_work_mem = '512MB'`)
    // Skips foreign key checks: product and review ids come from their tables.
    const {
      rows: [role],
    } = await client.query<{ superuser: string }>(`select current_setting('is_superuser') as superuser`)
    if (role?.superuser === 'on') await client.query(`set local session_replication_role = replica`)
    await client.query(`select setseed(0.26)`)
    say('Texts ...')
    await makePool(client, shop.id)
    const indexes = await dropIndexes(client)
    say(`${reviews.toLocaleString('en')} reviews ...`)
    await client.query(insertReviews, [shop.id, reviews, app.deps.now()])
    await client.query(insertMedia, [shop.id, snapshotEdge])
    await client.query(enterSearch, [shop.id])
    for (const [index, definition] of indexes.entries()) {
      say(`Index ${index + 1} of ${indexes.length} ...`)
      await client.query(definition)
    }
    say('Counters ...')
    for (const statement of recount) await client.query(statement, [shop.id])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
  await app.database.pool.query('analyze "Review", "ReviewSearch", "ReviewMedia", "ReviewCount", "ProductReviewCount"')
}

async function makePool(client: PoolClient, shopId: string): Promise<void> {
  const random = randomFrom(1_000_000)
  const { rows: products } = await client.query<{ id: string; handle: string; title: string }>(
    `select id, handle, title from "Product" where "shopId" = $1 and "deletedAt" is null order by "platformId"`,
    [shopId],
  )
  const known = new Map(demoCatalog('').map((product) => [product.handle, product]))
  const fallback: { kind: ProductKind; traits: [] } = { kind: 'home', traits: [] }
  const texts = products.flatMap(({ id, handle, title }, slot) =>
    [1, 2, 3, 4, 5].flatMap((rate) =>
      Array.from({ length: textsEach }, (_, choice) => {
        const person = inventPerson(random, choice)
        const text = writeReview(random, { texts: person.texts, product: known.get(handle) ?? fallback, rate })
        return {
          ...text,
          slot,
          rate,
          choice,
          product: id,
          products: title,
          first: person.firstName,
          last: person.lastName,
          language: person.texts.locale,
          country: person.country,
          place: person.place,
        }
      }),
    ),
  )
  await client.query(`create temporary table pool (slot int, rate int, choice int, product uuid, products text, title text, content text,
    first text, last text, language text, country text, place text) on commit drop`)
  for (let start = 0; start < texts.length; start += 1000)
    await client.query(`insert into pool select * from jsonb_populate_recordset(null::pool, $1::jsonb)`, [
      JSON.stringify(texts.slice(start, start + 1000)),
    ])
  await client.query('analyze pool')
  const pictures = [...known.values()]
    .flatMap(snapshotsOf)
    .map((snapshot, choice) => ({ choice, key: snapshotKey(shopId, snapshot) }))
  await client.query('create temporary table pictures (choice int, key text) on commit drop')
  await client.query(`insert into pictures select * from jsonb_populate_recordset(null::pictures, $1::jsonb)`, [
    JSON.stringify(pictures),
  ])
}

/** Drops all indexes but keys and unique ones. Returns the statements that create them again. */
async function dropIndexes(client: PoolClient): Promise<string[]> {
  const { rows } = await client.query<{ name: string; definition: string }>(`
    select c.relname as name, pg_get_indexdef(i.indexrelid) as definition from pg_index i join pg_class c on c.oid = i.indexrelid
    where i.indrelid in ('"Review"'::regclass, '"ReviewSearch"'::regclass) and not i.indisunique order by c.relname`)
  for (const { name } of rows) await client.query(`drop index "${name}"`)
  // The definition covers only the parent; the partitions need the index too.
  return rows.map(({ definition }) => definition.replace(' ON ONLY ', ' ON '))
}

/**
 * $1 shop, $2 count, $3 now. Rows are in the order of time, and so are their ids (version 7). A few products have most
 * of the reviews; ratings, statuses and sources are distributed as in the demo.
 */
const insertReviews = `
  with drawn as materialized (
    select n, random() as luck, random() as fate, random() as origin, floor(random() ^ 2.2 * (select max(slot) + 1 from pool))::int as slot,
      floor(random() * ${textsEach})::int as choice, md5('grown' || n) as hash,
      $3::timestamptz(3) - interval '730 days' * (1 - (n - random())::float8 / $2::int) as at
    from generate_series(1, $2::int) n
  ), rated as (
    select *, (case when luck < .62 then 5 when luck < .79 then 4 when luck < .86 then 3 when luck < .9 then 2 else 1 end) as rate,
      (case when fate < .88 then 'published' when fate < .92 then 'hidden' when fate < .95 then 'rejected' when fate < .97 then 'deleted' else 'pending' end)::"ReviewStatus" as status,
      (case when origin < .5 then 'customer' when origin < .86 then 'imported' when origin < .95 then 'guest' else 'amazon' end)::"ReviewSource" as source
    from drawn
  )
  insert into "Review" ("shopId", id, "productId", rate, title, content, "firstName", "lastName", email, status, "decidedBy", origin, source, "verifiedBy",
    "hasMedia", language, country, location, "createdAt", "enteredAt", "publishedAt", "deletedAt", "updatedAt", "searchText")
  select $1::uuid, (lpad(to_hex(floor(extract(epoch from r.at) * 1000)::bigint), 12, '0') || '7' || substr(hash, 1, 3) || 'a' || substr(hash, 4, 15))::uuid,
    p.product, r.rate, p.title, p.content, p.first, p.last, mail.address, r.status,
    -- Those that wait do so on purpose: a bench must not find them published.
    (case when r.source in ('imported', 'amazon') then 'import' else 'merchant' end)::"DecidedBy",
    (case when r.source in ('customer', 'guest') then r.source::text else 'imported' end)::"ReviewOrigin", r.source,
    (case when r.source = 'customer' and n % 4 > 0 then 'order' else 'none' end)::"VerifiedBy",
    r.status = 'published' and r.rate > 3 and n % 12 = 0, p.language, p.country, p.place, r.at, r.at,
    case when r.status = 'published' then r.at end, case when r.status = 'deleted' then $3::timestamptz(3) - interval '1 day' end, r.at,
    lower(concat_ws(E'\\n', nullif(p.title, ''), nullif(p.content, ''), p.first || ' ' || p.last, mail.address, p.products))
  from rated r join pool p using (slot, rate, choice) cross join lateral (select 'grown.' || n || '@shopper.test' as address) mail`

const insertMedia = `
  insert into "ReviewMedia" ("shopId", id, "reviewId", key, width, height, "createdAt")
  select r."shopId", gen_random_uuid(), r.id, p.key, $2, $2, r."createdAt"
  from "Review" r join pictures p on p.choice = abs(hashtext(r.id::text)) % (select count(*) from pictures)
  where r."shopId" = $1 and r."hasMedia" and not exists (select from "ReviewMedia" m where m."shopId" = r."shopId" and m."reviewId" = r.id)`

/** Inserts the rows that the trigger would have inserted. */
const enterSearch = `
  insert into "ReviewSearch" select r."shopId", r.id, r."createdAt", r."searchText" from "Review" r
  where r."shopId" = $1 and not exists (select from "ReviewSearch" s where s."shopId" = $1 and s."reviewId" = r.id)`

/** Counts the whole shop again: no other transaction writes under the table lock. */
const recount = [
  `delete from "ReviewCount" where "shopId" = $1`,
  `insert into "ReviewCount" ("shopId", status, source, rate, count) select "shopId", status, source, rate, count(*) from "Review" where "shopId" = $1 group by 1, 2, 3, 4`,
  `delete from "ProductReviewCount" where "shopId" = $1`,
  `insert into "ProductReviewCount" ("shopId", "productId", status, rate, count)
    select "shopId", "productId", status, rate, count(*) from "Review" where "shopId" = $1 and "productId" is not null group by 1, 2, 3, 4`,
  `update "Product" set version = version + 1 where "shopId" = $1`,
]
