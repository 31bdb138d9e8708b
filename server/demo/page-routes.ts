import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Shop } from '../generated/prisma/client.ts'
import type { Parts } from '../core/http/parts.ts'
import type { Surroundings } from './pages/frame.ts'

/** Loads the data of the control strip. `shop` is the current shop; defaults to the demo's first. */
export type CreatePageContext = (
  request: FastifyRequest,
  place: Surroundings['place'],
  shop?: Shop,
) => Promise<Surroundings>

export interface PageRoutes {
  app: FastifyInstance
  parts: Parts
  around: CreatePageContext
}

/** Sends an uncached page, since every page shows the clock and the orders. */
export const sendPage = (reply: FastifyReply, text: string): FastifyReply =>
  reply.type('text/html; charset=utf-8').header('cache-control', 'no-store').send(text)
