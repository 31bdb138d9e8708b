import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Ctx } from '../context.ts'
import { UserError } from '../errors.ts'
import { failureOf, statusOf } from '../http/errors.ts'
import { fingerprintOf, isKeptStatus, once, replayedHeader, type Attempt } from '../idempotency/idempotency.ts'

export type FileMark = readonly (string | Buffer)[]

export interface KeyedRequest {
  key: string
  request: FastifyRequest
  /** The address below /api or /apiSa: both are the same request. */
  address: string
  /** What names the file of a multipart request. */
  file(): Promise<FileMark | null>
}

/** Does a write once for its Idempotency-Key; sends the answer, or the first one again. Throws what is not to be kept. */
export async function answerOnce(ctx: Ctx, { asked, reply }: { asked: KeyedRequest; reply: FastifyReply }, run: () => Promise<unknown>): Promise<FastifyReply> {
  const { status, body, replayed } = await once(ctx, { key: asked.key, fingerprint: await fingerprint(asked) }, () => attempt(run))
  if (replayed) reply.header(replayedHeader, 'true')
  return reply.header('cache-control', 'no-store').status(status).send(body)
}

async function attempt(run: () => Promise<unknown>): Promise<Attempt> {
  try {
    return { status: 200, body: await run(), keep: true }
  } catch (error) {
    if (!(error instanceof UserError) || !isKeptStatus(statusOf(error))) throw error
    return { status: statusOf(error), body: failureOf(error), keep: true }
  }
}

async function fingerprint({ request, address, file }: KeyedRequest): Promise<string> {
  const head = [request.method, address]
  if (!request.isMultipart()) return fingerprintOf(...head, JSON.stringify(request.body ?? {}))
  const upload = await file()
  return upload ? fingerprintOf(...head, ...upload) : fingerprintOf(...head, 'no file')
}
