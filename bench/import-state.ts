import type pg from 'pg'

/**
 * Statements that read the data an import left, without what differs between runs: ids and times. One for each kind.
 */
const kinds = {
  review: `select to_jsonb(r) - '{id,shopId,importId,contentHash,enteredAt,publishedAt,deletedAt,updatedAt,version}'::text[] from "Review" r where "shopId" = $1`,
  search: `select to_jsonb(s."searchText") from "ReviewSearch" s where "shopId" = $1`,
  media: `select jsonb_build_object('of', r.content, 'url', m."sourceUrl", 'position', m.position)
    from "ReviewMedia" m join "Review" r on r."shopId" = m."shopId" and r.id = m."reviewId" where m."shopId" = $1`,
  count: `select to_jsonb(c) - '{shopId}'::text[] from "ReviewCount" c where "shopId" = $1 and count <> 0`,
  'product count': `select to_jsonb(c) - '{shopId}'::text[] from "ProductReviewCount" c where "shopId" = $1 and count <> 0`,
  problem: `select to_jsonb(p) - '{shopId,importId}'::text[] from "ImportProblem" p where "shopId" = $1`,
  figure: `select jsonb_build_object('status', i.status, 'total', i.total, 'done', i.done, 'imported', i.imported, 'duplicates', i.duplicates, 'unmatched', i.unmatched, 'bad', i.bad)
    from "Import" i where "shopId" = $1`,
}

/** Number of each row that an import left. */
export type State = ReadonlyMap<string, number>

export async function stateOf(client: Pick<pg.Client, 'query'>, shopId: string): Promise<State> {
  const state = new Map<string, number>()
  for (const [kind, text] of Object.entries(kinds)) {
    const { rows } = await client.query<{ line: string }>(`select line::text as line from (${text}) lines (line)`, [
      shopId,
    ])
    for (const { line } of rows) state.set(`${kind} ${line}`, (state.get(`${kind} ${line}`) ?? 0) + 1)
  }
  return state
}

/** Returns the rows in which two states differ; empty if they are equal. */
export function differences(wanted: State, found: State): string[] {
  const all = new Set([...wanted.keys(), ...found.keys()])
  return [...all].flatMap((line) => {
    const [expected, had] = [wanted.get(line) ?? 0, found.get(line) ?? 0]
    return expected === had ? [] : [`${had} instead of ${expected}: ${line.slice(0, 160)}`]
  })
}

/**
 * Statements that simulate an import which repeats or loses data. `columns`: a review's writable columns
 * (import-pace.ts).
 */
export const plantedFaults = (columns: string): Readonly<Record<string, string>> => ({
  'a row twice': `insert into "Review" (${columns}) select ${columns}
    from (select (jsonb_populate_record(r, jsonb_build_object('id', gen_random_uuid(), 'externalId', null))).* from "Review" r where "shopId" = $1 limit 1) again`,
  'a row missing': `delete from "Review" where ("shopId", id) in (select "shopId", id from "Review" where "shopId" = $1 limit 1)`,
  'one row in place of another': `update "Review" r set title = o.title, content = o.content, "firstName" = o."firstName", "lastName" = o."lastName", email = o.email
    from (select * from "Review" where "shopId" = $1 order by id desc limit 1) o where r."shopId" = $1 and r.id = (select id from "Review" where "shopId" = $1 order by id limit 1)`,
  'a letter changed': `update "Review" set content = content || '.' where "shopId" = $1 and id = (select id from "Review" where "shopId" = $1 limit 1)`,
  'a counter too high': `update "ReviewCount" set count = count + 1 where "shopId" = $1 and (status, source, rate) = (select status, source, rate from "ReviewCount" where "shopId" = $1 and count > 0 limit 1)`,
  "a product's counter too low": `update "ProductReviewCount" set count = count - 1 where "shopId" = $1 and ("productId", status, rate) = (select "productId", status, rate from "ProductReviewCount" where "shopId" = $1 and count > 0 limit 1)`,
  'a problem lost': `delete from "ImportProblem" where "shopId" = $1 and row = (select min(row) from "ImportProblem" where "shopId" = $1)`,
  'a picture lost': `delete from "ReviewMedia" where "shopId" = $1 and id = (select id from "ReviewMedia" where "shopId" = $1 limit 1)`,
  'what search reads lost': `delete from "ReviewSearch" where "shopId" = $1 and "reviewId" = (select "reviewId" from "ReviewSearch" where "shopId" = $1 limit 1)`,
  'a figure too low': 'update "Import" set imported = imported - 1 where "shopId" = $1',
})
