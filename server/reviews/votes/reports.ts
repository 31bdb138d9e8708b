import { v7 as uuidv7 } from 'uuid'
import { matchLocale } from '../../../rules/locales.ts'
import { maxOpenReports } from '../../../rules/limits.ts'
import { reportInput, type ReportDecision, type ReportReason } from '../../../rules/votes-and-search.ts'
import { inTransaction, type Ctx } from '../../core/context.ts'
import { NotFound, parse } from '../../core/errors.ts'
import { word } from '../../core/words/words.ts'
import type { Prisma } from '../../generated/prisma/client.ts'
import { performReviewAction } from '../reviews/changes/perform-action.ts'
import { lockReviews } from '../reviews/lock-reviews.ts'
import { isUuid } from '../../core/uuid.ts'
import { queueReporterMails } from './report-mail.ts'
import { hashVisitor } from './visitor.ts'
import { lockShownReview } from './votes.ts'

export interface Report {
  id: string
  reason: ReportReason
  text: string
  email: string
  createdAt: Date
  decision: ReportDecision | null
  decidedAt: Date | null
}

interface PostedReport {
  id: string
  sender: { ip: string; agent: string }
  /** Language of the page, unless it is the shop's primary one. */
  locale?: string | undefined
  fields: unknown
}

/**
 * Saves a shopper's report of a published review. A second report from the same browser and address replaces the first
 * while it is open. Each change is confirmed by email. The first open report notifies the merchant; reports beyond 100 open ones are dropped.
 * @throws NotFound for a review that is unknown, hidden or another shop's; InvalidInput
 */
export async function reportReview(ctx: Ctx, { id: reviewId, sender, locale, fields }: PostedReport): Promise<void> {
  const { reason, text = '', email = '' } = parse(reportInput, fields)
  await inTransaction(ctx, async (tx) => {
    const { openReports } = await lockShownReview(tx, reviewId)
    const shopId = tx.shop.id
    const said = { reason, text, email, locale: matchLocale(locale) }
    const visitor = hashVisitor(tx, { ...sender, email: email || undefined }, reviewId)
    const where = { shopId_reviewId_visitor: { shopId, reviewId, visitor } }
    const earlier = await tx.db.reviewReport.findUnique({ where })
    if (earlier ? earlier.reason === reason && earlier.text === text : openReports >= maxOpenReports) return
    const report = await tx.db.reviewReport.upsert({
      where,
      create: { shopId, id: uuidv7(), reviewId, visitor, ...said, createdAt: tx.now() },
      update: { ...said, createdAt: tx.now() },
    })
    await queueReporterMails(tx, [report], 'received')
    if (earlier) return
    await setOpenReports(tx, reviewId, openReports + 1)
    if (openReports === 0) await tx.emit('review.reported', { ids: [reviewId] })
  })
}

/** Reports a review in the name of a person whose address its author used. */
export async function reportDisowned(
  tx: Ctx,
  { reviewId, email, locale }: { reviewId: string; email: string; locale: string },
): Promise<void> {
  const text = word(tx.shop.primaryLocale, 'confirm.denied.report')
  const report = { id: uuidv7(), reviewId, reason: 'fake', text, email, locale }
  await tx.db.reviewReport.create({ data: { shopId: tx.shop.id, ...report, createdAt: tx.now() } })
  await queueReporterMails(tx, [report], 'received')
  const open = await tx.db.reviewReport.count({ where: { shopId: tx.shop.id, reviewId, decision: null } })
  await setOpenReports(tx, reviewId, open)
  if (open === 1) await tx.emit('review.reported', { ids: [reviewId] })
}

/** Keeps the review's version: a report must not make the merchant's edits stale. */
async function setOpenReports(tx: Ctx, reviewId: string, count: number): Promise<void> {
  await tx.db
    .$executeRaw`update "Review" set "openReports" = ${count}, "updatedAt" = ${tx.now()} where "shopId" = ${tx.shop.id}::uuid and id = ${reviewId}::uuid`
}

interface Decision {
  id: string
  /** Version that the merchant has seen, for hiding. */
  version?: number | null | undefined
  /** For hiding, see refusalInput. */
  reason?: unknown
  note?: unknown
}

/**
 * Closes all open reports of a review: `kept` keeps the review unchanged, `hidden` hides it if it is shown.
 * @throws NotFound; Stale or NotAllowed as hiding does
 */
