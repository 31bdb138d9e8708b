import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { lexicographicSortSchema, printSchema } from 'graphql'
import type { RouteModule } from '../../core/http/parts.ts'
import { schema } from '../graphql/schema.ts'
import { buildOpenApi } from './document.ts'

interface Published {
  body: string
  etag: string
  type: string
}

function publish(body: string, type: string): Published {
  return { body, etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`, type }
}

/** Publishes the descriptions of the APIs for generators of clients: OpenAPI and GraphQL's schema. */
export const openApiRoutes: RouteModule = (app, { deps }) => {
  // Built at the first request: most processes are never asked.
  let openApi: Published | undefined
  let graphql: Published | undefined
  app.get('/openapi.json', async (request, reply) =>
    send({ request, reply }, (openApi ??= publish(JSON.stringify(buildOpenApi(deps.origin)), 'application/json'))),
  )
  app.get('/schema.graphql', async (request, reply) =>
    send(
      { request, reply },
      (graphql ??= publish(`${printSchema(lexicographicSortSchema(schema))}\n`, 'application/graphql; charset=utf-8')),
    ),
  )
}

function send(
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  { body, etag, type }: Published,
): FastifyReply {
  reply.headers({
    etag,
    'cache-control': 'public, no-cache',
    'access-control-allow-origin': '*',
    'cross-origin-resource-policy': 'cross-origin',
  })
  if (request.headers['if-none-match'] === etag) return reply.status(304).send()
  return reply.type(type).send(body)
}
