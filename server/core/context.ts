import type { Shop } from '../generated/prisma/client.ts'
import type { WorkerProcess } from './worker-process.ts'
import { allows, type Feature, type PlanId } from '../../rules/plans.ts'
import type { DatabaseAccess, Db } from './database/for-shop.ts'
import type { Env } from './env.ts'
import { NotAllowed, PlanRequired } from './errors.ts'
import type { EventName, Events } from './events.ts'
import type { FilePort } from './files/files.ts'
import type { WebPort } from './files/web.ts'
import type { Integration } from '../shop/integrations/integration.ts'
import type { Logger } from './logger.ts'
import type { JobName } from './job-names.ts'
import type { MailPort } from '../requests/mail/mail.ts'
import type { SmtpPort } from '../requests/mail/merchant-smtp.ts'
import type { PlatformPort } from '../platform/platform.ts'
import type { SecretBox } from './secrets/secrets.ts'
import type { Signer } from './signing.ts'
import type { DnsPort } from './web/dns.ts'

/** Who acts. Only a merchant has a session; the others act without a login. */
export type Actor =
  | {
      kind: 'merchant'
      mode: 'embedded' | 'standalone'
      accountId: string | null
      email?: string
      locale: string | null
      readOnly: boolean
    }
  | { kind: 'shopper' }
  | { kind: 'platform' }
  | { kind: 'system'; name: string }

/** Names of what subscriptions and caches listen to; the id is the row's, of a session its token's hash. */
export type Topic = 'import' | 'export' | 'reviewCounts' | 'queue' | 'shop' | 'product' | 'bulk' | 'session'

/** What every shop's context shares in one process; made once by compose.ts. */
export interface Deps {
  env: Env
  access: DatabaseAccess
  signer: Signer
  secrets: SecretBox
  platform: PlatformPort
  mail: MailPort
  files: FilePort
  web: WebPort
  dns: DnsPort
  /** Mail servers that merchants bring. */
  smtp: SmtpPort
  /** The services a shop can connect to. */
  integrations: readonly Integration[]
  /** Where long work is done. */
  worker: WorkerProcess
  log: Logger
  /** PUBLIC_URL without a slash at its end. Links never come from a Host header. */
  origin: string
  /** Aborted when the process begins to close: long work ends at its next good place and is taken up by another process. */
  stopping: AbortSignal
  /** The only business clock (decisions 'Clocks'). */
  now(): Date
  emit<E extends EventName>(ctx: Ctx, name: E, payload: Events[E]): Promise<void>
  enqueue(ctx: Ctx, job: JobName, order: EnqueueOptions & { data: object }): Promise<boolean>
  enqueueAll(ctx: Ctx, job: JobName, orders: readonly JobOrder[]): Promise<void>
  publish(shopId: string, topic: Topic, id: string): void
}

export interface EnqueueOptions {
  startAfterSeconds?: number
  /** A second job of this key is not queued while the first waits. LONG_JOBS must have one, others cannot. */
  key?: string
}

/** One of many jobs of a kind. */
export interface JobOrder extends Pick<EnqueueOptions, 'startAfterSeconds'> {
  data: object
}

/** One object for all a service function needs; never a row of parameters. */
export interface Ctx extends Omit<Deps, 'emit' | 'enqueue' | 'enqueueAll' | 'publish'> {
  shop: Shop
  actor: Actor
  /** This shop's database, or the open transaction of it. */
  db: Db
  /** Runs the listeners of server/app/listeners.ts now, in the same transaction. */
  emit<E extends EventName>(name: E, payload: Events[E]): Promise<void>
  /** Queues a job in the same transaction: a rolled-back change sends nothing. Returns false when one of its key waits already. */
  enqueue(job: JobName, data: object, options?: EnqueueOptions): Promise<boolean>
  /** The same for any number of jobs of a kind, in one statement. */
  enqueueAll(job: JobName, orders: readonly JobOrder[]): Promise<void>
  /** Wakes subscriptions on all nodes once the transaction is committed. */
  publish(topic: Topic, id: string): void
}