export async function decideReports(
  ctx: Ctx,
  { id, version, ...refusal }: Decision,
  decision: Exclude<ReportDecision, 'dismissed'>,
): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const [review] = isUuid(id) ? await lockReviews(tx, [id]) : []
    if (!review) throw new NotFound()
    if (decision === 'hidden' && review.status === 'published')
      await performReviewAction(tx, { act: 'unpublish', ids: [id], version, ...refusal })
    await closeReports(tx, { reviewId: { in: [id] } }, decision)
  })
}

/** Closes open reports, updates their reviews' counts and emails the reporters. */
async function closeReports(tx: Ctx, which: Prisma.ReviewReportWhereInput, decision: ReportDecision): Promise<void> {
  const closed = await tx.db.reviewReport.updateManyAndReturn({
    where: { ...which, shopId: tx.shop.id, decision: null },
    data: { decision, decidedAt: tx.now(), visitor: null },
  })
  await queueReporterMails(tx, closed, decision)
  await tx.db.$executeRaw`
    update "Review" r set "updatedAt" = ${tx.now()}, "openReports" = (select count(*) from "ReviewReport" p
      where p."shopId" = ${tx.shop.id}::uuid and p."reviewId" = r.id and p.decision is null)
    where r."shopId" = ${tx.shop.id}::uuid and r.id = any(${[...new Set(closed.map(({ reviewId }) => reviewId))]}::uuid[])`
}

/** Listener: refusing a review decides its reports, whichever way the merchant took. */
export async function settleReports(tx: Ctx, { ids }: { ids: string[] }): Promise<void> {
  await closeReports(tx, { reviewId: { in: ids } }, 'hidden')
}

/** An objection restored reviews that reports had hidden: keeps them after all and emails the reporters. */
export async function reverseReports(tx: Ctx, reviewIds: readonly string[]): Promise<void> {
  const reversed = await tx.db.reviewReport.updateManyAndReturn({
    where: { shopId: tx.shop.id, reviewId: { in: [...reviewIds] }, decision: 'hidden' },
    data: { decision: 'kept', decidedAt: tx.now() },
  })
  await queueReporterMails(tx, reversed, 'restored')
}

/** Dismisses one report; returns the id of its review. @throws NotFound */
export async function dismissReport(ctx: Ctx, id: string): Promise<string> {
  return inTransaction(ctx, async (tx) => {
    const shopId = tx.shop.id
    const report = isUuid(id)
      ? await tx.db.reviewReport.findUnique({ where: { shopId_id: { shopId, id } }, select: { reviewId: true } })
      : null
    const [review] = report ? await lockReviews(tx, [report.reviewId]) : []
    if (!review) throw new NotFound()
    await closeReports(tx, { id }, 'dismissed')
    return review.id
  })
}

const columns = {
  id: true,
  reason: true,
  text: true,
  email: true,
  createdAt: true,
  decision: true,
  decidedAt: true,
} as const

/** Returns the newest reports of each review, open ones first. */
export async function listReports(ctx: Ctx, reviewIds: readonly string[]): Promise<Report[][]> {
  const rows = await ctx.db.reviewReport.findMany({
    where: { shopId: ctx.shop.id, reviewId: { in: [...reviewIds] } },
    orderBy: [{ decidedAt: { sort: 'desc', nulls: 'first' } }, { id: 'desc' }],
    take: maxOpenReports * 2,
    select: { ...columns, reviewId: true },
  })
  const byReview = Map.groupBy(rows, ({ reviewId }) => reviewId)
  return reviewIds.map((id) => (byReview.get(id) ?? []) as unknown as Report[])
}

/** Returns the reports of one review, for REST. @throws NotFound */
export async function reviewReports(ctx: Ctx, id: string): Promise<Report[]> {
  const review = isUuid(id)
    ? await ctx.db.review.findUnique({ where: { shopId_id: { shopId: ctx.shop.id, id } }, select: { id: true } })
    : null
  if (!review) throw new NotFound()
  const [reports = []] = await listReports(ctx, [id])
  return reports.map(({ id: reportId, reason, text, email, createdAt, decision, decidedAt }) => ({
    id: reportId,
    reason,
    text,
    email,
    createdAt,
    decision,
    decidedAt,
  }))
}
