import { mostRenderAttempts, outageRetryHours, sendRetryMinutes } from '../../../rules/limits.ts'
import { formatMessage } from '../../../rules/messages.ts'
import { recordFacts } from '../../shop/analytics/facts.ts'
import { batchByKey } from '../../core/batch-by-key.ts'
import { inTransaction, makeContext } from '../../core/context.ts'
import type { Ctx, Deps } from '../../core/context.ts'
import { limitByKey } from '../../core/limit-by-key.ts'
import { suppress } from '../../shop/customers/suppressions.ts'
import { MailRefused, oneLine } from '../mail/mail.ts'
import { RenderStopped } from '../mail/render-pool.ts'
import type { ReviewableProduct } from '../../shop/orders/reviewable.ts'
import { checkReputation } from '../bounces/reputation.ts'
import { MailPaused, openOutlet, type Outlet } from '../sender/outlet.ts'
import { claimDue } from './claim.ts'
import type { ClaimedItem } from './claim.ts'
import { decideSends } from './decide.ts'
import { loadMailBuilder } from './request-content.ts'
import type { MadeMail, MailBuilder } from './request-content.ts'
import { recordOutcomes } from './record-outcomes.ts'
import type { SendOutcome } from './record-outcomes.ts'
import { loadFollowUpCheck } from '../requests/reminders.ts'
import { ownSenderApp } from '../../../rules/sender-apps.ts'
import { loadHandOver } from './hand-over.ts'
import { loadPushCheck } from '../push/push.ts'
import { isMetered, findTemplateKey } from '../queue-kinds/kinds.ts'
import { findCycleStart, takeUsage } from './usage.ts'

const batch = 100
/** Batches per run, so that a stopping process can end. */
const maxRounds = 10
/**
 * Concurrent mails, one for each SMTP connection (decision 0018). A crash repeats at most this many: mails sent without
 * a written outcome. More slots send faster, as some wait for their commit, but repeat more.
 */
export const slots = 5
/** Claims the next batch when this few mails are left, so that slots never idle. */
const claimAhead = 16
/** Limit of an SMTP session; with less of the lease left, none is started. */
const sendingMs = 60_000

const longestWait = Math.max(...sendRetryMinutes)
const mostTriesInOutage = sendRetryMinutes.length + (outageRetryHours * 60) / longestWait

interface ReadyMail {
  ctx: Ctx
  make: MailBuilder
  outlet: Outlet
  item: ClaimedItem
  products: readonly ReviewableProduct[]
  isFollowed: boolean
  hasPush: boolean
  senderApp: string
}

/**
 * Sends the due requests of all shops in a fair order; returns how many were claimed. At least once: a crash loses
 * none, and repeats only those in progress, with the same Message-ID.
 */
export const sendDue = (deps: Deps): Promise<number> => runLimit.run(deps.access, () => sendBatches(deps))

/** One run at a time per process and database. A caller also waits for the mails of the current run. */
const runLimit = limitByKey({ atOnce: 1, waiting: Infinity })

async function sendBatches(deps: Deps): Promise<number> {
  const source = openSource(deps)
  const batch = batchByKey<SendOutcome>()
  const record: RecordOutcome = (outcome) => batch('outcomes', outcome, (outcomes) => recordOutcomes(deps, outcomes))
  const work = async () => {
    for (let mail = await source.next(); mail; mail = await source.next()) {
      // The lease is nearly over; the next claim takes it.
      if (mail.item.leaseUntil.getTime() - Date.now() < sendingMs) continue
      await sendOne(mail, record)
    }
  }
  // Waits for all before it reports a failure, so nothing is sent after this function returns.
  const ends = await Promise.allSettled(Array.from({ length: slots }, work))
  const failure = ends.find((end) => end.status === 'rejected')
  if (failure) throw failure.reason
  return source.taken()
}

/** Resolves when the outcome is stored. Outcomes of many mails share a commit. */
type RecordOutcome = (outcome: SendOutcome) => Promise<void>

interface MailSource {
  /** Null when no more are due. */
  next(): Promise<ReadyMail | null>
  taken(): number
}

/** Claims the next batch while the last mails of the previous one are being sent. */
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
  // A failure may have no caller yet. The ready mails are sent first; then the next caller gets the error.
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
    // One shop's failure doesn't affect others: its mails are claimed again after their lease.
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

