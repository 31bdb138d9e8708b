import type { MultipartFile } from '@fastify/multipart'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { maxVideoBytes } from '../../../rules/limits.ts'
import { requireExtended } from '../../shop/shops/shops.ts'
import { requireWritable, makeContext, type Ctx } from '../../core/context.ts'
import { InvalidInput, NotAllowed } from '../../core/errors.ts'
import { requireScope } from '../../core/key-scopes.ts'
import { Uploads } from '../../core/files/uploads.ts'
import { readMultipart } from '../../core/http/multipart.ts'
import { idempotencyHeader, readIdempotencyKey } from '../../core/idempotency/idempotency.ts'
import type { RouteModule } from '../../core/http/parts.ts'
import { looksLikeKey } from '../../shop/api-keys/read-key.ts'
import { readAuthToken } from '../../shop/session/login.rest.ts'
import { readBearer } from '../../core/http/credentials.ts'
import { listKeyCors } from '../../core/http/key-cors.ts'
import type { Session } from '../../shop/session/session.ts'
import { listBodyFields, requireKnownFields, type BodyFields } from '../../core/rest/body-fields.ts'
import { RestDownload } from '../../core/rest/download.ts'
import { runIdempotent, sendStoredResponse, type FileFingerprint } from './idempotent-write.ts'
import type { RestFile, RestMedia, RestRequest, RestRoute } from '../../core/rest/route.ts'
import { answerUnrouted } from './allowed-methods.ts'
import { routes } from './routes.ts'
import { limitRequests } from '../../core/http/limit-requests.ts'
import type { KeyLimit } from '../../core/limit-by-key.ts'
import { runWithWireNames } from '../../core/wire-names.ts'

/** Larger files go to disk, as another process may read them. */
const inMemory = 256 * 1024

/** Mounts the table of spec 7 twice: /api with an ID token or API key, /apiSa with the standalone token. */
export const restRoutes: RouteModule = (app, { deps, sessions, keyLimits }) => {
  const readers: Record<string, (request: FastifyRequest) => Promise<Session>> = {
    '/api': (request) => sessions.platform(readBearer(request.headers.authorization)),
    '/apiSa': (request) => {
      const bearer = readBearer(request.headers.authorization)
      // Says where keys belong.
      return sessions.standalone(readAuthToken(request) ?? (looksLikeKey(bearer) ? bearer : undefined))
    },
  }
  const { reads, writes } = limitRequests()
  app.addHook('onRequest', async ({ url, headers }, reply) => {
    if (url.startsWith('/api/')) reply.headers(listKeyCors(headers.authorization))
  })
  for (const [prefix, readSession] of Object.entries(readers))
    for (const route of routes) {
      const row = describeRow(route)
      app.route({
        method: route.method,
        url: `${prefix}${route.path}`,
        handler: async (request, reply) => {
          const session = await readSession(request)
          await keyLimits.count(session, (name, value) => void reply.header(name, value))
          if (!session.shop) throw new NotAllowed('shopNotChosen')
          const ctx = makeContext(deps, session.shop, session.actor)
          requireScope(ctx.actor, route.method === 'GET' ? 'READ' : 'WRITE')
          requireExtended(ctx)
          const uploads = new Uploads()
          const given = buildRestRequest(request, { ...row, uploads })
          const work = () => runRow(row, ctx, given)
          const runLimited = <T>(limit: KeyLimit, run: () => Promise<T>) =>
            limit.run(ctx.shop.id, () => {
              // The client disconnected: skip the work, send nothing and log nothing.
              if (reply.raw.destroyed) throw new InvalidInput({ input: 'malformedInput' })
              return run()
            })
          if (route.method === 'GET') return sendResult(await runLimited(reads, work), reply)
          requireWritable(ctx)
          const key = readIdempotencyKey(request.headers[idempotencyHeader])
          try {
            // Takes a slot after the upload and before the key. A request that waits for a key's first response thus
            // waits for a running one.
            const file = route.takesMedia ? await fingerprintMedia(given) : await fingerprintFile(given)
            if (!key) return await sendResult(await runLimited(writes, work), reply)
            const asked = { key, request, file }
            return await sendStoredResponse(await runLimited(writes, () => runIdempotent(ctx, asked, work)), reply)
          } finally {
            await uploads.drop()
          }
        },
      })
    }
  refuseUnknown(app)
}

/** A row with the names that its schemas allow. */
interface DescribedRow {
  route: RestRoute
  params: ReadonlySet<string>
  fields: BodyFields
}

const describeRow = (route: RestRoute): DescribedRow => ({
  route,
  params: new Set(Object.keys(route.query?.shape ?? {})),
  fields: route.method === 'GET' ? {} : listBodyFields(route.body),
})

