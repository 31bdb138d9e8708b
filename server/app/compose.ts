import type { FastifyInstance } from 'fastify'
import { inProcessWorker } from './worker-process/in-process.ts'
import { makeWorkerProcess } from './worker-process/process.ts'
import { makeContext, type Actor, type Ctx, type Deps } from '../core/context.ts'
import { openDatabase, type Database } from '../core/database/open.ts'
import { migrate } from '../core/database/migrate.ts'
import { startRunner, type Runner } from '../core/background/runner.ts'
import { openClock, type Clock } from '../core/clock.ts'
import type { WebPort } from '../core/files/web.ts'
import type { Env } from '../core/env.ts'
import { openPubSub } from '../core/graphql/subscriptions/pubsub.ts'
import { makeHttpServer } from './http/server.ts'
import type { Parts } from '../core/http/parts.ts'
import type { Integration } from '../shop/integrations/integration.ts'
import type { JobName } from '../core/job-names.ts'
import { jobs, schedules } from './jobs.ts'
import { openMailPort } from '../requests/mail/open-mail-port.ts'
import { startBounceServer, type BounceServer } from '../requests/bounces/bounce-server.ts'
import { trackMailOutage } from '../requests/mail/outage.ts'
import { openPorts } from './ports.ts'
import { openPostLimits } from '../core/http/post-limit.ts'
import { openThrottle } from '../shop/session/throttle.ts'
import { makeSessionReader } from '../shop/session/session.ts'
import { makeShopCache } from '../shop/shops/shop-cache.ts'
import type { Shop } from '../generated/prisma/client.ts'

export interface App {
  parts: Parts
  deps: Deps
  database: Database
  clock: Clock
  /** Port for bounces over SMTP; null: none. */
  bouncePort: number | null
  http: FastifyInstance
  contextOf(shop: Shop, actor: Actor): Ctx
  /** Starts jobs and schedules, unless the process only serves. `compose` calls it, except with `worksLater`. */
  work(): Promise<void>
  /** Runs everything due now; resolves when nothing is left. */
  drain(): Promise<void>
  close(): Promise<void>
}

interface ComposeOptions {
  env: Env
  database?: Database
  /** Used without PUBLIC_URL. */
  origin?: string
  web?: WebPort
  integrations?: readonly Integration[] | undefined
  /** Runs long work in a worker process; for a process that serves. */
  withWorkerProcess?: boolean
  /** Tests: due work runs on `drain` only. */
  onDemand?: boolean
  /** The caller starts jobs and schedules with `work`. */
  worksLater?: boolean
}

/** Connections of the owner, and as many for requests under row-level security. */
const workerConnections = 4

/**
 * Composes the application. Only this file sees the database, the ports and the listeners at once.
 * @throws Error with a sentence for the operator
 */
export async function compose({
  env,
  database: given,
  origin = env.PUBLIC_URL ?? `http://localhost:${env.PORT}`,
  web,
  integrations,
  withWorkerProcess = false,
  onDemand = false,
  worksLater = false,
}: ComposeOptions): Promise<App> {
  const database = given ?? (await openDatabase({ url: env.DATABASE_URL, dataDir: env.DATA_DIR }))
  await migrate(database.pool)
  const ports = await openPorts({ env, database, origin: origin.replace(/\/$/, ''), web, integrations })
  const { access } = ports
  const clock = await openClock(access, env)
  const pubsub = await openPubSub(database)
  const shops = makeShopCache(access)
  const mail = await openMailPort({ env, access, now: clock.now })
  const stopping = new AbortController()
  const publish: Deps['publish'] = (shopId, topic, id) => {
    if (topic === 'shop') shops.drop(shopId)
    pubsub.publish(shopId, topic, id)
  }
  const setup = {
    env,
    origin: ports.origin,
    connection: { ...database.connection, max: workerConnections },
    server: database.server,
  }
  const enqueueFromBeside = (shopId: string, job: JobName, data: object) => {
    const queued = access
      .acrossShops('find the shop of a job')
      .shop.findUnique({ where: { id: shopId } })
      .then((shop) => shop && makeContext(deps, shop, { kind: 'system', name: job }).enqueue(job, data))
    queued.catch((error: unknown) =>
      deps.log.error({ err: error, job, shopId }, 'a job of the process beside was not queued'),
    )
  }
  const worker = withWorkerProcess
    ? makeWorkerProcess({ setup, publish, enqueue: enqueueFromBeside, now: clock.now })
    : inProcessWorker
  const deps: Deps = {
    ...ports,
    worker,
    publish,
    stopping: stopping.signal,
    mail: trackMailOutage(mail.port, ports),
    now: clock.now,
    enqueue: (ctx, job, order) => runner.enqueue(ctx, job, order),
    enqueueAll: (ctx, job, orders) => runner.enqueueAll(ctx, job, orders),
  }
  pubsub.onNotification((shopId, topic) => {
    if (topic === 'shop') shops.drop(shopId)
  })
  pubsub.onLost(() => shops.clear())
  const runner: Runner = await startRunner({ database, jobs, schedules, onDemand }, () => deps)
  const contextOf = (shop: Shop, actor: Actor) => makeContext(deps, shop, actor)
  const drain = () => runner.drain()
  const parts: Parts = {
    deps,
    shops,
    sessions: makeSessionReader(deps, shops),
    throttle: openThrottle(database),
    postLimits: openPostLimits(database),
    pubsub,
    clock,
    database: database.server,
    contextOf,
    drain,
  }
  const http = await makeHttpServer(parts)
  const bounces = await receiveBounces(deps)
  const work = async () => {
    if (env.CANDOR_ROLE !== 'web') await runner.work()
  }
  if (!worksLater) await work()
  return {
    parts,
    deps,
    bouncePort: bounces?.port ?? null,
    database,
    clock,
    http,
    contextOf,
    work,
    drain,
    async close() {
      stopping.abort()
      await bounces?.close()
      await http.close()
      // Jobs wait for their tasks in the worker process.
      await Promise.all([runner.stop(), worker.close()])
      await mail.close()
      await pubsub.close()
      await access.close()
      await database.close()
    },
  }
}

/** Receives bounces over SMTP if the process serves and has a port for them. */
async function receiveBounces(deps: Deps): Promise<BounceServer | null> {
  const { CANDOR_BOUNCE_PORT: port, CANDOR_ROLE: role, HOST: host } = deps.env
  if (port === undefined || role === 'worker') return null
  const server = await startBounceServer(deps, { port, host })
  deps.log.info({ port: server.port }, 'bounces are received')
  return server
}
