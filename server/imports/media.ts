import { buffer } from 'node:stream/consumers'
import { allows } from '../../rules/plans.ts'
import { inTransaction, makeContext, type Deps } from '../context.ts'
import { FetchRefused, type Fetched, type FetchLimits } from '../files/fetch-remote.ts'
import { ImageRefused, type StoredImage } from '../files/images.ts'
import { keepImage } from '../files/unused-files.ts'
import { VideoRefused } from '../files/video/video-file.ts'
import { showMedia } from '../reviews/show-media.ts'
import { takeVideo, VideoUnfit } from './remote-video.ts'

/** How addresses are fetched; a test brings its own. */
export type Fetch = (url: string, limits: FetchLimits) => Promise<Fetched>

/** What /media/ serves. */
const pictureKey = /^[0-9a-f-]{36}\/[0-9a-f]{64}\/(small|medium|large)$/

const picturesAtOnce = 6
/** One host is asked for so many at a time, by all processes together; the next ones once they are here. */
const perHost = 2
/** A look takes no more after this long, by the wall clock. */
const lookMs = 10_000
const mostAttempts = 4
/** By the wall clock: who took a picture and died is followed after this long. */
const leaseSeconds = 60
const firstRetrySeconds = 30
/** A host that names a longer rest is asked after this one all the same. */
const longestRestSeconds = 3_600
const limits: FetchLimits = { maxBytes: 15 * 1024 * 1024, timeoutMs: 15_000, accept: ['image/*', 'application/octet-stream', 'binary/octet-stream'] }

interface WaitingPicture {
  shopId: string
  id: string
  reviewId: string
  kind: 'image' | 'video'
  sourceUrl: string
  attempts: number
}

/**
 * Fetches pictures and videos of imported reviews, a few at a time over all shops and hosts, and keeps them as ours; a source's servers
 * go away with the old app. A broken one is marked, the review stays. Goes on while something waits, for ten seconds or so.
 * Always answers 0: nobody who waits for due work shall wait for other people's servers.
 */
export async function fetchMedia(deps: Deps, fetch: Fetch = deps.web.fetch): Promise<number> {
  const end = performance.now() + lookMs
  let waiting: WaitingPicture[]
  do {
    waiting = await claimPictures(deps)
    const { image: pictures = [], video: videos = [] } = Object.groupBy(waiting, ({ kind }) => kind)
    await Promise.all([...pictures.map((picture) => fetchOne(deps, picture, fetch)), oneByOne(videos, (video) => fetchOne(deps, video, fetch))])
  } while (waiting.length > 0 && !deps.stopping.aborted && performance.now() < end)
  return 0
}

/** A video is in memory while it comes. */
async function oneByOne<T>(items: readonly T[], act: (item: T) => Promise<void>): Promise<void> {
  for (const item of items) await act(item)
}

/**
 * Takes what is due: at most two of a host, and the first of every shop and host before the second of any, so that one
 * shop's thousand pictures do not stand before another's. Among equals chance decides, which passes nobody over for ever.
 * It steps from shop and host to the next along ReviewMedia_pending_idx and reads two of each, however many wait. Under way is what
 * was taken and has no error yet: a refusal notes one, and who takes it again forgets it.
 */
async function claimPictures(deps: Deps): Promise<WaitingPicture[]> {
  const db = deps.doors.acrossShops('claim media')
  return db.$queryRaw<WaitingPicture[]>`
    with recursive place as (
      (select "shopId", host from "ReviewMedia" where status = 'pending' order by "shopId", host limit 1)
      union all
      select later.* from place cross join lateral (
        select m."shopId", m.host from "ReviewMedia" m where m.status = 'pending' and (m."shopId", m.host) > (place."shopId", place.host)
        order by m."shopId", m.host limit 1) later
    ), busy as (
      select place.host, count(*) as count from place join "ReviewMedia" m on m."shopId" = place."shopId" and m.host = place.host
      where m.status = 'pending' and m."nextAt" >= now() and m."nextAt" <= now() + ${leaseSeconds} * interval '1 second' and m.attempts > 0 and m.error is null
      group by 1
    ), ranked as (
      select place."shopId", place.host, due.id, row_number() over (partition by place."shopId", place.host order by due."nextAt", due.id) as "ofShop"
      from place cross join lateral (
        select m.id, m."nextAt" from "ReviewMedia" m where m."shopId" = place."shopId" and m.host = place.host and m.status = 'pending' and m."nextAt" < now()
        order by m."nextAt", m.id limit ${perHost}) due
    ), fair as (
      select "shopId", id, row_number() over (partition by "shopId" order by "ofShop", random()) as turn,
        row_number() over (partition by host order by "ofShop", random()) + coalesce((select busy.count from busy where busy.host = ranked.host), 0) as "ofHost"
      from ranked
    ), taken as (
      select m."shopId", m.id from "ReviewMedia" m join fair on fair."shopId" = m."shopId" and fair.id = m.id
      where fair."ofHost" <= ${perHost} and m.status = 'pending' and m."nextAt" < now()
      order by fair.turn, random() limit ${picturesAtOnce} for update of m skip locked
    )
    update "ReviewMedia" m set "nextAt" = now() + ${leaseSeconds} * interval '1 second', attempts = m.attempts + 1, error = null
    from taken where m."shopId" = taken."shopId" and m.id = taken.id
    returning m."shopId", m.id, m."reviewId", m.kind, m."sourceUrl", m.attempts`
}

