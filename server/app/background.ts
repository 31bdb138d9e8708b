import { makeContext, type Deps } from '../core/context.ts'
import type { Database } from '../core/database/open.ts'
import { startRunner, type Runner } from '../core/background/runner.ts'
import { openClock, type Clock } from '../core/clock.ts'
import { makeDatabaseOutage, type DatabaseOutage } from '../core/database/outage.ts'
import type { Env } from '../core/env.ts'
import type { WebPort } from '../core/files/web.ts'
import { openPubSub, type PubSub } from '../core/graphql/subscriptions/pubsub.ts'
import type { JobName } from '../core/job-names.ts'
import { openMailPort } from '../requests/mail/open-mail-port.ts'
import { trackMailOutage } from '../requests/mail/outage.ts'
import type { Integration } from '../shop/integrations/integration.ts'
import { makeShopCache, type ShopCache } from '../shop/shops/shop-cache.ts'
import { jobs, schedules } from './jobs.ts'
import { openPorts } from './ports.ts'

/** What every process has: dependencies, clock, notifications, jobs and schedules. */
export interface Background {
  deps: Deps
  clock: Clock
  pubsub: PubSub
  shops: ShopCache
  runner: Runner
  /** Tells long work to stop at a safe point. */
  beginStop(): void
  /** Waits for running work, then closes everything but the database. */
  close(): Promise<void>
}

interface BackgroundOptions {
  env: Env
  database: Database
  origin: string
  web?: WebPort | undefined
  integrations?: readonly Integration[] | undefined
  onDemand?: boolean
  /** A worker child: takes these jobs, and no schedules. */
  only?: readonly JobName[] | undefined
  /** Jobs that run in this process. */
  kinds?: readonly JobName[] | undefined
  onOtherJobs?: (() => void) | undefined
  /** Asks run here, without the queue. */
  answersItself?: boolean
  now?: (() => Date) | undefined
}

/** Opens everything but HTTP. Jobs and schedules start with `runner.work()`. */
export async function openBackground({
  env,
  database,
  origin,
  web,
  integrations,
  now,
  ...options
}: BackgroundOptions): Promise<Background> {
  const base = { env, database, outage: makeDatabaseOutage(), origin: origin.replace(/\/$/, '') }
  const ports = await openPorts({ ...base, web, integrations, now: () => deps.now() })
  const { access } = ports
  const clock = await openClock(access, env)
  const pubsub = await openPubSub(database)
  const shops = makeShopCache(access)
  const mail = await openMailPort({ env, access, now: clock.now })
  const stopping = new AbortController()
  const deps: Deps = {
    ...ports,
    stopping: stopping.signal,
    mail: trackMailOutage(mail.port, ports),
    now: now ?? clock.now,
    enqueue: (ctx, job, order) => runner.enqueue(ctx, job, order),
    enqueueAll: (ctx, job, orders) => runner.enqueueAll(ctx, job, orders),
    askWorker: async (ctx, job, data) =>
      options.answersItself
        ? jobs[job]?.(makeContext(deps, ctx.shop, ctx.actor), data as never)
        : runner.ask(ctx, job, data),
    publish(shopId, topic, id) {
      if (topic === 'shop') shops.drop(shopId)
      pubsub.publish(shopId, topic, id)
    },
  }
  const runner = await startRunner(
    {
      database,
      jobs,
      ...options,
      schedules: options.only ? [] : schedules,
      kinds: options.only ?? options.kinds,
      joins: Boolean(options.only),
    },
    () => deps,
  )
  connect({ deps, clock, pubsub, shops, runner }, base.outage)
  return {
    deps,
    clock,
    pubsub,
    shops,
    runner,
    beginStop: () => stopping.abort(),
    async close() {
      await runner.stop()
      await mail.close()
      await pubsub.close()
      await access.close()
    },
  }
}

/** Drops caches, notes changes and wakes schedules on notifications of other processes and of the database. */
function connect(
  { deps, clock, pubsub, shops, runner }: Omit<Background, 'beginStop' | 'close'>,
  outage: DatabaseOutage,
): void {
  pubsub.onNotification((shopId, topic) => {
    if (topic === 'shop') shops.drop(shopId)
    if (topic === 'due') runner.wake()
    else deps.access.noteChange(shopId)
  })
  pubsub.onFound(() => outage.end(deps.log))
  pubsub.onLost(() => {
    outage.begin(deps.log)
    shops.clear()
    deps.access.noteChange()
    runner.wake()
  })
  clock.onMove(() => runner.wake())
}