/** Skips what must not be sent and counts the rest toward the monthly limit; requests beyond it are paused. */
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
        outlet: tool?.outletOf({ item, products: decision.products }) ?? outlet,
        item,
        products: decision.products,
        isFollowed: isFollowed(item),
        hasPush: hasPush(item),
        senderApp: tool?.app ?? ownSenderApp,
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
  // A retry was counted already.
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

/** Alternates between shops, so that a shop with many mails doesn't delay the others. */
function interleaveShops(mails: readonly ReadyMail[]): ReadyMail[] {
  const rounds = new Map<string, number>()
  const placed = mails.map((mail) => {
    const round = (rounds.get(mail.item.shopId) ?? 0) + 1
    rounds.set(mail.item.shopId, round)
    return { mail, round }
  })
  return placed.sort((a, b) => a.round - b.round).map(({ mail }) => mail)
}

/** Frees the slot only after the outcome is written, which bounds the repeats after a crash. */
async function sendOne(
  { ctx, make, outlet, item, products, isFollowed, hasPush, senderApp }: ReadyMail,
  record: RecordOutcome,
): Promise<void> {
  let made: MadeMail | null = null
  let outcome: SendOutcome
  try {
    made = await make(item, products)
    await outlet.send(made.mail)
    outcome = { item, status: 'success', isFollowed, hasPush, senderApp }
  } catch (error) {
    outcome = { ...(await buildFailureOutcome(ctx, item, error)), senderApp }
  }
  // The next attempt may use another template.
  await record(
    made && outcome.status !== 'waiting' ? { ...outcome, subject: made.mail.subject, kept: made.kept } : outcome,
  )
}

async function buildFailureOutcome(ctx: Ctx, item: ClaimedItem, error: unknown): Promise<SendOutcome> {
  // Waits until the merchant resumes; claims skip the shop.
  if (error instanceof MailPaused) return { item, status: 'waiting' }
  if (error instanceof RenderStopped) return buildStoppedOutcome(ctx, item)
  if (!(error instanceof MailRefused)) ctx.log.error({ err: error, itemId: item.id }, 'a request could not be made')
  const errorMessage = oneLine(error instanceof MailRefused ? error.message : formatMessage('unexpected'), 300)
  const outage = error instanceof MailRefused && error.outage
  const minutes =
    sendRetryMinutes[item.attempts - 1] ?? (outage && item.attempts < mostTriesInOutage ? longestWait : undefined)
  const permanent = error instanceof MailRefused && error.permanent
  if (!permanent && minutes !== undefined)
    return { item, status: 'waiting', errorMessage, scheduledAt: new Date(ctx.now().getTime() + minutes * 60_000) }
  // Emailing an address that doesn't exist again would harm the sender's reputation.
  if (error instanceof MailRefused && error.isUnknownRecipient) await noteRefusal(ctx, item)
  return { item, status: 'failed', errorMessage, unspent: cycleOf(ctx, item) }
}

/** The template can become faster between attempts; the last one gives the request up. */
function buildStoppedOutcome(ctx: Ctx, item: ClaimedItem): SendOutcome {
  const errorMessage = formatMessage('templateTooSlow')
  const minutes = item.attempts < mostRenderAttempts ? sendRetryMinutes[item.attempts - 1] : undefined
  return minutes === undefined
    ? { item, status: 'failed', errorMessage, unspent: cycleOf(ctx, item) }
    : { item, status: 'waiting', errorMessage, scheduledAt: new Date(ctx.now().getTime() + minutes * 60_000) }
}

/** Records an immediate refusal of an address like a later bounce. */
async function noteRefusal(ctx: Ctx, { customerEmail }: ClaimedItem): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    await suppress(tx, [customerEmail], 'bounced')
    recordFacts(tx, [{ metric: 'requests.refused', at: tx.now() }])
  })
  await checkReputation(ctx)
}

/** Returns the billing cycle in which a request was counted; null if it wasn't. */
function cycleOf(ctx: Ctx, item: ClaimedItem): Date | null {
  return item.attempts > 0 && isMetered(item) ? findCycleStart(ctx.shop, ctx.now()) : null
}
