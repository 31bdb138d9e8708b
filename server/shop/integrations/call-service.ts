import type { MessageCode } from '../../../rules/messages.ts'
import type { Ctx } from '../../core/context.ts'
import { AccessRefused, ScopeMissing, UpstreamFailed } from '../../core/errors.ts'
import { FetchRefused, parseRetryAfter, type WebAnswer } from '../../core/files/fetch-remote.ts'
import { serviceCalls } from '../../core/metrics.ts'
import { encodeRequest, type ServiceRequest } from '../../core/web/request.ts'
import type { Integration } from './integration.ts'

const timeoutMs = 10_000
const largestAnswer = 256 * 1024

export interface ServiceResult {
  status: number | null
  problem: MessageCode | null
  retry: boolean
  /** Seconds the service asks us to wait. */
  retryAfter: number | null
  answer: WebAnswer | null
  durationMs: number | null
}

/** Returns the result of a request that was not sent. */
export const buildFailure = (problem: MessageCode): ServiceResult => ({
  problem,
  status: null,
  retry: false,
  retryAfter: null,
  answer: null,
  durationMs: null,
})

/**
 * Sends a request to a service. Never throws for failures of the service.
 * @param request.cutAt bytes of the answer that are read; a longer answer counts, without it a large one is refused
 */
export async function callService(
  ctx: Ctx,
  integration: Integration,
  { cutAt, ...request }: ServiceRequest & { cutAt?: number },
): Promise<ServiceResult> {
  const { headers, body } = encodeRequest(request)
  const begun = performance.now()
  const end = (result: Omit<ServiceResult, 'durationMs'>): ServiceResult => {
    serviceCalls.inc({ integration: integration.key, outcome: result.problem ?? 'accepted' })
    return { ...result, durationMs: Math.round(performance.now() - begun) }
  }
  try {
    const answer = await ctx.web.send({
      url: request.url ?? `${baseOf(ctx, integration, request)}${request.path}`,
      method: request.method,
      headers,
      ...(body !== undefined && { body }),
      timeoutMs,
      maxBytes: cutAt ?? largestAnswer,
      ...(cutAt !== undefined && { cut: true, keepAlive: true }),
    })
    return end({
      answer,
      status: answer.status,
      retryAfter: parseRetryAfter(answer.headers['retry-after']),
      ...(integration.judge ?? judge)(answer.status, integration.statuses),
    })
  } catch (error) {
    if (!(error instanceof FetchRefused)) throw error
    // A name may lead to a private address for a while.
    const retry = error.retry || error.problem === 'address'
    return end({ ...buildFailure(problems[error.problem] ?? 'integrationSilent'), retry })
  }
}

/**
 * Calls the store platform for an integration. Never throws for failures of the platform.
 * @param work returns the platform's complaint; null if it accepted the call
 */
export async function callPlatform({ key }: Integration, work: () => Promise<string | null>): Promise<ServiceResult> {
  const begun = performance.now()
  const end = (result: Omit<ServiceResult, 'durationMs'>): ServiceResult => {
    serviceCalls.inc({ integration: key, outcome: result.problem ?? 'accepted' })
    return { ...result, durationMs: Math.round(performance.now() - begun) }
  }
  try {
    const complaint = await work()
    const answer = { status: 200, headers: {}, text: complaint ?? '' }
    return end({
      ...buildFailure('integrationRefused'),
      status: 200,
      answer,
      ...(complaint === null && { problem: null }),
    })
  } catch (error) {
    if (!(error instanceof UpstreamFailed)) throw error
    const isRefused = error instanceof AccessRefused || error instanceof ScopeMissing
    return end({ ...buildFailure(isRefused ? error.code : 'integrationBusy'), retry: !isRefused })
  }
}

const problems: Partial<Record<FetchRefused['problem'], MessageCode>> = {
  address: 'integrationAddressRefused',
  timeout: 'integrationTimeout',
}

function baseOf(
  { env, origin }: Ctx,
  { key, baseUrl, standIn }: Integration,
  { baseUrl: chosen = baseUrl }: ServiceRequest,
): string {
  return (
    env.CANDOR_PROVIDERS[key] ?? (env.CANDOR_MODE === 'demo' && standIn ? `${origin}/demo/stand-ins/${key}` : chosen)
  )
}

export type Judgment = Pick<ServiceResult, 'problem' | 'retry'>

function judge(status: number, own: Integration['statuses'] = {}): Judgment {
  const reason = own[status]
  if (reason) return { problem: reason, retry: false }
  if (status >= 200 && status < 300) return { problem: null, retry: false }
  if (status === 401 || status === 403) return { problem: 'integrationLoginRefused', retry: false }
  if (status === 408 || status === 429 || status >= 500) return { problem: 'integrationBusy', retry: true }
  return { problem: 'integrationRefused', retry: false }
}
