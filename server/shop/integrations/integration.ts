import type { MessageCode } from '../../../rules/messages.ts'
import type { Feature } from '../../../rules/plans.ts'
import type { Ctx } from '../../core/context.ts'
import type { EventName, Events } from '../../core/events.ts'
import type { WebAnswer } from '../../core/files/fetch-remote.ts'
import type { ServiceRequest } from '../../core/web/request.ts'

/** Events from the worker process for large files can't enqueue jobs. */
export type ListenedEvent = Exclude<EventName, 'import.finished'>
/** What the log calls a delivery: the event, or what was due. */
export type DeliveredEvent = ListenedEvent | 'push.due' | 'email.due'

/** The values of an integration's fields. */
export type Secrets = Readonly<Record<string, string>>

/** What is to be sent: small JSON, ids rather than texts. */
export type DeliveryPayload = Readonly<Record<string, string | number | boolean | string[]>>

export interface OpenDelivery {
  /** Never changes between attempts: the key by which a service recognizes a repetition. */
  id: string
  event: DeliveredEvent
  payload: DeliveryPayload
}

/** A service that a shop can connect to. CONTRIBUTING says how to add one. */
export interface Integration {
  /** The name of its folder, of its route and of its secrets. */
  key: string
  /** The brand, not translated. */
  name: string
  /** Without a slash at its end. CANDOR_PROVIDERS replaces it. */
  baseUrl: string
  /** What the merchant enters to connect; kept sealed and never answered. */
  fields: readonly string[]
  feature?: Feature
  /** What each event sends: one payload for each request, none if the event doesn't matter. Runs in the transaction of the change. */
  listens?: {
    readonly [E in ListenedEvent]?: (tx: Ctx, payload: Events[E]) => DeliveryPayload[] | Promise<DeliveryPayload[]>
  }
  /** Whether it gets anything besides a test; unless given, if it listens. */
  delivers?: boolean
  /** Builds the request when it is sent; null if there is nothing to send any more. */
  buildRequest?(
    ctx: Ctx,
    delivery: OpenDelivery,
    secrets: Secrets,
  ): ServiceRequest | null | Promise<ServiceRequest | null>
  /** What follows when a delivery was accepted (null) or given up. Runs in the transaction that notes it. */
  settled?(tx: Ctx, delivery: Pick<OpenDelivery, 'id' | 'payload'>, problem: MessageCode | null): Promise<void>
  /** What follows when the shop connects or disconnects. Runs in the transaction of the change. */
  changed?(tx: Ctx, isConnected: boolean, secrets: Secrets): Promise<void>
  /** More of the connection for `GET /integrations/<key>`. */
  details?(ctx: Ctx): Promise<object>
  /** A harmless request that only succeeds with valid credentials. */
  test: {
    request(ctx: Ctx, secrets: Secrets): ServiceRequest
    /** For services that answer 200 to invalid credentials. */
    accepts?(answer: WebAnswer): boolean
  }
  /** The service as the demo and the tests know it. In the demo it takes the place of `baseUrl`. */
  standIn?(request: ReceivedRequest): StandInAnswer | Promise<StandInAnswer>
}

export interface ReceivedRequest {
  method: string
  /** Below the base address, with its query. */
  path: string
  headers: Readonly<Record<string, string>>
  body: string
}

export interface StandInAnswer {
  status: number
  headers?: Record<string, string>
  body?: object
  /** What is wrong with the request by the service's published schema. */
  problem?: string
}