/** What runs before the commit and what wakes after it; only inside a transaction. */
const pending = new WeakMap<Ctx, { last: (() => Promise<void>)[]; wakes: (() => void)[] }>()

/** The context of one shop and actor. */
export function makeContext(deps: Deps, shop: Shop, actor: Actor): Ctx {
  // A copy: the row may be the cache's, which must not show what is not committed.
  return bind(deps, { shop: { ...shop }, actor, db: deps.access.forShop(shop.id) })
}

function bind(deps: Deps, { shop, actor, db }: { shop: Shop; actor: Actor; db: Db }): Ctx {
  const ctx: Ctx = {
    ...deps,
    shop,
    actor,
    db,
    emit: (name, payload) => deps.emit(ctx, name, payload),
    enqueue: (job, data, options) => deps.enqueue(ctx, job, { ...options, data }),
    enqueueAll: (job, orders) => deps.enqueueAll(ctx, job, orders),
    publish(topic, id) {
      const wake = () => deps.publish(shop.id, topic, id)
      afterCommit(ctx, wake)
    },
  }
  depsOfContext.set(ctx, deps)
  return ctx
}

const depsOfContext = new WeakMap<Ctx, Deps>()

/** Acts once the open transaction is committed; at once outside of one. */
export function afterCommit(ctx: Ctx, act: () => void): void {
  const waiting = pending.get(ctx)
  if (waiting) waiting.wakes.push(act)
  else act()
}

export interface TransactionOptions {
  /** Milliseconds after which it is rolled back; 15 s unless given. */
  timeout?: number
}

/**
 * Runs work in one transaction; joins the one that is open. Inside, only the handed context may touch the database:
 * a query past it waits for the transaction on the embedded database and escapes it on a server.
 */
export async function inTransaction<T>(
  ctx: Ctx,
  work: (ctx: Ctx) => Promise<T>,
  options: TransactionOptions = {},
): Promise<T> {
  if (pending.has(ctx)) return work(ctx)
  const deps = depsOfContext.get(ctx)
  if (!deps) throw new Error('This context was not made by makeContext().')
  const ends = { last: [] as (() => Promise<void>)[], wakes: [] as (() => void)[] }
  const result = await deps.access.forShop(ctx.shop.id).$transaction(async (db) => {
    const inner = bind(deps, { shop: ctx.shop, actor: ctx.actor, db })
    pending.set(inner, ends)
    const done = await work(inner)
    for (const run of ends.last) await run()
    return done
  }, options)
  for (const wake of ends.wakes) wake()
  return result
}

/**
 * Runs a write as one of the last of an open transaction, after the work and its listeners.
 * @throws Error outside of a transaction
 */
export function beforeCommit(tx: Ctx, run: () => Promise<void>): void {
  const ends = pending.get(tx)
  if (!ends) throw new Error('Only a transaction has a commit.')
  ends.last.push(run)
}

/** Whether a context is that of an open transaction: then only its `db` may touch the database. */
export const isInTransaction = (ctx: Ctx): boolean => pending.has(ctx)

/** The plan of the session's shop. */
export const readPlan = (ctx: Ctx): PlanId => ctx.shop.plan as PlanId

/**
 * Refuses when the shop's plan does not hold a feature (spec 6).
 * @throws PlanRequired naming the cheapest plan that does
 */
export function requireFeature(ctx: Ctx, feature: Feature): void {
  if (!allows(readPlan(ctx), feature)) throw new PlanRequired(feature)
}

/**
 * Refuses writes of a read-only session. The edges call it before each write; service functions need not.
 * @throws NotAllowed
 */
export function requireWritable(ctx: Ctx): void {
  if (ctx.actor.kind === 'merchant' && ctx.actor.readOnly) throw new NotAllowed('readOnly')
}
