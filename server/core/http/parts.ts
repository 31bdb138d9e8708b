import type { FastifyInstance } from 'fastify'
import type { Shop } from '../../generated/prisma/client.ts'
import type { Actor, Ctx, Deps } from '../context.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../database/open.ts'
import type { Metrics } from '../../app/http/metrics.ts'
import type { PubSub } from '../graphql/subscriptions/pubsub.ts'
import type { SessionReader } from '../../shop/session/session.ts'
import type { KeyLimits } from '../../shop/api-keys/key-limits.ts'
import type { LoginThrottle } from '../../shop/session/throttle.ts'
import type { PostLimits } from './post-limit.ts'
import type { ShopCache } from '../../shop/shops/shop-cache.ts'

/** Shared by the edges of one process: the services' dependencies, and tools of edges only. */
export interface Parts {
  deps: Deps
  shops: ShopCache
  sessions: SessionReader
  throttle: LoginThrottle
  postLimits: PostLimits
  keyLimits: KeyLimits
  pubsub: PubSub
  clock: Clock
  database: Database['server']
  metrics: Metrics
  /** Aborted when the process stops: it still serves, but wants no more traffic. */
  draining: AbortSignal
  /** Returns a context for a request without a session: shopper, platform. */
  contextOf(shop: Shop, actor: Actor): Ctx
  /** Runs everything due now (decisions 'Clocks': moving the demo's clock responds after due work). */
  drain(): Promise<void>
}

/** A group of routes; server/app/http/server.ts lists them. */
export type RouteModule = (app: FastifyInstance, parts: Parts) => void | Promise<void>
