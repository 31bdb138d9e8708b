import type { Shop } from '../generated/prisma/client.ts'
import { allows, type Feature, type PlanId } from '../../rules/plans.ts'
import type { DatabaseAccess, Db } from './database/for-shop.ts'
import type { Env } from './env.ts'
import { NotAllowed, PlanRequired } from './errors.ts'
import type { EventName, Events } from './events.ts'
import type { FilePort } from './files/files.ts'
import type { WebPort } from './files/web.ts'
import type { Integration } from '../shop/integrations/integration.ts'
import type { PersonalData } from '../shop/privacy/personal-data.ts'
import type { Logger } from './logger.ts'
import type { JobName } from './job-names.ts'
import type { ApiKeyIdentity } from './key-scopes.ts'
import type { MailPort } from '../requests/mail/mail.ts'
import type { SmtpPort } from '../requests/mail/merchant-smtp.ts'
import type { PlatformPort } from '../platform/platform.ts'
import type { SecretBox } from './secrets/secrets.ts'
import type { Signer } from './signing.ts'
import type { DnsPort } from './web/dns.ts'

/** The acting party. Only a merchant has a session; the others act without a login. */
export type Actor =
  | {
      kind: 'merchant'
      mode: 'embedded' | 'standalone'
      accountId: string | null
      email?: string
      /** As the account calls itself; empty: by its email. */
      name?: string
      locale: string | null
      readOnly: boolean
      /** The operator's support, in a shop without a right of its own. */
      isSupport?: boolean
      /** Set for a request with an API key instead of a login. */
      key?: ApiKeyIdentity
    }
  | { kind: 'shopper' }
  | { kind: 'platform' }
  | { kind: 'system'; name: string }

/** Topics of subscriptions and caches. The id is the row's; for a session, its token's hash; `due` wakes schedules. */
export type Topic =
  | 'due'
  | 'archive'
  | 'import'
  | 'export'
  | 'reviewCounts'
  | 'queue'
  | 'shop'
  | 'product'
  | 'bulk'
  | 'session'
  | 'privacy'

/** Dependencies that all contexts of a process share; made once by compose.ts. */
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
  /** Mail servers that merchants configure. */
  smtp: SmtpPort
  integrations: readonly Integration[]
  /** The rooms with rows about customers. */
  personalData: readonly PersonalData[]
  log: Logger
  /** PUBLIC_URL without a trailing slash. Links never use a Host header. */
  origin: string
  /** Aborted when the process begins to close: long work stops at a safe point for another process to continue. */
  stopping: AbortSignal
  /** The only business clock (decisions 'Clocks'). */
  now(): Date
  emit<E extends EventName>(ctx: Ctx, name: E, payload: Events[E]): Promise<void>
  enqueue(ctx: Ctx, job: JobName, order: EnqueueOptions & { data: object }): Promise<boolean>
  enqueueAll(ctx: Ctx, job: JobName, orders: readonly JobOrder[]): Promise<void>
  /**
   * Runs a heavy job in the worker and returns its result. Not for transactions.
   * @throws JobLost when the worker died twice; UserError as the job
   */
  askWorker(ctx: Ctx, job: JobName, data: object): Promise<unknown>
  publish(shopId: string, topic: Topic, id: string): void
}

export interface EnqueueOptions {
  startAfterSeconds?: number
  /** Prevents a second job with this key while the first waits. LONG_JOBS require a key; others cannot have one. */
  key?: string
}

export interface JobOrder extends Pick<EnqueueOptions, 'startAfterSeconds'> {
  data: object
}

