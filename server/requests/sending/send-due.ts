import { outageRetryHours, sendRetryMinutes } from '../../../rules/limits.ts'
import { formatMessage } from '../../../rules/messages.ts'
import { recordFacts } from '../../shop/analytics/facts.ts'
import { inTransaction, makeContext } from '../../core/context.ts'
import type { Ctx, Deps } from '../../core/context.ts'
import { suppress } from '../../shop/customers/suppressions.ts'
import { MailRefused, oneLine } from '../mail/mail.ts'
import type { ReviewableProduct } from '../../shop/orders/reviewable.ts'
import { checkReputation } from '../bounces/reputation.ts'
import { MailPaused, openOutlet, type Outlet } from '../sender/outlet.ts'
import { claimDue } from './claim.ts'
import type { ClaimedItem } from './claim.ts'
import { decideSends } from './decide.ts'
import { openRecorder } from './recorder.ts'
import type { Recorder } from './recorder.ts'
import { loadMailBuilder } from './request-content.ts'
import type { MadeMail, MailBuilder } from './request-content.ts'
import { recordOutcomes } from './record-outcomes.ts'
import type { SendOutcome } from './record-outcomes.ts'
import { loadFollowUpCheck } from '../requests/reminders.ts'
import { marketingSenderApp, ownSenderApp } from '../../../rules/queue-status.ts'
import { loadHandOver } from './hand-over.ts'
import { loadPushCheck } from '../push/push.ts'
import { isMetered, findTemplateKey } from '../queue-kinds/kinds.ts'
import { findCycleStart, takeUsage } from './usage.ts'

const batch = 100
/** Batches of one run, so that a process that is to stop gets to it. */
const maxRounds = 10
/**
 * Mails under way at once, one for each SMTP connection (decision 0018). A kill repeats those that the mail server has taken and
 * whose outcome is not written yet: at most this many. More slots send faster, as some wait for their commit, and repeat more.
 */
export const slots = 5
/** The next batch is claimed when so few mails are left, so that the slots do not wait for it. */
const claimAhead = 16
/** A conversation may take this long; with less of the lease left, none is begun. */
const sendingMs = 60_000

const longestWait = Math.max(...sendRetryMinutes)
const mostTriesInOutage = sendRetryMinutes.length + (outageRetryHours * 60) / longestWait

interface ReadyMail {
  ctx: Ctx
  make: MailBuilder
  outlet: Outlet
  item: ClaimedItem
  products: readonly ReviewableProduct[]
  /** Whether another email may follow it. */
  isFollowed: boolean
  /** Whether a push notification goes with it. */
  hasPush: boolean
  /** Who sends it. */
  senderApp: string
}

/**
 * Sends requests that are due, of all shops in turns; answers how many were taken up. At least once: a kill loses none, and
 * repeats only what was under way, with the same Message-ID.
 */
export function sendDue(deps: Deps): Promise<number> {
  // One run at a time in a process: who asks for due mails to leave hears when those under way have left, too.
  const run = (running.get(deps) ?? Promise.resolve()).then(() => sendBatches(deps))
  running.set(
    deps,
    run.catch(() => undefined),
  )
  return run
}

const running = new WeakMap<Deps, Promise<unknown>>()

async function sendBatches(deps: Deps): Promise<number> {
  const source = openSource(deps)
  const recorder = openRecorder((outcomes) => recordOutcomes(deps, outcomes))
  const work = async () => {
    for (let mail = await source.next(); mail; mail = await source.next()) {
      // Left as it is: whoever claims it next finds its lease run out.
      if (mail.item.leaseUntil.getTime() - Date.now() < sendingMs) continue
      await sendOne(mail, recorder)
    }
  }
  // All come to rest before one's failure is reported: nothing is sent behind the back of who stops us.
  const ends = await Promise.allSettled(Array.from({ length: slots }, work))
  const failure = ends.find((end) => end.status === 'rejected')
  if (failure) throw failure.reason
  return source.taken()
}

