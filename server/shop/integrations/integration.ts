import type { MessageCode } from '../../../rules/messages.ts'
import type { Feature } from '../../../rules/plans.ts'
import type { Ctx } from '../../core/context.ts'
import type { EventName, Events } from '../../core/events.ts'
import type { WebAnswer } from '../../core/files/fetch-remote.ts'
import type { ServiceRequest } from '../../core/web/request.ts'

/** Events from the worker process for large files can't enqueue jobs. */
export type ListenedEvent = Exclude<EventName, 'import.finished'>
/** Name of a delivery in the log: the event, or what was due. */
export type DeliveredEvent = ListenedEvent | 'push.due' | 'email.due' | 'translation.due'

export type Secrets = Readonly<Record<string, string>>

/** Data to send: small JSON with ids rather than texts. */
export type DeliveryPayload = Readonly<Record<string, string | number | boolean | string[]>>

export interface OpenDelivery {
  /** Same for all attempts, so that a service recognises a repetition. */
  id: string
  event: DeliveredEvent
  payload: DeliveryPayload
}

/** A request whose answer matters. */
export interface AnsweredRequest extends ServiceRequest {
  /** Uses a successful answer. Returns the problem of an unusable one; the delivery is then retried. */
  receive?(answer: WebAnswer): Promise<MessageCode | null>
}

export type BuiltRequest = AnsweredRequest | MessageCode | null

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
    readonly [E in ListenedEvent]?: (tx: Ctx, payload: Events[E]) => DeliveryPayload[] | Promise<DeliveryPayload[]>
  }
  /** Whether it receives anything besides a test. Default: whether it listens. */
  delivers?: boolean
  /** Builds the request when it is sent. Null: nothing is left to send. A code: the reason not to send it. */
  buildRequest?(ctx: Ctx, delivery: OpenDelivery, secrets: Secrets): BuiltRequest | Promise<BuiltRequest>
  /** Called when a delivery was accepted (null) or given up. Runs in the transaction that records the result. */
  settled?(tx: Ctx, delivery: Pick<OpenDelivery, 'id' | 'payload'>, problem: MessageCode | null): Promise<void>
  /** Called when the shop connects or disconnects. Runs in the transaction of the change. */
  changed?(tx: Ctx, isConnected: boolean, secrets: Secrets): Promise<void>
  details?(ctx: Ctx): Promise<object>
  /** A harmless request that only succeeds with valid credentials. */
  test: {
    request(ctx: Ctx, secrets: Secrets): ServiceRequest
    /** Detects success for services that return 200 for invalid credentials. */
    accepts?(answer: WebAnswer): boolean
  }
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
