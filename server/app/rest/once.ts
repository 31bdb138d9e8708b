import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Ctx } from '../../core/context.ts'
import { UserError } from '../../core/errors.ts'
import { failureOf, statusOf } from '../../core/http/errors.ts'
import {
  fingerprintOf,
  isKeptStatus,
  once,
  replayedHeader,
  type Attempt,
  type KeptAnswer,
} from '../../core/idempotency/idempotency.ts'

export type FileMark = readonly (string | Buffer)[]

export interface KeyedRequest {
  key: string
  request: FastifyRequest
  /** The address below /api or /apiSa: both are the same request. */
  address: string
  /** What names the file of a multipart request. */
  file: FileMark | null
}

/** Does a write once for its Idempotency-Key. Throws what is not to be kept. */
export async function doOnce(ctx: Ctx, asked: KeyedRequest, run: () => Promise<unknown>): Promise<KeptAnswer> {
  return once(ctx, { key: asked.key, fingerprint: fingerprint(asked) }, () => attempt(run))
}

/** Sends the answer of a write, or the first one again. */
export function sendKept({ status, body, replayed }: KeptAnswer, reply: FastifyReply): FastifyReply {
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

function fingerprint({ request, address, file }: KeyedRequest): string {
  const head = [request.method, address]
  if (!request.isMultipart()) return fingerprintOf(...head, JSON.stringify(request.body ?? {}))
  return file ? fingerprintOf(...head, ...file) : fingerprintOf(...head, 'no file')
}
