import type { FastifyInstance } from 'fastify'
import type { Shop } from '../../generated/prisma/client.ts'
import type { Actor, Ctx, Deps } from '../context.ts'
import type { Clock } from '../clock.ts'
import type { PubSub } from '../graphql/subscriptions/pubsub.ts'
import type { SessionReader } from '../../shop/session/session.ts'
import type { LoginThrottle } from '../../shop/session/throttle.ts'
import type { PostLimits } from './post-limit.ts'
import type { ShopCache } from '../../shop/shops/shop-cache.ts'

/** What the edges of one process share: the services' dependencies and what only edges need. */
export interface Parts {
  deps: Deps
  shops: ShopCache
  sessions: SessionReader
  throttle: LoginThrottle
  postLimits: PostLimits
  pubsub: PubSub
  /** Moved by the demo's routes only. */
  clock: Clock
  /** A context for a request that is not a session's: shopper, platform. */
  contextOf(shop: Shop, actor: Actor): Ctx
  /** Runs everything that is due now (decisions 'Clocks': the demo's clock answers when due work has run). */
  drain(): Promise<void>
}

/** A group of routes; server/app/http/server.ts lists them. */
export type RouteModule = (app: FastifyInstance, parts: Parts) => void | Promise<void>