/** Whatever goes wrong counts as an attempt: what we did not foresee is logged and tried again, but not for ever. */
async function fetchOne(deps: Deps, picture: WaitingPicture, fetch: Fetch): Promise<void> {
  try {
    await keep(deps, picture, picture.kind === 'video' ? () => takeVideo(deps, picture, fetch) : () => takePicture(deps, picture, fetch))
  } catch (error) {
    const { problem, retry, retryAfter } = refusalOf(error)
    if (problem === 'unexpected') deps.log.error({ err: error, pictureId: picture.id }, 'picture cannot be kept')
    await putOff(deps, picture, { problem, again: retry && picture.attempts < mostAttempts, retryAfter })
  }
}

async function takePicture(deps: Deps, { shopId, sourceUrl }: WaitingPicture, fetch: Fetch): Promise<StoredImage> {
  const own = await ownPicture(deps, sourceUrl)
  return keepImage({ db: deps.doors.forShop(shopId), files: deps.files }, shopId, own ?? (await fetch(sourceUrl, limits)).bytes)
}

function refusalOf(error: unknown): Pick<FetchRefused, 'retry' | 'retryAfter'> & { problem: string } {
  if (error instanceof FetchRefused) return error
  const refused = error instanceof ImageRefused || error instanceof VideoRefused || error instanceof VideoUnfit
  return refused ? { problem: error.problem, retry: false, retryAfter: null } : { problem: 'unexpected', retry: true, retryAfter: null }
}

/**
 * Our own media come straight from the store: an export of ours brings them back, and our host is no public place.
 * The demo's file names pictures of the demo's store, which this process serves itself.
 */
async function ownPicture(deps: Deps, url: string): Promise<Buffer | null> {
  if (deps.env.CANDOR_MODE === 'demo' && URL.parse(url)?.href.startsWith(`${deps.origin}/demo/pictures/`)) return demoPicture(url)
  const prefix = deps.files.url('x').slice(0, -1)
  const key = url.startsWith(prefix) ? url.slice(prefix.length) : ''
  const file = pictureKey.test(key) ? await deps.files.get(key) : null
  return file ? buffer(file.stream) : null
}

/** The picture or video is shown from now on, unless it was hidden meanwhile. Videos come where the plan has them. */
async function keep(deps: Deps, { shopId, id, reviewId, kind }: WaitingPicture, take: () => Promise<StoredImage & { seconds?: number }>): Promise<void> {
  const shop = await deps.doors.acrossShops('claim media').shop.findUnique({ where: { id: shopId } })
  if (!shop) return
  if (kind === 'video' && !allows(shop.plan, 'videoReviews')) throw new VideoUnfit('planRequired')
  const { key, width, height, seconds = 0 } = await take()
  await inTransaction(makeContext(deps, shop, { kind: 'system', name: 'pictures' }), (tx) => showMedia(tx, [reviewId], () =>
    tx.db.reviewMedia.updateMany({ where: { shopId, id }, data: { status: 'ready', key, width, height, seconds, nextAt: null, error: null } })))
}

async function putOff(deps: Deps, { shopId, id, attempts }: WaitingPicture, { problem, again, retryAfter }: { problem: string; again: boolean; retryAfter: number | null }): Promise<void> {
  const seconds = Math.max(firstRetrySeconds * 4 ** (attempts - 1), Math.min(retryAfter ?? 0, longestRestSeconds))
  const nextAt = new Date(Date.now() + seconds * 1000)
  await deps.doors.forShop(shopId).reviewMedia.updateMany({
    where: { shopId, id },
    data: again ? { error: problem, nextAt } : { error: problem, status: 'failed', nextAt: null },
  })
}

async function demoPicture(url: string): Promise<Buffer> {
  const answer = await globalThis.fetch(url, { redirect: 'error', signal: AbortSignal.timeout(limits.timeoutMs) })
    .catch((cause: unknown) => { throw new FetchRefused('unreachable', 'The demo does not answer', { retry: true, cause }) })
  if (!answer.ok) throw new FetchRefused('status', `Answered ${answer.status}`)
  return Buffer.from(await answer.arrayBuffer())
}
