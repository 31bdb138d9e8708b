import { buffer } from 'node:stream/consumers'
import { allows } from '../../../rules/plans.ts'
import { inTransaction, makeContext, type Deps } from '../../core/context.ts'
import { FetchRefused, type Fetched, type FetchLimits } from '../../core/files/fetch-remote.ts'
import { ImageRefused, type StoredImage } from '../../core/files/images.ts'
import { saveImage } from '../../core/files/unused-files.ts'
import { VideoRefused } from '../../core/files/video/video-file.ts'
import { Prisma } from '../../generated/prisma/client.ts'
import { addReadyMedia } from '../../reviews/reviews/media/show-media.ts'
import { claimSelectedRows, isStillClaimed, leaseSeconds } from './claim-media.ts'
import { runInSlots, type SlotState } from './media-slots.ts'
import { downloadVideo, VideoRejected } from './remote-video.ts'

/** Fetches an address; tests replace it. */
export type Fetch = (url: string, limits: FetchLimits) => Promise<Fetched>

/** Keys that /media/ serves. */
const pictureKey = /^[0-9a-f-]{36}\/[0-9a-f]{64}\/(small|medium|large)$/

/** Concurrent requests to one host, over all processes. The next ones follow once these are done. */
const perHost = 2
/** Rows of a host to search for two that don't have to run alone. */
const besideAlone = 20
/** Hosts of a shop per claim; the next claim continues with the next hosts. */
const hostsOfShop = 40
/** Candidates per claim, of pictures and of media that run alone. Other workers may have claimed the hosts of some. */
const mostWanted = 30
const mostAttempts = 4
/** Attempts for a host name without an address. Most are gone for good, and the merchant learns it within a minute. */
const mostNameless = 2
const firstRetrySeconds = 30
/** Limit for a host's `Retry-After`. */
const longestRestSeconds = 3_600
const limits: FetchLimits = {
  maxBytes: 15 * 1024 * 1024,
  timeoutMs: 15_000,
  accept: ['image/*', 'application/octet-stream', 'binary/octet-stream'],
}

/** Last host seen of each shop with more hosts than one claim reads. Each process has its own position. */
let goneOverTo: ReadonlyMap<string, string> = new Map()

interface ClaimResult {
  claimed: WaitingPicture[]
  goneOverTo: Record<string, string>
}

interface WaitingPicture {
  shopId: string
  id: string
  reviewId: string
  kind: 'image' | 'video'
  sourceUrl: string
  attempts: number
  /** At most one of these runs at a time. */
  alone: boolean
}

/**
 * Fetches pictures and videos of imported reviews and stores copies, because the old app's servers will go away. Runs a
 * few at a time over all shops and hosts, for about ten seconds while work remains. Broken media are marked and their
 * reviews stay. Always returns 0: due work must not wait for remote servers.
 */
export async function fetchMedia(deps: Deps, fetch: Fetch = deps.web.fetch): Promise<number> {
  await runInSlots({
    take: (hand) => claimPictures(deps, hand),
    work: (picture: WaitingPicture) => fetchOne(deps, picture, fetch),
    stopping: deps.stopping,
  })
  return 0
}

/**
 * Claims due pictures, at most two per host. The first of every shop and host precedes the second of any, so a large
 * import doesn't block others. Media a shop already has in progress count, up to its limit (`SlotState`). Ties are
 * broken at random, which starves no host.
 * Reads two rows per shop and host along ReviewMedia_pending_idx, however many wait. Reads some hosts of a shop per
 * claim and continues after `goneOverTo`, wrapping around. A file may name any number of hosts, and all shops would
 * wait for them.
 * In progress means claimed without an error: a failure sets one, the next claim clears it. Counted per host over all
 * shops. Shops with more hosts than one claim reads are asked for each host.
 * One video runs at a time, because it is held in memory. Media whose process died also run alone. Harmless media then
 * succeed and aren't given up with the harmful one.
 */
