import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { requireWritable, makeContext, type Ctx } from '../context.ts'
import { NotAllowed } from '../errors.ts'
import { readingMultipart } from '../http/multipart.ts'
import { idempotencyHeader, readIdempotencyKey } from '../idempotency/idempotency.ts'
import type { RouteModule } from '../http/parts.ts'
import { authTokenOf } from '../session/login.rest.ts'
import type { Session } from '../session/session.ts'
import { answerOnce } from './once.ts'
import { routes } from './routes.ts'

/** What a row's function gets of a request: parsed parts, never the framework. */
export interface RestRequest {
  params: Record<string, string>
  query: Record<string, string | string[] | undefined>
  body: unknown
  headers: Record<string, string | string[] | undefined>
  /** The one file of a multipart request, or null. */
  file(): Promise<RestFile | null>
}

export interface RestFile {
  name: string
  contentType: string
  bytes: Buffer
  /** The file was longer than the server reads. */
  truncated: boolean
}

export interface RestRoute {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Below /api and /apiSa, in the router's syntax: `/email-queue/:id`. */
  path: string
  /** Answers the documented body, or a RestDownload. */
  run(ctx: Ctx, request: RestRequest): Promise<unknown>
}

/** An answer that is a file, not JSON; of reading rows only. */
export class RestDownload {
  readonly name: string
  readonly contentType: string
  readonly body: NodeJS.ReadableStream | Buffer | string
  constructor(file: { name: string; contentType: string; body: NodeJS.ReadableStream | Buffer | string }) {
    this.name = file.name
    this.contentType = file.contentType
    this.body = file.body
  }
}

const bearerOf = (request: FastifyRequest): string | undefined => /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1]

/** Mounts the table of spec 7 twice: /api with the platform's ID token, /apiSa with the standalone token. */
export const restRoutes: RouteModule = (app, { deps, sessions }) => {
  const readers: Record<string, (request: FastifyRequest) => Promise<Session>> = {
    '/api': (request) => sessions.embedded(bearerOf(request)),
    '/apiSa': (request) => sessions.standalone(authTokenOf(request)),
  }
  for (const [prefix, readSession] of Object.entries(readers))
    for (const route of routes)
      app.route({
        method: route.method,
        url: `${prefix}${route.path}`,
        handler: async (request, reply) => {
          const session = await readSession(request)
          if (!session.shop) throw new NotAllowed('shopNotChosen')
          const ctx = makeContext(deps, session.shop, session.actor)
          const given = restRequest(request)
          if (route.method === 'GET') return answer(await route.run(ctx, given), reply)
          requireWritable(ctx)
          const key = readIdempotencyKey(request.headers[idempotencyHeader])
          if (!key) return answer(await route.run(ctx, given), reply)
          const asked = { key, request, address: request.url.slice(prefix.length), file: given.file }
          return answerOnce(ctx, { asked, reply }, () => route.run(ctx, given))
        },
      })
  refuseUnknown(app)
}

function answer(result: unknown, reply: FastifyReply): FastifyReply {
  reply.header('cache-control', 'no-store')
  if (!(result instanceof RestDownload)) return reply.send(result)
  const name = encodeURIComponent(result.name)
  return reply.type(result.contentType).header('content-disposition', `attachment; filename*=UTF-8''${name}`).send(result.body)
}

function restRequest(request: FastifyRequest): RestRequest {
  // The stream can be read once; who names the request by its file and who takes it in are two.
  let reading: Promise<RestFile | null> | undefined
  return {
    params: request.params as Record<string, string>,
    query: request.query as RestRequest['query'],
    body: request.body ?? {},
    headers: request.headers,
    file: () => (reading ??= readFile(request)),
  }
}

async function readFile(request: FastifyRequest): Promise<RestFile | null> {
  if (!request.isMultipart()) return null
  return readingMultipart(async () => {
    const part = await request.file()
    if (!part) return null
    const bytes = await part.toBuffer()
    return { name: part.filename, contentType: part.mimetype, bytes, truncated: part.file.truncated }
  })
}

/** /api and /apiSa answer JSON for what they do not have, whatever the client accepts. */
function refuseUnknown(app: FastifyInstance): void {
  for (const prefix of ['/api', '/apiSa'])
    app.all(`${prefix}/*`, async (_request, reply) => reply.status(404).send({ success: false, message: 'Not found', error: 'Not found', code: 'notFound' }))
}
