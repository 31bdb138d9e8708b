import type pg from 'pg'
import { openApp } from './app.ts'
import type { DatabaseBench, Outcome, Stage } from './bench.ts'
import { startChild, type Child } from './child.ts'
import { fetchText, load, type Asked } from './load.ts'
import { loadReviews } from './load-reviews.ts'
import { startLoopback } from './loopback.ts'
import { startPeer } from './peer.ts'
import { compare, formatSpread, spreadOf } from './rounds.ts'
import { fullRows, pageReads, pageSize, products } from './storefront-reads.ts'

const must = 20

export const p3: DatabaseBench = {
  id: 'P3',
  title: `a product's page of ${pageSize} reviews, not cached, against Waline, requests a second`,
  must: '20',
  aim: '40',
  async onDatabase(stage) {
    const { place, options, say } = stage
    const program = await startPeer('waline', say)
    await using open = await openApp(place)
    await loadReviews(place.database.pool, { shopId: open.shop.id, products, reviews: options.rows ?? fullRows })
    await copyToWaline(place.database.pool)
    // Waline fetches the login methods with every request; this server returns none.
    await using services = await startLoopback((_request, response) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"services":[]}'),
    )
    await using candor = await startChild('candor-server.ts', { reach: place.reach, uncached: true })
    await using waline = await startChild(program, { url: place.reach.url, services: services.url })
    return await measure(stage, { candor, waline, shopDomain: open.shop.shopifyDomain })
  },
}

async function measure(
  { options, say }: Stage,
  { candor, waline, shopDomain }: { candor: Child; waline: Child; shopDomain: string },
): Promise<Outcome> {
  const ours = pageReads(shopDomain)
  const theirs = ours.map((_, index): Asked => ({
    path: `/api/comment?path=${encodeURIComponent(`/products/product-${index + 1}`)}&pageSize=${pageSize}&page=1&sortBy=insertedAt_desc`,
  }))
  for (const index of [7, 99]) {
    const [ourText, theirText] = [
      await fetchText(candor.ready.url, ours[index] ?? { path: '/' }),
      await fetchText(waline.ready.url, theirs[index] ?? { path: '/' }),
    ]
    if (numbersOf(ourText) !== numbersOf(theirText) || numbersOf(ourText).split(' ').length !== pageSize)
      throw new Error(`The sides do not answer the same ${pageSize} reviews:\n${ourText}\n${theirText}`)
  }
  const p99: Record<'candor' | 'waline', number[]> = { candor: [], waline: [] }
  const side = (name: 'candor' | 'waline', child: Child, asked: readonly Asked[]) => async () => {
    const measured = await load(child.ready.url, asked, { seconds: options.seconds })
    p99[name].push(measured.p99ms)
    return measured.perSecond
  }
  const { a, b, ratio } = await compare(options.rounds, side('candor', candor, ours), side('waline', waline, theirs))
  say(`Candor ${formatSpread(a)}/s, p99 ${formatSpread(spreadOf(p99.candor), ' ms')}`)
  say(`Waline ${formatSpread(b)}/s, p99 ${formatSpread(spreadOf(p99.waline), ' ms')}`)
  say(`ratio ${formatSpread(ratio)}`)
  return { figure: ratio.median.toFixed(1), ok: ratio.median >= must }
}

/**
 * Returns the order of a page's reviews by the number at the end of each text. Waline returns each text twice,
 * formatted and raw.
 */
const numbersOf = (text: string): string =>
  [...new Set([...text.matchAll(/No\. (\d+)/g)].map(([, number]) => number))].join(' ')

/** Creates Waline's documented tables and indexes, with all reviews. */
async function copyToWaline(pool: pg.Pool): Promise<void> {
  const times = 'createdat timestamp(0) default current_timestamp, updatedat timestamp(0) default current_timestamp'
  await pool.query(`create table wl_comment (
    id serial primary key, user_id int, comment text, insertedat timestamp(0) not null default current_timestamp, ip varchar(100) default '', link varchar(255),
    mail varchar(255), nick varchar(255), pid int, rid int, sticky boolean, status varchar(50) not null default '', "like" int, ua text, url varchar(255), ${times})`)
  await pool.query(`create table wl_users (
    id serial primary key, display_name varchar(255) not null default '', email varchar(255) not null default '', password varchar(255) not null default '', type varchar(50) not null default '',
    label varchar(255), url varchar(255), avatar varchar(255), github varchar(255), twitter varchar(255), facebook varchar(255), google varchar(255), weibo varchar(255), qq varchar(255), oidc varchar(255), "2fa" varchar(32), ${times})`)
  await pool.query(
    `create table wl_counter (id serial primary key, time int, url varchar(255) not null default '', ${times})`,
  )
  await pool.query(`insert into wl_comment (comment, insertedat, mail, nick, status, ua, url, createdat, updatedat)
    select r.title || E'\\n\\n' || r.content, r."createdAt", r.email, r."firstName" || ' ' || left(r."lastName", 1) || '.', case when r.status = 'published' then 'approved' else 'waiting' end,
      '', '/products/' || p.handle, r."createdAt", r."updatedAt"
    from "Review" r join "Product" p on p."shopId" = r."shopId" and p.id = r."productId" order by r."createdAt"`)
  await pool.query('create index idx_comment_url_rid on wl_comment (url, rid)')
  await pool.query(
    'create index idx_comment_root_pagination on wl_comment (url, sticky desc nulls last, insertedat desc, id desc) where rid is null',
  )
  await pool.query('vacuum analyze wl_comment')
}
