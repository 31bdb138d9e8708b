import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Ctx } from '../../core/context.ts'
import { UserError } from '../../core/errors.ts'
import { buildFailure, findStatus } from '../../core/http/errors.ts'
import {
  computeFingerprint,
  identifyAsker,
  isKeptRefusal,
  runOnce,
  replayedHeader,
  type Attempt,
  type StoredResponse,
} from '../../core/idempotency/idempotency.ts'

export type FileFingerprint = readonly (string | Buffer)[]

interface KeyedRequest {
  key: string
  request: FastifyRequest
  /** Fingerprint of a multipart request's file. */
  file: FileFingerprint | null
}

/** Runs a write once per Idempotency-Key. Throws results that must not be stored. */
export async function runIdempotent(
  ctx: Ctx,
  asked: KeyedRequest,
  run: () => Promise<unknown>,
): Promise<StoredResponse> {
  return runOnce(ctx, { key: asked.key, fingerprint: fingerprint(ctx, asked) }, () => attempt(run))
}

export function sendStoredResponse({ status, body, replayed }: StoredResponse, reply: FastifyReply): FastifyReply {
  if (replayed) reply.header(replayedHeader, 'true')
  return reply.header('cache-control', 'no-store').status(status).send(body)
}

async function attempt(run: () => Promise<unknown>): Promise<Attempt> {
  try {
    return { status: 200, body: await run(), keep: true }
  } catch (error) {
    if (!(error instanceof UserError) || !isKeptRefusal(error)) throw error
    return { status: findStatus(error), body: buildFailure(error), keep: true }
  }
}

function fingerprint({ actor }: Ctx, { request, file }: KeyedRequest): string {
  const head = [identifyAsker(actor), request.method, request.url]
  if (!request.isMultipart()) return computeFingerprint(...head, JSON.stringify(request.body ?? {}))
  return file ? computeFingerprint(...head, ...file) : computeFingerprint(...head, 'no file')
}
