import { bearer, type ServiceRequest } from '../../../core/web/request.ts'
import type { DeliveryPayload, Secrets } from '../integration.ts'

/** Version of Klaviyo's API that the requests follow; `event.schema.json` describes the parts in use. */
export const klaviyoRevision = '2026-07-15'
export const jsonApiType = 'application/vnd.api+json'

/** Names of the events, which flows in Klaviyo start from. */
export const KLAVIYO_METRICS = {
  request: 'Review Request',
  submitted: 'Submitted Review',
  published: 'Review Published',
  replied: 'Review Reply',
} as const

export interface KlaviyoEvent {
  metric: keyof typeof KLAVIYO_METRICS
  /** Klaviyo creates or updates the profile of this address. Empty names stay as they are. */
  profile: { email: string; firstName?: string; lastName?: string }
  properties: DeliveryPayload
  time: Date
  /** Klaviyo drops a repetition for the same profile and metric. */
  uniqueId: string
}

type Call = Pick<ServiceRequest, 'method' | 'path' | 'json'>

/** Returns a request with the private key and the API's revision. */
export const callKlaviyo = (call: Call, { apiKey = '' }: Secrets): ServiceRequest => ({
  ...call,
  headers: { accept: jsonApiType, 'content-type': jsonApiType, revision: klaviyoRevision },
  sign: bearer(apiKey, 'Klaviyo-API-Key'),
})

/** Returns the request that records an event; Klaviyo answers 202 before it processes it. */
export function buildEventRequest(event: KlaviyoEvent, secrets: Secrets): ServiceRequest {
  const { email, firstName, lastName } = event.profile
  const profile = { email, ...(firstName && { first_name: firstName }), ...(lastName && { last_name: lastName }) }
  const attributes = {
    properties: event.properties,
    metric: { data: { type: 'metric', attributes: { name: KLAVIYO_METRICS[event.metric] } } },
    profile: { data: { type: 'profile', attributes: profile } },
    time: event.time.toISOString(),
    unique_id: event.uniqueId,
  }
  return callKlaviyo({ method: 'POST', path: '/api/events', json: { data: { type: 'event', attributes } } }, secrets)
}

const mostDetailChars = 300

/** Returns the sentences of an error answer, which may be cut off; null without any. */
export function explainKlaviyo(answer: string): string | null {
  const details = [...answer.matchAll(/"detail"\s*:\s*("(?:[^"\\]|\\.)*")/g)].flatMap(([, quoted = '""']) => {
    try {
      return [String(JSON.parse(quoted))]
    } catch {
      return []
    }
  })
  return details.join(' ').slice(0, mostDetailChars) || null
}
