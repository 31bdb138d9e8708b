import { v7 as uuidv7 } from 'uuid'
import { dayMs } from '../../../rules/dates.ts'
import { oldOrderWindowDays } from '../../../rules/limits.ts'
import { missingScopes } from '../../../rules/scopes.ts'
import { matchClaim, queueWork, requireFence, Stopped, type Work } from '../../core/background/claim.ts'
import { inTransaction, makeContext, type Ctx, type Deps } from '../../core/context.ts'
import { AccessRefused, UpstreamFailed } from '../../core/errors.ts'
import { Prisma, type FirstImport } from '../../generated/prisma/client.ts'
import type { BulkBatch, BulkKind, BulkState } from '../../platform/bulk.ts'
import { savePastOrders } from '../orders/orders.ts'
import { catalogVersion, saveProducts } from '../products/sync.ts'

/** Time limit of one job, so that other shops get a share. */
const sliceMs = 5_000
const pollSeconds = 3
const shopsAtOnce = 20

/**
 * Starts reading the shop's products and last orders. A shop that returns reads only what changed while it was away.
 * Returns null while one runs: two first visits at once start one.
 */
export async function startFirstImport(
  ctx: Ctx,
  { leftAt = null }: { leftAt?: Date | null } = {},
): Promise<FirstImport | null> {
  return inTransaction(ctx, async (tx) => {
    const { db, shop } = tx
    await db.$queryRaw`select 1 from "Shop" where id = ${shop.id}::uuid for update`
    const earlier = await db.firstImport.findMany({ where: { shopId: shop.id }, select: { id: true, status: true } })
    if (earlier.some(({ status }) => status === 'running')) return null
    const hasAll = earlier.some(({ status }) => status === 'done')
    const row = await db.firstImport.create({
      data: {
        shopId: shop.id,
        id: uuidv7(),
        status: 'running',
        step: 'products',
        since: hasAll ? leftAt : null,
        createdAt: tx.now(),
      },
    })
    await queueWork(tx, 'firstImport.run', row.id)
    return row
  })
}

/** Returns the newest import of the shop. */
export const findFirstImport = ({ db, shop }: Ctx): Promise<FirstImport | null> =>
  db.firstImport.findFirst({ where: { shopId: shop.id }, orderBy: [{ createdAt: 'desc' }, { id: 'desc' }] })

/** Stops the import of a shop that leaves. */
export async function stopFirstImport(tx: Ctx): Promise<void> {
  await tx.db.firstImport.updateMany({
    where: { shopId: tx.shop.id, status: 'running' },
    data: { status: 'failed', error: 'uninstalled', finishedAt: tx.now(), leaseUntil: null, fence: { increment: 1 } },
  })
}

/** Schedule: starts an import, and sends ratings, for shops whose catalog an older release has read. */
export async function importOldCatalogs(deps: Deps): Promise<number> {
  const shops = await deps.access.acrossShops('sync old catalogs').shop.findMany({
    where: { catalogVersion: { lt: catalogVersion }, uninstalledAt: null },
    orderBy: { id: 'asc' },
    take: shopsAtOnce,
  })
  for (const shop of shops) {
    await inTransaction(makeContext(deps, shop, { kind: 'system', name: 'catalog' }), async (tx) => {
      await tx.db.shop.update({ where: { id: shop.id }, data: { catalogVersion } })
      await startFirstImport(tx)
      await tx.enqueue('ratings.send', {})
    })
  }
  return shops.length
}

/** Reads a shop's catalog and orders. Each batch is stored with its position, so a crash repeats and skips none. */
export const firstImportWork: Work<FirstImport> = {
  job: 'firstImport.run',
  topic: 'shop',
  table: 'FirstImport',
  open: Prisma.sql`status = 'running'`,
  mostAttempts: 8,
  retrySeconds: (attempts) => 5 * attempts ** 2,
  isRetried: () => true,
  run: (ctx, row) => runSlice(ctx, row).catch(retryUnlessRefused),
  fail: (ctx, row, error) =>
    ctx.db.firstImport.updateMany({
      where: matchClaim(row),
      data: {
        status: 'failed',
        error: error instanceof AccessRefused ? 'accessRefused' : 'upstreamFailed',
        finishedAt: ctx.now(),
        leaseUntil: null,
      },
    }),
}

