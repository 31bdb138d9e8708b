import { v7 as uuidv7 } from 'uuid'
import { z } from 'zod'
import { Fenced, matchClaim, queueWork, Stopped } from '../../core/background/claim.ts'
import { inTransaction, type Ctx } from '../../core/context.ts'
import { InvalidInput, LimitReached, parse, type Problem } from '../../core/errors.ts'
import { recordUnusedFile } from '../../core/files/unused-files.ts'
import { Prisma, type Import } from '../../generated/prisma/client.ts'
import { markDone } from '../../core/idempotency/idempotency.ts'
import { makeImportWork } from '../import-work.ts'
import { JudgemeRun, type JudgemeStep } from './fetch-judgeme-pages.ts'
import { keepToken, tokenField, tokenOf } from './fetch-tokens.ts'
import { shopFetches } from './fetch-limit.ts'
import { buildImportFileKey, formatPlainText, createUploadStream, isLarge } from '../files/import-file.ts'
import { createImport, requireImport } from '../imports.ts'
import { judgemeHeader } from '../marketplaces/judgeme-api.ts'
import type { MarketplaceFigures } from '../marketplaces/table.ts'
import { lockShop } from '../import-row.ts'
import { judgeme } from '../sources/apps/judgeme.ts'

/** The merchant's request waits for the first page. */
const firstPageMs = 20_000
/** Enough for hundreds of pages, but below a job's time limit (background/runner.ts). */
const wholeRunMs = 10 * 60_000
const shopDomain = /^(?=.{4,253}$)[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)+$/

export const judgemeSchema = z.object({
  shopDomain: z.string('required').trim().toLowerCase().min(1, 'required').regex(shopDomain, 'invalidDomain'),
  token: tokenField,
})

/**
 * Fetches a shop's reviews from Judge.me's API. Fetches all of them, because reviews the shop already has don't count
 * against the plan. A single page is stored and checked at once. With more pages the import stays `checking` until a
 * job has fetched them all. Its figures show the progress. The API returns no replies and no videos.
 * @throws InvalidInput under `shopDomain`: required, invalidDomain, noReviewsFound; under `token`: required,
 * judgemeTokenRefused, judgemeSilent
 * @throws LimitReached tooManyAttempts when the shop's fetch queue is full
 * @throws LimitReached importRunning for several pages while another import of the shop waits for its pages
 */
export async function fetchJudgemeImport(ctx: Ctx, input: unknown): Promise<Import> {
  const { shopDomain: domain, token: given } = parse(judgemeSchema, input)
  const token = given ?? (await tokenOf(ctx, 'judgeme'))
  if (token === null) throw new InvalidInput({ token: 'required' })
  const run = runOf(ctx, { domain, token, forMs: firstPageMs })
  const step = await shopFetches.run(ctx.shop.id, () => readNextStep(ctx, run), firstPageMs)
  if (step !== 'page' && step !== 'last') throw new InvalidInput({ token: problemOf(step) })
  const waits = step === 'page'
  // Fails early; the check is repeated under the shop's lock.
  if (waits) await requireNoPendingFetch(ctx)
  else if (given) await keepToken(ctx, 'judgeme', given)
  if (run.rows.length === 0) throw new InvalidInput({ shopDomain: 'noReviewsFound' })
  const total = step === 'last' ? run.rows.length : await run.count()
  const name = `judgeme-${domain}.csv`
  if (!waits) return createImport(ctx, { name, bytes: Buffer.from(tableOf(run)), figures: figuresOf(run, { total }) })
  return createPendingImport(ctx, { name, domain, total, given })
}

const runOf = (ctx: Ctx, { domain, token, forMs }: { domain: string; token: string; forMs: number }): JudgemeRun =>
  new JudgemeRun(ctx.web, { shopId: ctx.shop.id, domain, token, until: ctx.web.now() + forMs })

async function readNextStep(ctx: Ctx, run: JudgemeRun): Promise<JudgemeStep> {
  const step = await run.next()
  if (step !== 'page' && step !== 'last')
    ctx.log.info(
      { site: 'judgeme', page: run.pages + 1, refused: step, fetched: run.rows.length },
      'marketplace refused',
    )
  return step
}

const problemOf = (step: JudgemeStep): Problem =>
  step === 'token' || step === 'missing' ? 'judgemeTokenRefused' : 'judgemeSilent'

const tableOf = ({ rows }: JudgemeRun): string => formatPlainText([judgemeHeader, ...rows]).toWellFormed()