async function runRow({ route, fields }: DescribedRow, ctx: Ctx, given: RestRequest): Promise<unknown> {
  const { wireNames = {} } = route
  if (route.method === 'GET') return runWithWireNames(wireNames, { query: given.query }, () => route.run(ctx, given))
  const body = requireKnownFields(fields, given.body)
  return runWithWireNames(wireNames, { body }, () => route.run(ctx, { ...given, body }))
}

function sendResult(result: unknown, reply: FastifyReply): FastifyReply {
  reply.header('cache-control', 'no-store')
  if (!(result instanceof RestDownload)) return reply.send(result)
  const name = encodeURIComponent(result.name)
  return reply
    .type(result.contentType)
    .header('content-disposition', `attachment; filename*=UTF-8''${name}`)
    .send(result.body)
}

interface Receiving extends DescribedRow {
  uploads: Uploads
}

function buildRestRequest(request: FastifyRequest, receiving: Receiving): RestRequest {
  // The stream can be read once, but both the fingerprint and the handler need the file.
  let file: Promise<RestFile | null> | undefined
  let media: Promise<RestMedia | null> | undefined
  return {
    params: request.params as Record<string, string>,
    query: pickParams(request.query as RestRequest['query'], receiving),
    body: request.body ?? {},
    headers: request.headers,
    file: () => (file ??= readFile(request, receiving)),
    media: () => (media ??= readMedia(request, receiving)),
  }
}

/** Drops parameters that the row does not describe, so that its description is complete. */
const pickParams = (query: RestRequest['query'], { route, params }: DescribedRow): RestRequest['query'] =>
  Object.fromEntries(
    Object.entries(query).filter(([name]) => route.refusesParams || params.has(name.replace(/\[\]$/, ''))),
  )

async function readFile(request: FastifyRequest, { route, uploads }: Receiving): Promise<RestFile | null> {
  if (!request.isMultipart()) return null
  return readMultipart(async () => {
    let file: RestFile | null = null
    for await (const part of iterateKnownFiles(request, route.takesFile ? ['file'] : [])) {
      if (file) part.file.resume()
      else
        file = {
          ...(await uploads.receiveFile(part.file, { inMemory })),
          name: part.filename,
          contentType: part.mimetype,
          truncated: part.file.truncated,
        }
    }
    return file
  })
}

const mediaLimits = { files: 2, fileSize: maxVideoBytes + 1, fields: 20, parts: 20 }

async function readMedia(request: FastifyRequest, { uploads }: Receiving): Promise<RestMedia | null> {
  if (!request.isMultipart()) return null
  return readMultipart(async () => {
    let media: Omit<RestMedia, 'poster'> | null = null
    let poster: Buffer | null = null
    for await (const part of iterateKnownFiles(request, ['file', 'poster'], mediaLimits)) {
      const isPoster = part.fieldname === 'poster'
      if (isPoster ? poster : media) part.file.resume()
      else {
        const upload = await uploads.receive(part.file, { video: !isPoster })
        if (!isPoster) media = { name: part.filename, contentType: part.mimetype, upload }
        else if (upload.kind === 'picture') poster = upload.bytes
      }
    }
    return media && { ...media, poster }
  })
}

/**
 * Yields the files with these names.
 * @throws InvalidInput unknownField for every other part, after the whole body is read
 */
async function* iterateKnownFiles(
  request: FastifyRequest,
  known: readonly string[],
  limits?: typeof mediaLimits,
): AsyncGenerator<MultipartFile> {
  const names = new Set<string>()
  for await (const part of request.parts(limits ? { limits } : {})) {
    names.add(part.fieldname)
    if (part.type !== 'file') continue
    if (known.includes(part.fieldname)) yield part
    else part.file.resume()
  }
  requireKnownFields(asFields(known), asFields(names))
}

const asFields = (names: Iterable<string>): Record<string, true> =>
  Object.fromEntries([...names].map((name) => [name, true]))

async function fingerprintFile(given: RestRequest): Promise<FileFingerprint | null> {
  const file = await given.file()
  return file && [file.name, file.contentType, 'path' in file ? file.hash : file.bytes]
}

async function fingerprintMedia(given: RestRequest): Promise<FileFingerprint | null> {
  const media = await given.media()
  return (
    media && [
      media.name,
      media.contentType,
      media.upload.kind === 'video' ? media.upload.hash : media.upload.bytes,
      media.poster ?? '',
    ]
  )
}

/** Answers the other paths and methods of /api and /apiSa. */
function refuseUnknown(app: FastifyInstance): void {
  for (const prefix of ['/api', '/apiSa']) app.all(`${prefix}/*`, answerUnrouted)
}