/** A platform that is away or throttles is asked again; only a merchant can end a refusal. */
function retryUnlessRefused(error: unknown): never {
  if (error instanceof UpstreamFailed && !(error instanceof AccessRefused))
    throw new Error('The platform did not deliver the file.', { cause: error })
  throw error
}

async function runSlice(ctx: Ctx, row: FirstImport): Promise<'finished' | 'more'> {
  const kind = row.step as BulkKind
  if (row.operationId === null) return startStep(ctx, row, kind)
  const state = await ctx.platform.bulk.state(ctx.shop, row.operationId)
  if (state.status === 'running') {
    await change(ctx, row, { total: state.records, ...waiting(), ...sameAttempts(row) })
    return 'finished'
  }
  if (state.status === 'failed') return restartStep(ctx, row, state)
  const isRead = state.url === null || (await readFile(ctx, row, { ...state, url: state.url, kind }))
  if (!isRead) return 'more'
  return endStep(ctx, row, kind)
}

async function startStep(ctx: Ctx, row: FirstImport, kind: BulkKind): Promise<'more'> {
  const oldest = new Date(row.createdAt.getTime() - oldOrderWindowDays * dayMs)
  const since = kind === 'products' || (row.since && row.since > oldest) ? row.since : oldest
  const operationId = await ctx.platform.bulk.start(ctx.shop, { kind, since })
  await change(ctx, row, { operationId, position: 0, total: 0, ...sameAttempts(row) })
  return 'more'
}

/** The platform gave up: the next attempt orders the file again. */
async function restartStep(ctx: Ctx, row: FirstImport, { reason }: BulkState & { status: 'failed' }): Promise<never> {
  await ctx.db.firstImport.updateMany({ where: matchClaim(row), data: { operationId: null, position: 0 } })
  throw reason === 'accessRefused' ? new AccessRefused() : new UpstreamFailed('upstreamFailed')
}

/** Stores batches until the end of the file or of the slice. Returns whether the whole file is stored. */
async function readFile(
  ctx: Ctx,
  row: FirstImport,
  { records, ...file }: { kind: BulkKind; url: string; bytes: number; records: number },
): Promise<boolean> {
  const end = Date.now() + sliceMs
  for await (const batch of ctx.platform.bulk.read({ ...file, currency: ctx.shop.currency }, Number(row.position))) {
    if (ctx.stopping.aborted) throw new Stopped()
    await saveBatch(ctx, row, { ...batch, total: records })
    if (batch.position < file.bytes && Date.now() > end) return false
  }
  return true
}

async function saveBatch(ctx: Ctx, row: FirstImport, batch: BulkBatch & { total: number }): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    await requireFence(tx, 'FirstImport', row)
    await saveProducts(tx, batch.products)
    await savePastOrders(tx, batch.orders)
    await tx.db.firstImport.updateMany({
      where: matchClaim(row),
      data: {
        position: batch.position,
        total: batch.total,
        products: { increment: batch.products.length },
        orders: { increment: batch.orders.length },
        attempts: 0,
      },
    })
    tx.publish('shop', tx.shop.id)
  })
}

async function endStep(ctx: Ctx, row: FirstImport, kind: BulkKind): Promise<'finished' | 'more'> {
  // A shop that was away may have deleted products, which no event or file names.
  if (kind === 'products' && row.since !== null)
    await ctx.enqueue('products.findLost', { before: row.createdAt.toISOString() })
  const mayReadOrders = missingScopes(ctx.shop.grantedScopes, 'requests').length === 0
  if (kind === 'products' && mayReadOrders) {
    await change(ctx, row, { step: 'orders', operationId: null, position: 0, total: 0, attempts: 0 })
    return 'more'
  }
  await change(ctx, row, { status: 'done', finishedAt: ctx.now(), leaseUntil: null })
  return 'finished'
}

/** Waiting is no attempt, but no progress either: files that end in an error are counted. */
const sameAttempts = ({ attempts }: FirstImport) => ({ attempts: Math.max(0, attempts - 1) })

const waiting = () => ({ leaseUntil: new Date(Date.now() + pollSeconds * 1_000) })

/** Changes the row if this runner still has it. */
async function change(ctx: Ctx, row: FirstImport, data: Prisma.FirstImportUpdateManyMutationInput): Promise<void> {
  await ctx.db.firstImport.updateMany({ where: matchClaim(row), data })
  ctx.publish('shop', ctx.shop.id)
}