const figuresOf = (
  { rows }: JudgemeRun,
  more: Pick<MarketplaceFigures, 'total' | 'blockedPage' | 'cutShort'>,
): MarketplaceFigures => ({
  ...more,
  found: rows.length,
  chosen: rows.length,
  fetched: rows.length,
  repliesAndVideosMissing: true,
})

/** Allows one pending fetch per shop, because all shops share one queue. Reliable only under the shop's lock. */
async function requireNoPendingFetch({ db, shop }: Pick<Ctx, 'db' | 'shop'>): Promise<void> {
  const where = { shopId: shop.id, status: 'checking', awaitedDomain: { not: null } } as const
  if ((await db.import.count({ where })) > 0) throw new LimitReached('importRunning')
}

interface PendingFetch {
  name: string
  domain: string
  total: number | null
  /** A token that isn't saved yet. */
  given: string | undefined
}

async function createPendingImport(ctx: Ctx, { name, domain, total, given }: PendingFetch): Promise<Import> {
  const id = uuidv7()
  await inTransaction(ctx, async (tx) => {
    await markDone(tx)
    await lockShop(tx)
    await requireNoPendingFetch(tx)
    if (given) await keepToken(tx, 'judgeme', given)
    await tx.db.import.create({
      data: {
        shopId: tx.shop.id,
        id,
        source: judgeme.id,
        fileKey: buildImportFileKey(tx.shop.id, id),
        fileName: name,
        fileSize: 0,
        status: 'checking',
        columns: [...judgemeHeader],
        marketplace: { total, found: 0, chosen: 0, fetched: 0, repliesAndVideosMissing: true },
        awaitedDomain: domain,
        createdAt: tx.now(),
      },
    })
    await queueWork(tx, 'imports.fetch', id)
    tx.publish('import', id)
  })
  return requireImport(ctx, id)
}

/**
 * Fetches the pages an import waits for, stores them as its file and starts the check. After a crash it starts over,
 * because nothing was saved. A refusal after the first page keeps what was fetched.
 */
export const fetchWork = makeImportWork({
  job: 'imports.fetch',
  status: 'checking',
  where: Prisma.sql`"awaitedDomain" is not null`,
  fault: 'importFailed',
  mostAttempts: 4,
  retrySeconds: (attempts) => 2 * attempts ** 2,
  isRetried: () => true,
  async run(ctx, row) {
    await fetchFile(ctx, row)
    return 'finished'
  },
})

async function fetchFile(ctx: Ctx, row: Import): Promise<void> {
  const token = await tokenOf(ctx, 'judgeme')
  if (token === null) throw new InvalidInput({ token: 'judgemeTokenRefused' })
  const { total } = row.marketplace as unknown as MarketplaceFigures
  const run = runOf(ctx, { domain: row.awaitedDomain ?? '', token, forMs: wholeRunMs })
  let step: JudgemeStep = 'page'
  while (step === 'page') {
    if (ctx.stopping.aborted) throw new Stopped()
    step = await readNextStep(ctx, run)
    await noteProgress(ctx, row, { marketplace: figuresOf(run, { total }) })
  }
  if (run.rows.length === 0) throw new InvalidInput({ token: step === 'last' ? 'noReviewsFound' : problemOf(step) })
  const ending = step === 'last' ? {} : step === 'spent' ? { cutShort: true } : { blockedPage: run.pages + 1 }
  const bytes = Buffer.from(tableOf(run))
  await recordUnusedFile(ctx.db, { shopId: ctx.shop.id, key: row.fileKey })
  await ctx.files.put(row.fileKey, createUploadStream(bytes), { contentType: 'text/plain' })
  await inTransaction(ctx, async (tx) => {
    await noteProgress(tx, row, {
      awaitedDomain: null,
      fileSize: bytes.length,
      large: isLarge({ name: row.fileName, size: bytes.length }),
      marketplace: figuresOf(run, { total, ...ending }),
      fence: row.fence + 1,
      attempts: 0,
      leaseUntil: null,
    })
    await queueWork(tx, 'imports.check', row.id)
  })
}

/** Saves the progress of the fetch. @throws Fenced */
async function noteProgress(ctx: Ctx, row: Import, data: Prisma.ImportUpdateManyMutationInput): Promise<void> {
  const { count } = await ctx.db.import.updateMany({
    where: matchClaim(row),
    data: { ...data, version: { increment: 1 } },
  })
  if (count === 0) throw new Fenced()
  ctx.publish('import', row.id)
}