/** Everything a service function needs, as one object instead of many parameters. */
export interface Ctx extends Omit<Deps, 'emit' | 'enqueue' | 'enqueueAll' | 'askWorker' | 'publish'> {
  shop: Shop
  actor: Actor
  /** Language of the shopper's page, if it isn't the shop's primary one. Transactions don't have it. */
  pageLocale?: string | undefined
  /** This shop's database, or its open transaction. */
  db: Db
  /** Runs the listeners of server/app/listeners.ts now, in the same transaction. */
  emit<E extends EventName>(name: E, payload: Events[E]): Promise<void>
  /** Queues a job in the same transaction. Returns false when one with its key is queued already. */
  enqueue(job: JobName, data: object, options?: EnqueueOptions): Promise<boolean>
  enqueueAll(job: JobName, orders: readonly JobOrder[]): Promise<void>
  /** Runs a heavy job in the worker. Not for transactions. @throws JobLost; UserError as the job */
  askWorker(job: JobName, data: object): Promise<unknown>
  /** Wakes subscriptions on all nodes after the commit. */
  publish(topic: Topic, id: string): void
}

/** Writes before the commit and notifies after it; only inside a transaction. */
const pending = new WeakMap<Ctx, { last: (() => Promise<void>)[]; notifications: (() => void)[] }>()

export function makeContext(deps: Deps, shop: Shop, actor: Actor): Ctx {
  // Copies the row: a cached one must not show uncommitted changes.
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
    askWorker: (job, data) => deps.askWorker(ctx, job, data),
    publish(topic, id) {
      const notify = () => deps.publish(shop.id, topic, id)
      afterCommit(ctx, notify)
    },
  }
  depsOfContext.set(ctx, deps)
  return ctx
}

const depsOfContext = new WeakMap<Ctx, Deps>()

/** Acts after the open transaction commits; at once outside of one. */
export function afterCommit(ctx: Ctx, act: () => void): void {
  const waiting = pending.get(ctx)
  if (waiting) waiting.notifications.push(act)
  else act()
}

interface TransactionOptions {
  /** Milliseconds until it is rolled back; default 15 s. */
  timeout?: number
}

/**
 * Runs work in one transaction; joins an open one. Inside, only the given context may touch the database. Other queries
 * wait for the transaction on the embedded database, and escape it on a server.
 */
export async function inTransaction<T>(
  ctx: Ctx,
  work: (ctx: Ctx) => Promise<T>,
  options: TransactionOptions = {},
): Promise<T> {
  if (pending.has(ctx)) return work(ctx)
  const deps = depsOfContext.get(ctx)
  if (!deps) throw new Error('This context was not made by makeContext().')
  const ends = { last: [] as (() => Promise<void>)[], notifications: [] as (() => void)[] }
  const result = await deps.access.forShop(ctx.shop.id).$transaction(async (db) => {
    const inner = bind(deps, { shop: ctx.shop, actor: ctx.actor, db })
    pending.set(inner, ends)
    const done = await work(inner)
    for (const run of ends.last) await run()
    return done
  }, options)
  for (const notify of ends.notifications) notify()
  return result
}

/**
 * Runs a write at the end of an open transaction, after the work and its listeners.
 * @throws Error outside of a transaction
 */
export function beforeCommit(tx: Ctx, run: () => Promise<void>): void {
  const ends = pending.get(tx)
  if (!ends) throw new Error('Only a transaction has a commit.')
  ends.last.push(run)
}

/** Returns whether the context has an open transaction: then only its `db` may touch the database. */
export const isInTransaction = (ctx: Ctx): boolean => pending.has(ctx)

export const readPlan = (ctx: Ctx): PlanId => ctx.shop.plan as PlanId

/**
 * Refuses a feature that the shop's plan lacks (spec 6).
 * @throws PlanRequired naming the cheapest plan that has it
 */
export function requireFeature(ctx: Ctx, feature: Feature): void {
  if (!allows(readPlan(ctx), feature)) throw new PlanRequired(feature)
}

/**
 * Refuses writes of a read-only session. Edges call it before each write; service functions need not.
 * @throws NotAllowed
 */
export function requireWritable(ctx: Ctx): void {
  if (ctx.actor.kind === 'merchant' && ctx.actor.readOnly) throw new NotAllowed('readOnly')
}