interface MailSource {
  /** Null when there is no more for now. */
  next(): Promise<ReadyMail | null>
  taken(): number
}

/** Claims the next batch while the last mails of the one before are still being sent. */
function openSource(deps: Deps): MailSource {
  const ready: ReadyMail[] = []
  let filling: Promise<void> | null = null
  let rounds = 0
  let taken = 0
  let over = false
  let failure: unknown = null
  const claim = async () => {
    const claimed = await claimDue(deps, batch)
    taken += claimed.length
    rounds += 1
    over = claimed.length < batch || rounds === maxRounds
    ready.push(...(await prepareAll(deps, claimed)))
  }
  // No caller may be waiting for it when it fails: what is ready leaves first, then whoever asks for more hears of it.
  const fill = () =>
    claim()
      .catch((error: unknown) => {
        failure = error
        over = true
      })
      .finally(() => {
        filling = null
      })
  const next = async (): Promise<ReadyMail | null> => {
    if (!over && !filling && ready.length <= claimAhead) filling = fill()
    const mail = ready.shift()
    if (mail) return mail
    if (failure) throw failure as Error
    if (!filling) return null
    await filling
    return next()
  }
  return { next, taken: () => taken }
}

async function prepareAll(deps: Deps, claimed: readonly ClaimedItem[]): Promise<ReadyMail[]> {
  const shops = await deps.access
    .acrossShops('claim due mails')
    .shop.findMany({ where: { id: { in: [...new Set(claimed.map(({ shopId }) => shopId))] } } })
  const ready: ReadyMail[] = []
  for (const shop of shops) {
    const ctx = makeContext(deps, shop, { kind: 'system', name: 'sendDue' })
    // One shop's trouble is not the others': its mails are claimed again when their lease has run out.
    await prepare(
      deps,
      ctx,
      claimed.filter(({ shopId }) => shopId === shop.id),
    ).then(
      (mails) => void ready.push(...mails),
      (error: unknown) => deps.log.error({ err: error, shopId: shop.id }, 'requests of a shop could not be prepared'),
    )
  }
  return interleaveShops(ready)
}

/** Skips what must not leave any more and takes the rest's places in the month's number; who gets none is paused. */
async function prepare(deps: Deps, ctx: Ctx, items: ClaimedItem[]): Promise<ReadyMail[]> {
  const decisions = await decideSends(ctx, items)
  const outlet = await openOutlet(ctx)
  const make = await loadMailBuilder(
    ctx,
    items.filter(({ id }) => decisions.get(id)?.send),
  )
  const isFollowed = await loadFollowUpCheck(ctx)
  const handOver = await loadHandOver(ctx)
  const hasPush = await loadPushCheck(ctx, items)
  const skipped: SendOutcome[] = []
  const wanted: ReadyMail[] = []
  for (const item of items) {
    const decision = decisions.get(item.id)
    if (decision?.send) {
      const tool = handOver(findTemplateKey(item.type))
      wanted.push({
        ctx,
        make,
        outlet: tool ?? outlet,
        item,
        products: decision.products,
        isFollowed: isFollowed(item),
        hasPush: hasPush(item),
        senderApp: tool ? marketingSenderApp : ownSenderApp,
      })
    } else if (decision && 'moveTo' in decision)
      skipped.push({
        item,
        status: 'waiting',
        scheduledAt: decision.moveTo,
        moveReason: decision.reason,
        reasonValue: decision.value ?? null,
      })
    else
      skipped.push({
        item,
        status: 'cancelled',
        skipReason: decision?.reason ?? 'emailNotFound',
        reasonValue: decision?.value ?? null,
        unspent: cycleOf(ctx, item),
      })
  }
  await recordOutcomes(deps, skipped)
  // A repeat has been counted already.
  const counts = ({ item }: ReadyMail) => item.attempts === 0 && isMetered(item)
  const granted = await inTransaction(ctx, async (tx) => {
    let left = await takeUsage(tx, wanted.filter(counts).length)
    const sending = wanted.filter((mail) => !counts(mail) || left-- > 0)
    const ids = sending.map(({ item }) => item.id)
    await tx.db.queueItem.updateMany({
      where: { shopId: tx.shop.id, id: { in: ids } },
      data: { attempts: { increment: 1 } },
    })
    return new Set(ids)
  })
  await recordOutcomes(
    deps,
    wanted.filter(({ item }) => !granted.has(item.id)).map(({ item }) => ({ item, status: 'paused' })),
  )
  return wanted
    .filter(({ item }) => granted.has(item.id))
    .map((mail) => ({ ...mail, item: { ...mail.item, attempts: mail.item.attempts + 1 } }))
}

