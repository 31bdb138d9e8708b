import type { MessageCode } from '../../../rules/messages.ts'
import type { Ctx } from '../../core/context.ts'
import { FetchRefused, parseRetryAfter, type WebAnswer } from '../../core/files/fetch-remote.ts'
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
}

/** Sends a request to a service. Never throws for failures of the service. */
export async function callService(ctx: Ctx, integration: Integration, request: ServiceRequest): Promise<ServiceResult> {
  const { headers, body } = encodeRequest(request)
  try {
    const answer = await ctx.web.send({
      url: `${baseOf(ctx, integration, request)}${request.path}`,
      method: request.method,
      headers,
      ...(body !== undefined && { body }),
      timeoutMs,
      maxBytes: largestAnswer,
    })
    return {
      answer,
      status: answer.status,
      retryAfter: parseRetryAfter(answer.headers['retry-after']),
      ...judge(answer.status, integration.statuses),
    }
  } catch (error) {
    if (!(error instanceof FetchRefused)) throw error
    const problem = error.problem === 'address' ? 'integrationAddressRefused' : 'integrationSilent'
    return { answer: null, status: null, retryAfter: null, problem, retry: error.retry }
  }
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

function judge(status: number, own: Integration['statuses'] = {}): Pick<ServiceResult, 'problem' | 'retry'> {
  const reason = own[status]
  if (reason) return { problem: reason, retry: false }
  if (status >= 200 && status < 300) return { problem: null, retry: false }
  if (status === 401 || status === 403) return { problem: 'integrationLoginRefused', retry: false }
  if (status === 408 || status === 429 || status >= 500) return { problem: 'integrationBusy', retry: true }
  return { problem: 'integrationRefused', retry: false }
}