async function claimPictures(deps: Deps, { free, held, most, alone }: SlotState): Promise<WaitingPicture[]> {
  const db = deps.access.acrossShops('claim media')
  const [look] = await db.$transaction(async (tx) => {
    // With sixteen partitions the planner overestimates the cost: JIT would compile for seconds, the query takes ms.
    await tx.$executeRaw`set local jit = off`
    return tx.$queryRaw<ClaimResult[]>`
      with recursive shop as (
        (select "shopId" from "ReviewMedia" where status = 'pending' order by "shopId" limit 1)
        union all
        select later.* from shop cross join lateral (
          select m."shopId" from "ReviewMedia" m where m.status = 'pending' and m."shopId" > shop."shopId" order by m."shopId" limit 1) later
      ), last as (
        select * from unnest(${[...goneOverTo.keys()]}::uuid[], ${[...goneOverTo.values()]}::text[]) as last("shopId", host)
      ), held as (
        select * from unnest(${[...held.keys()]}::uuid[], ${[...held.values()]}::int[]) as held("shopId", count)
      ), place as (
        select shop."shopId", here.host, here.host as first, 1 as number from shop left join last on last."shopId" = shop."shopId" cross join lateral (
          select coalesce(
            (select m.host from "ReviewMedia" m where m.status = 'pending' and m."shopId" = shop."shopId" and m.host > last.host order by m.host limit 1),
            (select m.host from "ReviewMedia" m where m.status = 'pending' and m."shopId" = shop."shopId" order by m.host limit 1)) as host) here
        union all
        select place."shopId", next.host, place.first, place.number + 1 from place cross join lateral (
          select coalesce(
            (select m.host from "ReviewMedia" m where m.status = 'pending' and m."shopId" = place."shopId" and m.host > place.host order by m.host limit 1),
            (select m.host from "ReviewMedia" m where m.status = 'pending' and m."shopId" = place."shopId" order by m.host limit 1)) as host) next
        where place.number < ${hostsOfShop} and next.host <> place.first
      ), unseen as (
        select "shopId", host from place where number = ${hostsOfShop}
      ), ranked as (
        select place."shopId", place.host, due.id, due.alone, coalesce(held.count, 0) as held,
          coalesce(held.count, 0) + row_number() over (partition by place."shopId", place.host order by due."nextAt", due.id) as "ofShop"
        from place left join held on held."shopId" = place."shopId" cross join lateral (
          select seen.* from (
            select m.id, m."nextAt", (m.kind = 'video' or (m.attempts > 0 and m.error is null)) as alone from "ReviewMedia" m
            where coalesce(held.count, 0) < ${most} and m."shopId" = place."shopId" and m.host = place.host and m.status = 'pending' and m."nextAt" < now()
            order by m."nextAt", m.id limit ${alone ? besideAlone : perHost}) seen
          where not (seen.alone and ${alone}) order by seen."nextAt", seen.id limit ${perHost}) due
      ), fair as (
        select "shopId", host, id, alone, held, held + row_number() over (partition by "shopId" order by "ofShop", random()) as turn,
          row_number() over (partition by host order by "ofShop", random()) as "ofHost"
        from ranked
      ), near as (
        select *, row_number() over (partition by alone order by turn, random()) as "ofKind" from fair where "ofHost" <= ${perHost}
      ), wanted as materialized (
        select * from near where "ofKind" <= ${mostWanted} limit ${2 * mostWanted}
      ), busy as materialized (
        select asked.host, sum(taken.count) as count from (
          select "shopId", host from place where host in (select host from wanted)
          union
          select unseen."shopId", wanted.host from unseen cross join wanted
        ) asked cross join lateral (
          select count(*) as count from "ReviewMedia" m where m."shopId" = asked."shopId" and m.host = asked.host and m.status = 'pending'
            and m."nextAt" >= now() and m."nextAt" <= now() + ${leaseSeconds} * interval '1 second' and m.attempts > 0 and m.error is null) taken
        group by 1
      ), polite as (
        select wanted.*, row_number() over (partition by wanted.alone order by wanted."ofKind") as "ofPolite"
        from wanted left join busy on busy.host = wanted.host where wanted."ofHost" + coalesce(busy.count, 0) <= ${perHost}
      ), allowed as (
        select *, held + row_number() over (partition by "shopId" order by turn) as slot from polite where not alone or "ofPolite" = 1
      ), taken as (
        select m."shopId", m.id, allowed.alone from "ReviewMedia" m join allowed on allowed."shopId" = m."shopId" and allowed.id = m.id
        where allowed.slot <= ${most} and m.status = 'pending' and m."nextAt" < now()
        order by allowed.slot, random() limit ${free} for update of m skip locked
      ), claimed as (
        ${claimSelectedRows(Prisma.sql`m.kind, taken.alone`)}
      )
      select (select coalesce(json_agg(claimed), '[]') from claimed) as claimed, (select coalesce(json_object_agg("shopId", host), '{}') from unseen) as "goneOverTo"`
  })
  goneOverTo = new Map(Object.entries(look?.goneOverTo ?? {}))
  return look?.claimed ?? []
}

