import { buffer } from 'node:stream/consumers'
import { setTimeout as later } from 'node:timers/promises'
import { allows } from '../../../rules/plans.ts'
import { inTransaction, makeContext, type Deps } from '../../core/context.ts'
import { FetchRefused, type Fetched, type FetchLimits } from '../../core/files/fetch-remote.ts'
import { ImageRefused, type StoredImage } from '../../core/files/images.ts'
import { saveImage } from '../../core/files/unused-files.ts'
import { VideoRefused } from '../../core/files/video/video-file.ts'
import { Prisma } from '../../generated/prisma/client.ts'
import { addReadyMedia } from '../../reviews/reviews/media/show-media.ts'
import { claimSelectedRows, isStillClaimed, ownHost } from './claim-media.ts'
import { downloadVideo, VideoRejected } from './remote-video.ts'

/** Fetches an address; tests replace it. */
export type Fetch = (url: string, limits: FetchLimits) => Promise<Fetched>

/** Keys that /media/ serves. */
const pictureKey = /^[0-9a-f-]{36}\/[0-9a-f]{64}\/(small|medium|large)$/

/** Concurrent requests to one host and for one shop, over all processes. */
const perHost = 2
const perShop = 4
/** Concurrent requests of this process. */
const slots = 6
/** Rows of a host to search for two that may run beside a heavy one. */
const besideHeavy = 20
/** Hosts of a shop per claim. The others follow when these have no more pending media. */
const hostsOfShop = 200
/** Interval to look for due work while slots are free. */
const pollMs = 1_000
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

interface WaitingPicture {
  shopId: string
  id: string
  reviewId: string
  kind: 'image' | 'video'
  sourceUrl: string
  attempts: number
  /** At most one of these runs at a time. */
  heavy: boolean
}

/**
 * Fetches pictures and videos of imported reviews and stores copies, because the old app's servers will go away. Fills
 * a free slot at once, so slow servers block only their own media. Broken media are marked and their reviews stay.
 * Always returns 0: due work must not wait for remote servers.
 * @throws the first error of claiming or storing, after all running fetches end
 */
export async function fetchMedia(deps: Deps, fetch: Fetch = deps.web.fetch): Promise<number> {
  const running = new Map<WaitingPicture, Promise<unknown>>()
  const failures: unknown[] = []
  const fail = (error: unknown): [] => (failures.push(error), [])
  for (;;) {
    const before = [...running.keys()]
    const mayClaim = before.length < slots && failures.length === 0 && !deps.stopping.aborted
    const claimed = mayClaim
      ? await claimPictures(deps, { free: slots - before.length, heavy: before.some(({ heavy }) => heavy) }).catch(fail)
      : []
    for (const picture of claimed)
      running.set(
        picture,
        fetchOne(deps, picture, fetch)
          .catch(fail)
          .finally(() => running.delete(picture)),
      )
    // A fetch that ended during a claim may have blocked it.
    if (before.length === 0 && claimed.length === 0) break
    if (running.size > 0) await Promise.race([...running.values(), later(pollMs, undefined, { ref: false })])
  }
  if (failures.length > 0) throw failures[0]
  return 0
}

/**
 * Claims due pictures of all shops, within the limits per host and shop. Ties are broken at random, which starves no
 * host. In progress means claimed without an error: a failure sets one, the next claim clears it.
 * One heavy file runs at a time: videos are held in memory, and media whose process died may be harmful. Harmless media
 * then succeed and aren't given up with the harmful one.
 */
async function claimPictures(deps: Deps, { free, heavy }: { free: number; heavy: boolean }): Promise<WaitingPicture[]> {
  return deps.access.acrossShops('claim media').$transaction(async (tx) => {
    // With sixteen partitions the planner overestimates the cost: JIT would compile for seconds, the query takes ms.
    await tx.$executeRaw`set local jit = off`
    return tx.$queryRaw<WaitingPicture[]>`
      with recursive shop as (
        (select "shopId" from "ReviewMedia" where status = 'pending' order by "shopId" limit 1)
        union all
        select later.* from shop cross join lateral (
          select m."shopId" from "ReviewMedia" m where m.status = 'pending' and m."shopId" > shop."shopId" order by m."shopId" limit 1) later
      ), place as (
        select "shopId", (select m.host from "ReviewMedia" m where m.status = 'pending' and m."shopId" = shop."shopId" order by m.host limit 1) as host, 1 as number
        from shop
        union all
        select place."shopId", next.host, place.number + 1 from place cross join lateral (
          select m.host from "ReviewMedia" m where m.status = 'pending' and m."shopId" = place."shopId" and m.host > place.host order by m.host limit 1) next
        where place.number < ${hostsOfShop}
      ), busy as materialized (
        select "shopId", host from "ReviewMedia"
        where status = 'pending' and attempts > 0 and error is null and "nextAt" >= now() and host <> ${ownHost}
      ), due as (
        select place."shopId", first.*,
          (select count(*) from busy where busy.host = place.host) + row_number() over (partition by place.host order by first.rank, random()) as "ofHost"
        from place cross join lateral (
          select seen.id, seen.heavy, row_number() over (order by seen."nextAt", seen.id) as rank from (
            select m.id, m."nextAt", m.kind = 'video' or (m.attempts > 0 and m.error is null) as heavy from "ReviewMedia" m
            where m."shopId" = place."shopId" and m.host = place.host and m.status = 'pending' and m."nextAt" < now()
            order by m."nextAt", m.id limit ${heavy ? besideHeavy : perHost}) seen
          where not (seen.heavy and ${heavy}) order by seen."nextAt", seen.id limit ${perHost}) first
      ), fair as (
        select *, row_number() over (partition by heavy order by random()) as "ofWeight",
          (select count(*) from busy where busy."shopId" = due."shopId") + row_number() over (partition by "shopId" order by rank, random()) as "ofShop"
        from due where "ofHost" <= ${perHost}
      ), taken as (
        select m."shopId", m.id, fair.heavy from "ReviewMedia" m join fair on fair."shopId" = m."shopId" and fair.id = m.id
        where "ofShop" <= ${perShop} and not (fair.heavy and "ofWeight" > 1) and m.status = 'pending' and m."nextAt" < now()
        order by "ofShop", random() limit ${free} for update of m skip locked
      )
      ${claimSelectedRows(Prisma.sql`m.kind, taken.heavy`)}`
  })
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
