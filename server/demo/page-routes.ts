import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Shop } from '../generated/prisma/client.ts'
import type { Parts } from '../core/http/parts.ts'
import type { Surroundings } from './pages/frame.ts'

/** Reads what the strip around a page shows. `shop` is the one in view; the demo's first when not given. */
export type CreatePageContext = (
  request: FastifyRequest,
  place: Surroundings['place'],
  shop?: Shop,
) => Promise<Surroundings>

/** What a group of the demo's pages is made with. */
export interface PageRoutes {
  app: FastifyInstance
  parts: Parts
  around: CreatePageContext
}

/** A page of the demo: never kept, since the clock and the orders are on every one. */
export const sendPage = (reply: FastifyReply, text: string): FastifyReply =>
  reply.type('text/html; charset=utf-8').header('cache-control', 'no-store').send(text)