/** Fetches and publishes one picture. Unexpected errors are logged and count as attempts, so retries end. */
async function fetchOne(deps: Deps, picture: WaitingPicture, fetch: Fetch): Promise<void> {
  // The process died in each attempt, so none of them recorded an error.
  if (picture.attempts > mostAttempts) {
    deps.log.error(
      { pictureId: picture.id, attempts: picture.attempts },
      'picture is given up: whoever had it did not come back',
    )
    return postpone(deps, picture, { problem: 'unexpected', again: false, retryAfter: null })
  }
  try {
    await publishMedia(
      deps,
      picture,
      picture.kind === 'video'
        ? () => downloadVideo(deps, picture, fetch)
        : () => downloadPicture(deps, picture, fetch),
    )
  } catch (error) {
    const { problem, retry, retryAfter, hostNotFound } = refusalOf(error)
    if (problem === 'unexpected') deps.log.error({ err: error, pictureId: picture.id }, 'picture cannot be kept')
    await postpone(deps, picture, {
      problem,
      again: retry && picture.attempts < (hostNotFound ? mostNameless : mostAttempts),
      retryAfter,
    })
  }
}

async function downloadPicture(deps: Deps, { shopId, sourceUrl }: WaitingPicture, fetch: Fetch): Promise<StoredImage> {
  const own = await ownPicture(deps, sourceUrl)
  return saveImage(
    { db: deps.access.forShop(shopId), files: deps.files },
    shopId,
    own ?? (await fetch(sourceUrl, limits)).bytes,
  )
}

function refusalOf(error: unknown): Pick<FetchRefused, 'retry' | 'retryAfter' | 'hostNotFound'> & { problem: string } {
  if (error instanceof FetchRefused) return error
  const refused = error instanceof ImageRefused || error instanceof VideoRefused || error instanceof VideoRejected
  return { problem: refused ? error.problem : 'unexpected', retry: !refused, retryAfter: null, hostNotFound: false }
}

/**
 * Reads our own media from the store, because our host is no public address. They come back with our exports. The
 * demo's file names pictures that this process serves itself.
 */
async function ownPicture(deps: Deps, url: string): Promise<Buffer | null> {
  if (deps.env.CANDOR_MODE === 'demo' && URL.parse(url)?.href.startsWith(`${deps.origin}/demo/pictures/`))
    return demoPicture(url)
  const prefix = deps.files.url('x').slice(0, -1)
  const key = url.startsWith(prefix) ? url.slice(prefix.length) : ''
  const file = pictureKey.test(key) ? await deps.files.get(key) : null
  return file ? buffer(file.stream) : null
}

/**
 * Publishes the picture or video unless it was hidden since. Videos need a plan that includes them. A late runner's
 * file was noted before it was written (keepImage), so it is deleted when no row names it.
 */
async function publishMedia(
  deps: Deps,
  picture: WaitingPicture,
  take: () => Promise<StoredImage & { seconds?: number }>,
): Promise<void> {
  const { shopId, reviewId, kind } = picture
  const shop = await deps.access.acrossShops('claim media').shop.findUnique({ where: { id: shopId } })
  if (!shop) return
  if (kind === 'video' && !allows(shop.plan, 'videoReviews')) throw new VideoRejected('planRequired')
  const { key, width, height, seconds = 0 } = await take()
  await inTransaction(makeContext(deps, shop, { kind: 'system', name: 'pictures' }), (tx) =>
    addReadyMedia(tx, [reviewId], () =>
      tx.db.reviewMedia.updateMany({
        where: isStillClaimed(picture),
        data: { status: 'ready', key, width, height, seconds, nextAt: null, error: null },
      }),
    ),
  )
}

async function postpone(
  deps: Deps,
  picture: WaitingPicture,
  { problem, again, retryAfter }: { problem: string; again: boolean; retryAfter: number | null },
): Promise<void> {
  const seconds = Math.max(
    firstRetrySeconds * 4 ** (picture.attempts - 1),
    Math.min(retryAfter ?? 0, longestRestSeconds),
  )
  const nextAt = new Date(Date.now() + seconds * 1000)
  await deps.access.forShop(picture.shopId).reviewMedia.updateMany({
    where: isStillClaimed(picture),
    data: again ? { error: problem, nextAt } : { error: problem, status: 'failed', nextAt: null },
  })
}

async function demoPicture(url: string): Promise<Buffer> {
  const answer = await globalThis
    .fetch(url, { redirect: 'error', signal: AbortSignal.timeout(limits.timeoutMs) })
    .catch((cause: unknown) => {
      throw new FetchRefused('unreachable', 'The demo does not answer', { retry: true, cause })
    })
  if (!answer.ok) throw new FetchRefused('status', `Answered ${answer.status}`)
  return Buffer.from(await answer.arrayBuffer())
}
