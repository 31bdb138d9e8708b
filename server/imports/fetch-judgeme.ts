import { v7 as uuidv7 } from 'uuid'
import { z } from 'zod'
import { inTransaction, type Ctx } from '../context.ts'
import { InvalidInput, LimitReached, parse, UserError, type Problem } from '../errors.ts'
import { noteUnusedFile } from '../files/unused-files.ts'
import type { Import } from '../generated/prisma/client.ts'
import { noteDone } from '../idempotency/idempotency.ts'
import { awaitedOf, mostFetches, queueLeaseMs, type Awaited } from './awaited.ts'
import { failureText } from './failure.ts'
import { JudgemeRun, type JudgemeStep } from './fetch-judgeme-pages.ts'
import { keepToken, tokenField, tokenOf } from './fetch-tokens.ts'
import { oneOfShop } from './fetch-turns.ts'
import { importFileKey, plainText, uploadStream } from './import-file.ts'
import { checkLeaseMs } from './checking/check-lease.ts'
import { createImport, findImport, importById } from './imports.ts'
import { judgemeHeader } from './judgeme-api.ts'
import type { MarketplaceFigures } from './marketplaces/table.ts'
import { lockShop } from './one-at-a-time.ts'
import { judgeme } from './sources/judgeme.ts'

/** The merchant waits for the first page. */
const firstPageMs = 20_000
/** Hundreds of pages, less than a job may take (background/runner.ts). */
const wholeRunMs = 10 * 60_000
const shopDomain = /^(?=.{4,253}$)[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)+$/

export const judgemeSchema = z.object({
  shopDomain: z.string('required').trim().toLowerCase().min(1, 'required').regex(shopDomain, 'invalidDomain'),
  token: tokenField,
})

/**
 * Asks Judge.me's API for the reviews of a shop, however many the plan takes: those that are here already do not count. What fits on one page is kept and checked at once; of more the
 * import is `checking` until a job has them all, and its figures tell how far that is. The API gives no replies and no videos.
 * @throws InvalidInput under `shopDomain`: required, invalidDomain, noReviewsFound; under `token`: required, judgemeTokenRefused, judgemeSilent; LimitReached
 *   tooManyAttempts while the shop fetches, and more wait; importRunning for several pages while the shop has an import that waits for its own
 */
export async function fetchJudgemeImport(ctx: Ctx, input: unknown): Promise<Import> {
  const { shopDomain: domain, token: given } = parse(judgemeSchema, input)
  const token = given ?? (await tokenOf(ctx, 'judgeme'))
  if (token === null) throw new InvalidInput({ token: 'required' })
  const run = runOf(ctx, { domain, token, forMs: firstPageMs })
  const step = await oneOfShop(ctx.web, { shopId: ctx.shop.id, patienceMs: firstPageMs }, () => nextOf(ctx, run))
  if (!step) throw new LimitReached('tooManyAttempts')
  if (step !== 'page' && step !== 'last') throw new InvalidInput({ token: problemOf(step) })
  const waits = step === 'page'
  // Before anything else is asked for; under the shop's lock it is looked at again.
  if (waits) await requireNoneAwaited(ctx)
  else if (given) await keepToken(ctx, 'judgeme', given)
  if (run.rows.length === 0) throw new InvalidInput({ shopDomain: 'noReviewsFound' })
  const total = step === 'last' ? run.rows.length : await run.count()
  const name = `judgeme-${domain}.csv`
  if (!waits) return createImport(ctx, { name, bytes: Buffer.from(tableOf(run)), figures: figuresOf(run, { total }) })
  return awaitImport(ctx, { name, domain, total, given })
}

const runOf = (ctx: Ctx, { domain, token, forMs }: { domain: string; token: string; forMs: number }): JudgemeRun =>
  new JudgemeRun(ctx.web, { shopId: ctx.shop.id, domain, token, until: ctx.web.now() + forMs })

async function nextOf(ctx: Ctx, run: JudgemeRun): Promise<JudgemeStep> {
  const step = await run.next()
  if (step !== 'page' && step !== 'last') ctx.log.info({ site: 'judgeme', page: run.pages + 1, refused: step, fetched: run.rows.length }, 'marketplace refused')
  return step
}

const problemOf = (step: JudgemeStep): Problem => (step === 'token' || step === 'missing' ? 'judgemeTokenRefused' : 'judgemeSilent')

const tableOf = ({ rows }: JudgemeRun): string => plainText([judgemeHeader, ...rows]).toWellFormed()

const figuresOf = ({ rows }: JudgemeRun, more: Pick<MarketplaceFigures, 'total' | 'blockedPage' | 'cutShort'>): MarketplaceFigures =>
  ({ ...more, found: rows.length, chosen: rows.length, fetched: rows.length, repliesAndVideosMissing: true })

/**
 * All shops' fetches stand in one queue, and each may take its ten minutes: a shop has one of them there. Only under the shop's lock the
 * answer is still true a moment later.
 */
async function requireNoneAwaited({ db, shop }: Pick<Ctx, 'db' | 'shop'>): Promise<void> {
  const [other] = await db.$queryRaw<unknown[]>`select from "Import" where "shopId" = ${shop.id}::uuid and status = 'checking' and report ? 'awaited' limit 1`
  if (other) throw new LimitReached('importRunning')
}

interface ToAwait {
  name: string
  domain: string
  total: number | null
  /** A token that is not kept yet. */
  given: string | undefined
}