/** One of each shop, then the next of each: a shop with many mails does not keep the others waiting. */
function interleaveShops(mails: readonly ReadyMail[]): ReadyMail[] {
  const turns = new Map<string, number>()
  const placed = mails.map((mail) => {
    const turn = (turns.get(mail.item.shopId) ?? 0) + 1
    turns.set(mail.item.shopId, turn)
    return { mail, turn }
  })
  return placed.sort((a, b) => a.turn - b.turn).map(({ mail }) => mail)
}

/** The slot is free again when the outcome is written, not before: that bounds what a kill can repeat. */
async function sendOne(
  { ctx, make, outlet, item, products, isFollowed, hasPush, senderApp }: ReadyMail,
  recorder: Recorder,
): Promise<void> {
  let made: MadeMail | null = null
  let outcome: SendOutcome
  try {
    made = make(item, products)
    await outlet.send(made.mail)
    outcome = { item, status: 'success', isFollowed, hasPush, senderApp }
  } catch (error) {
    outcome = { ...(await buildFailureOutcome(ctx, item, error)), senderApp }
  }
  // The next try may leave with another template.
  await recorder.record(
    made && outcome.status !== 'waiting' ? { ...outcome, subject: made.mail.subject, kept: made.kept } : outcome,
  )
}

async function buildFailureOutcome(ctx: Ctx, item: ClaimedItem, error: unknown): Promise<SendOutcome> {
  // It waits as it is until the merchant resumes; the claim skips the shop.
  if (error instanceof MailPaused) return { item, status: 'waiting' }
  if (!(error instanceof MailRefused)) ctx.log.error({ err: error, itemId: item.id }, 'a request could not be made')
  const errorMessage = oneLine(error instanceof MailRefused ? error.message : formatMessage('unexpected'), 300)
  const outage = error instanceof MailRefused && error.outage
  const minutes =
    sendRetryMinutes[item.attempts - 1] ?? (outage && item.attempts < mostTriesInOutage ? longestWait : undefined)
  const permanent = error instanceof MailRefused && error.permanent
  if (!permanent && minutes !== undefined)
    return { item, status: 'waiting', errorMessage, scheduledAt: new Date(ctx.now().getTime() + minutes * 60_000) }
  // 5.1.x: the address doesn't exist (RFC 3463). Writing to it again would harm the sender's reputation.
  if (permanent && /\b5\.1\.\d+\b/.test(errorMessage)) await noteRefusal(ctx, item)
  return { item, status: 'failed', errorMessage, unspent: cycleOf(ctx, item) }
}

/** A mail server that refuses an address at once tells the same as a bounce that comes back. */
async function noteRefusal(ctx: Ctx, { customerEmail }: ClaimedItem): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    await suppress(tx, [customerEmail], 'bounced')
    recordFacts(tx, [{ metric: 'requests.refused', at: tx.now() }])
  })
  await checkReputation(ctx)
}

/** The cycle in whose number a request has a place; null when it has none. */
function cycleOf(ctx: Ctx, item: ClaimedItem): Date | null {
  return item.attempts > 0 && isMetered(item) ? findCycleStart(ctx.shop, ctx.now()) : null
}
