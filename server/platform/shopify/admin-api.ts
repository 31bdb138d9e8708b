import { setTimeout as wait } from 'node:timers/promises'
import { z } from 'zod'
import { AccessRefused, UpstreamFailed } from '../../core/errors.ts'
import type { PlatformShop } from '../platform.ts'
import { accessTokenHeader, apiVersion } from './headers.ts'

export interface AdminApi {
  /** @throws AccessRefused, UpstreamFailed */
  run<S extends z.ZodType>(shop: PlatformShop, call: AdminCall<S>): Promise<z.output<S>>
}

interface AdminCall<S extends z.ZodType> {
  document: string
  variables?: Record<string, unknown>
  data: S
}

interface AdminApiParts {
  fetch: typeof fetch
  /** `refused` names a token that the platform has just refused. */
  accessToken(shop: PlatformShop, refused?: string): Promise<string>
}

const timeoutMs = 15_000
const throttledTries = 3
/** A page waits for the response: report a longer pause instead of waiting. */
const longestPauseMs = 2_000

const answerShape = z.object({
  data: z.unknown().optional(),
  errors: z
    .array(z.object({ message: z.string(), extensions: z.object({ code: z.string() }).partial().optional() }))
    .optional(),
  extensions: z
    .object({
      cost: z
        .object({
          requestedQueryCost: z.number(),
          throttleStatus: z.object({ currentlyAvailable: z.number(), restoreRate: z.number().positive() }),
        })
        .optional(),
    })
    .optional(),
})
type Answer = z.output<typeof answerShape>

/** Makes the client of the platform's Admin GraphQL API: timeout, throttling, one retry with a new token. */
export function makeAdminApi(parts: AdminApiParts): AdminApi {
  const once = async (shop: PlatformShop, token: string, body: string): Promise<Answer | 'refused' | 'later'> => {
    const response = await parts.fetch(`https://${shop.shopifyDomain}/admin/api/${apiVersion}/graphql.json`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json', [accessTokenHeader]: token },
      body,
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })
    if (response.status === 401 || response.status === 403) return 'refused'
    if (response.status === 429) return 'later'
    if (!response.ok) throw new UpstreamFailed('upstreamFailed')
    return answerShape.parse(await response.json())
  }
  return {
    async run(shop, call) {
      const body = JSON.stringify({ query: call.document, variables: call.variables ?? {} })
      let token = await parts.accessToken(shop)
      let renewed = false
      for (let attempt = 1; attempt <= throttledTries; attempt++) {
        const answer = await once(shop, token, body).catch(throwUpstreamFailed)
        if (answer === 'refused') {
          if (renewed) throw new AccessRefused()
          token = await parts.accessToken(shop, token)
          renewed = true
          attempt--
        } else if (answer === 'later' || isThrottled(answer)) {
          await wait(pauseMs(answer))
        } else {
          return readData(answer, call.data)
        }
      }
      throw new UpstreamFailed('upstreamFailed')
    },
  }
}

function readData<S extends z.ZodType>(answer: Answer, shape: S): z.output<S> {
  if (answer.errors?.some(({ extensions }) => extensions?.code === 'ACCESS_DENIED')) throw new AccessRefused()
  if (answer.errors?.length) throw new UpstreamFailed('upstreamFailed')
  const data = shape.safeParse(answer.data)
  if (!data.success) throw new UpstreamFailed('upstreamFailed')
  return data.data
}

function isThrottled(answer: Answer): boolean {
  return answer.errors?.some(({ extensions }) => extensions?.code === 'THROTTLED') ?? false
}

function pauseMs(answer: Answer | 'later'): number {
  const cost = answer === 'later' ? undefined : answer.extensions?.cost
  if (!cost) return 1_000
  const missing = cost.requestedQueryCost - cost.throttleStatus.currentlyAvailable
  return Math.min(longestPauseMs, Math.max(100, (missing / cost.throttleStatus.restoreRate) * 1_000))
}

/** Network errors and malformed responses are the platform's failure, not a bug. */
function throwUpstreamFailed(error: unknown): never {
  throw error instanceof UpstreamFailed ? error : new UpstreamFailed('upstreamFailed')
}