async function awaitImport(ctx: Ctx, { name, domain, total, given }: ToAwait): Promise<Import> {
  const id = uuidv7()
  const report = { encoding: 'utf-8', delimiter: ',', columns: [...judgemeHeader], marketplace: { total, found: 0, chosen: 0, fetched: 0, repliesAndVideosMissing: true }, awaited: { shopDomain: domain } }
  await inTransaction(ctx, async (tx) => {
    await noteDone(tx)
    await lockShop(tx)
    await requireNoneAwaited(tx)
    if (given) await keepToken(tx, 'judgeme', given)
    await tx.db.import.create({ data: {
      shopId: tx.shop.id, id, source: judgeme.id, fileKey: importFileKey(tx.shop.id, id), fileName: name, fileSize: 0, status: 'checking',
      report, createdAt: tx.now(), leaseUntil: new Date(Date.now() + queueLeaseMs),
    } })
    await tx.enqueue('imports.fetch', { importId: id }, { key: id })
    tx.publish('import', id)
  })
  return importById(ctx, id)
}

/**
 * Job `imports.fetch`: fetches what an import waits for, keeps it as its file and has it checked. One that was killed begins anew; nothing has come
 * into the shop. Of two the one that began last goes on. A refusal later than at the first page leaves what was fetched.
 */
export async function fetchAwaited(ctx: Ctx, { importId }: { importId: string }): Promise<void> {
  const row = await findImport(ctx, importId)
  const awaited = row?.status === 'checking' ? awaitedOf(row) : null
  if (!row || !awaited) return
  const claimed = await claimFetch(ctx, { ...row, ...awaited })
  if (!claimed) return
  try {
    if (claimed.fence > mostFetches) throw new InvalidInput({ file: 'importFailed' })
    await bringFile(ctx, claimed)
  } catch (error) {
    if (!(error instanceof UserError)) throw error
    await ctx.db.import.updateMany({ where: fetchInHand(claimed), data: { status: 'failed', error: failureText(error), version: { increment: 1 } } })
    ctx.publish('import', importId)
  }
}

type AwaitedImport = Import & Awaited

/** A fetch in hand: nobody has begun it since, and the import is without its file. What has its file counts another thing by the fence. */
const fetchInHand = ({ shopId, id, fence, shopDomain }: AwaitedImport) =>
  ({ shopId, id, status: 'checking' as const, fence, report: { path: ['awaited', 'shopDomain'], equals: shopDomain } })

/** The fence counts how often the fetch was begun, and turns away the one before; null when another one took it now. */
async function claimFetch(ctx: Ctx, awaited: AwaitedImport): Promise<AwaitedImport | null> {
  const { id, fence, shopDomain } = awaited
  const { count } = await ctx.db.import.updateMany({ where: fetchInHand(awaited), data: { fence: fence + 1, leaseUntil: new Date(Date.now() + checkLeaseMs) } })
  const row = count === 0 ? null : await findImport(ctx, id)
  return row && { ...row, fence: fence + 1, shopDomain }
}

/** Ends early where it is another one's to bring meanwhile. */
async function bringFile(ctx: Ctx, row: AwaitedImport): Promise<void> {
  const token = await tokenOf(ctx, 'judgeme')
  if (token === null) throw new InvalidInput({ token: 'judgemeTokenRefused' })
  const { awaited: _awaited, ...report } = row.report as { awaited: object; marketplace: MarketplaceFigures }
  const { total } = report.marketplace
  const { shopDomain } = row
  const run = runOf(ctx, { domain: shopDomain, token, forMs: wholeRunMs })
  let step: JudgemeStep = 'page'
  while (step === 'page') {
    if (ctx.stopping.aborted) throw Object.assign(new Error('The process is closing; the fetch begins anew elsewhere'), { code: 'ECANCELED' })
    step = await nextOf(ctx, run)
    if (!(await noteProgress(ctx, row, { report: { ...report, marketplace: figuresOf(run, { total }), awaited: { shopDomain } } }))) return
  }
  if (run.rows.length === 0) throw new InvalidInput({ token: step === 'last' ? 'noReviewsFound' : problemOf(step) })
  const ending = step === 'last' ? {} : step === 'spent' ? { cutShort: true } : { blockedPage: run.pages + 1 }
  const bytes = Buffer.from(tableOf(run))
  await noteUnusedFile(ctx.db, { shopId: ctx.shop.id, key: row.fileKey })
  await ctx.files.put(row.fileKey, uploadStream(bytes), { contentType: 'text/plain' })
  await inTransaction(ctx, async (tx) => {
    // A fence of its own: how often the fetch was begun says nothing of the check, which is followed only so often.
    const brought = await noteProgress(tx, row, { fileSize: bytes.length, fence: 0, report: { ...report, marketplace: figuresOf(run, { total, ...ending }) } })
    // Not within this job: tried again it would find nothing awaited any more, and leave a check that was lost to the end of its lease.
    if (brought) await tx.enqueue('imports.check', { importId: row.id })
  })
}

/** Tells how far the fetch is, and that it lives. Answers false where another one was begun meanwhile. */
async function noteProgress(ctx: Ctx, row: AwaitedImport, { report, ...file }: { report: object; fileSize?: number; fence?: number }): Promise<boolean> {
  const { count } = await ctx.db.import.updateMany({
    where: fetchInHand(row),
    data: { report, ...file, leaseUntil: new Date(Date.now() + checkLeaseMs), version: { increment: 1 } },
  })
  if (count > 0) ctx.publish('import', row.id)
  return count > 0
}
