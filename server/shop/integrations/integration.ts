import type { MessageCode } from '../../../rules/messages.ts'
import type { FlowActionName } from '../../../rules/flow.ts'
import type { Feature } from '../../../rules/plans.ts'
import type { Ctx } from '../../core/context.ts'
import type { EventName, Events } from '../../core/events.ts'
import type { WebAnswer } from '../../core/files/fetch-remote.ts'
import type { ServiceRequest } from '../../core/web/request.ts'
import type { WebhookTopic } from '../../../rules/webhook-topics.ts'
import type { Judgment, ServiceResult } from './call-service.ts'

/** Name of a delivery in the log: the event, what was due, or a webhook's topic. */
export type DeliveredEvent =
  | EventName
  | 'push.due'
  | 'email.due'
  | 'points.due'
  | 'translation.due'
  | 'review.negative'
  | FlowActionEvent
  | WebhookTopic
  | 'webhook.test'

/** A call of a workflow's action, which the log shows, too. */
export type FlowActionEvent = `flow.${FlowActionName}`

export type Secrets = Readonly<Record<string, string>>

/** Data to send: small JSON, with ids rather than texts if the request is built from their rows. */
export type DeliveryPayload = Readonly<Record<string, JsonValue>>
type JsonValue = string | number | boolean | null | readonly JsonValue[] | { readonly [key: string]: JsonValue }

export interface OpenDelivery {
  /** Same for all attempts, so that a service recognises a repetition. */
  id: string
  event: DeliveredEvent
  payload: DeliveryPayload
  createdAt: Date
}

/** A request whose answer matters. */
export interface AnsweredRequest extends ServiceRequest {
  /** Uses a successful answer. Returns the problem of an unusable one; the delivery is then retried. */
  receive?(answer: WebAnswer): Promise<MessageCode | null>
}

/** A call of the store platform, which goes through its port instead of the web. */
export interface PlatformCall {
  call(): Promise<ServiceResult>
}

export type BuiltRequest = AnsweredRequest | PlatformCall | MessageCode | null
/** Builds the request when it is sent. Null: nothing is left to send. A code: the reason not to send it. */
export type RequestBuilder = (delivery: OpenDelivery) => BuiltRequest | Promise<BuiltRequest>

/** A service that a shop can connect to. CONTRIBUTING says how to add one. */
export interface Integration {
  /** Name of its folder, route and secrets. */
  key: string
  name: string
  /** Has no trailing slash. CANDOR_PROVIDERS replaces it. */
  baseUrl: string
  /** Fields that the merchant enters to connect; stored encrypted and never returned. */
  fields: readonly string[]
  /** Fields that may stay empty. */
  optional?: readonly string[]
  /** What a status of this service means, if it has a reason of its own. Such a delivery isn't retried. */
  statuses?: Readonly<Record<number, MessageCode>>
  feature?: Feature
  /** Payloads for each event, one per request; none if it doesn't matter. Runs in the transaction of the change. */
  listens?: {
    readonly [E in EventName]?: (tx: Ctx, payload: Events[E]) => DeliveryPayload[] | Promise<DeliveryPayload[]>
  }
  /** Names a delivery in the log; null: by its event. */
  nameEvent?(payload: DeliveryPayload): DeliveredEvent | null
  /** Whether its requests are sent one after another, because each depends on what the one before it used. */
  isInOrder?: boolean
  /** Whether it receives anything besides a test. Default: whether it listens. */
  delivers?: boolean
  buildRequest?(ctx: Ctx, delivery: OpenDelivery, secrets: Secrets): ReturnType<RequestBuilder>
  /** Replaces connection and `buildRequest` where a shop has several receivers: opens one, or says why not. */
  openLane?(ctx: Ctx, lane: string): Promise<RequestBuilder | MessageCode>
  /** Returns the service's own sentence in an error's body, which may be cut off; null without one. */
  explain?(answer: string): string | null
  /** Judges the status of an answer. Default: 408, 429 and 5xx are retried. */
  judge?(status: number): Judgment
  /** Called with each batch of responses of a lane, in the transaction that records them. */
  answered?(tx: Ctx, lane: string, results: readonly ServiceResult[]): Promise<void>
  /** Called when a delivery was accepted (null) or given up. Runs in the transaction that records the result. */
  settled?(tx: Ctx, delivery: Pick<OpenDelivery, 'id' | 'payload'>, problem: MessageCode | null): Promise<void>
  /** Called when the shop connects or disconnects. Runs in the transaction of the change. */
  changed?(tx: Ctx, isConnected: boolean, secrets: Secrets): Promise<void>
  details?(ctx: Ctx): Promise<object>
  /** Since when a service is connected by rows of its own instead of `fields`; null: it isn't. */
  connectedAt?(ctx: Ctx): Promise<Date | null>
  /** A harmless request that only succeeds with valid credentials. Only a service without `connectedAt` has one. */
  test?:
    | {
        request(ctx: Ctx, secrets: Secrets): ServiceRequest
        /** Detects success for services that return 200 for invalid credentials. */
        accepts?(answer: WebAnswer): boolean
      }
    | { call(ctx: Ctx): Promise<ServiceResult> }
  /** Where the merchant works with the service, if its address depends on the shop. */
  openUrl?(ctx: Ctx): string
  /** Simulates the service in the demo and in tests. In the demo it replaces `baseUrl`. */
  standIn?(request: ReceivedRequest): StandInAnswer | Promise<StandInAnswer>
}

export interface ReceivedRequest {
  method: string
  /** Path below the base URL, with its query. */
  path: string
  headers: Readonly<Record<string, string>>
  body: string
}

export interface StandInAnswer {
  status: number
  headers?: Record<string, string>
  body?: object
  problem?: string
}
