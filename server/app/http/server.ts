import { createServer } from 'node:http'
import type { Socket } from 'node:net'
import { randomUUID } from 'node:crypto'
import multipart from '@fastify/multipart'
import Fastify, { type FastifyInstance, type FastifyPluginAsync } from 'fastify'
import { hasKey } from '../../../rules/api-keys.ts'
import type { Env } from '../../core/env.ts'
import { InvalidInput } from '../../core/errors.ts'
import { makeGraphqlEdge } from '../graphql/edge.ts'
import { restRoutes } from '../rest/rest.ts'
import { accountRoutes } from '../../shop/session/account.rest.ts'
import { loginRoutes } from '../../shop/session/login.rest.ts'
import { compressResponses } from '../../core/http/compression.ts'
import { addErrorHandler, sendError } from '../../core/http/errors.ts'
import { healthRoutes } from './health.ts'
import { metricsRoutes } from './metrics.ts'
import type { Parts, RouteModule } from '../../core/http/parts.ts'
import { routeModules } from './modules.ts'
import { requestSeconds } from '../../core/metrics.ts'
import { addSecurityHeaders, listSecurityHeaders } from '../../core/http/security.ts'
import { staticRoutes } from '../../core/http/static.ts'

/** Longer than a reverse proxy keeps an idle connection (usually 60 s), so that none reuses a closed one. */
const keepAliveMs = 75_000
/** Imports may have 25 MB (spec 5); the multipart envelope adds a little. */
const largestBody = 27 * 1024 * 1024
const largestJson = 2 * 1024 * 1024

const own: readonly RouteModule[] = [healthRoutes, metricsRoutes, loginRoutes, accountRoutes, restRoutes]

/** Trusts this many hops, or these addresses. Hops are only safe if Candor is unreachable past its proxies. */
const makeTrustProxy = (proxies: Env['CANDOR_TRUST_PROXY']) =>
  typeof proxies === 'number' ? (_address: string, hop: number) => hop < proxies : proxies

/** The HTTP server: Fastify for everything but the documents of /graphql, which go straight to yoga. */
export async function makeHttpServer(parts: Parts): Promise<FastifyInstance> {
  const { deps } = parts
  const graphql = makeGraphqlEdge(parts)
  const app = Fastify({
    logger: false,
    genReqId: () => randomUUID(),
    bodyLimit: largestJson,
    trustProxy: makeTrustProxy(deps.env.CANDOR_TRUST_PROXY),
    forceCloseConnections: 'idle',
    // Requests that arrive before the last connection ends are answered.
    return503OnClosing: false,
    routerOptions: { maxParamLength: 2048 },
    // Fastify's own answers to an unreadable request or address lack the headers.
    frameworkErrors: (error, request, reply) => {
      void reply.headers(listSecurityHeaders(deps, '/'))
      void sendError(deps, { error, request, reply })
    },
    clientErrorHandler: (error, socket) => refuseUnreadable(deps, error, socket),
    serverFactory: (handler) => {
      const server = createServer({ keepAliveTimeout: keepAliveMs }, (request, response) => {
        if (/^\/graphql(\?|$)/.test(request.url ?? '') && request.method !== 'GET' && request.method !== 'HEAD') {
          const end = requestSeconds.startTimer({ method: 'POST', route: '/graphql' })
          response.once('close', () => end({ status: response.statusCode }))
          void graphql.handle(request, response)
        } else handler(request, response)
      })
      graphql.attach(server)
      return server
    },
  })
  // Closes sockets before the server, which waits for them: an open tab keeps one.
  app.addHook('preClose', () => graphql.close())
  app.addHook(
    'onResponse',
    async ({ id, method, routeOptions: { url: route } }, { statusCode: status, elapsedTime }) => {
      requestSeconds.observe({ method, route: route ?? 'unknown', status }, elapsedTime / 1000)
      deps.log.debug({ requestId: id, method, route, status, ms: Math.round(elapsedTime) }, 'request')
    },
  )
  await app.register(multipart, {
    limits: { fileSize: largestBody, files: 10, fields: 100, fieldSize: 64 * 1024 },
    throwFileSizeLimit: false,
  })
  addErrorHandler(app, parts)
  acceptEmptyJson(app)
  // PostgreSQL's text cannot hold NUL, and no valid URL contains one.
  app.addHook('onRequest', async (request) => {
    const url = request.raw.url ?? ''
    if (/%00/.test(url)) throw new InvalidInput({ url: 'malformedInput' })
    if (hasKey(url)) throw new InvalidInput({ url: 'keyInUrl' })
  })
  addSecurityHeaders(app, parts)
  compressResponses(app)
  for (const register of [...own, ...routeModules])
    await app.register(namePlugin(register.name, async (scope) => register(scope, parts)))
  await staticRoutes(app, parts)
  return app
}

/** Makes the server of the health port: health and metrics alone. A worker has no other. */
export async function makeHealthServer(parts: Parts): Promise<FastifyInstance> {
  const app = Fastify({ logger: false, forceCloseConnections: true })
  addErrorHandler(app, parts)
  for (const register of [healthRoutes, metricsRoutes]) await register(app, parts)
  return app
}

/** Answers a request that isn't HTTP, or whose headers are too long. */
function refuseUnreadable(deps: Parts['deps'], error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy(error)
  const status =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? '431 Request Header Fields Too Large'
      : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? '408 Request Timeout'
        : '400 Bad Request'
  const headers = { ...listSecurityHeaders(deps, '/'), connection: 'close', 'content-length': '0' }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  socket.end([`HTTP/1.1 ${status}`, ...lines, '', ''].join('\r\n'))
}

/** Allows an empty body of type JSON: many clients send the type with every request. */
function acceptEmptyJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body: string, done) => {
    if (body === '') done(null, undefined)
    else void parse(request, body, done)
  })
}

/** Names a plugin; Fastify would search every loaded module for the name. */
const namePlugin = (name: string, plugin: FastifyPluginAsync): FastifyPluginAsync =>
  Object.assign(plugin, { [Symbol.for('fastify.display-name')]: name })
