import type { SettingKey } from '../../rules/settings/settings.ts'
import type { Ctx } from './context.ts'

/** What has happened, by name. Ids in batches of at most 1,000. */
export interface Events {
  'order.changed': { orderId: string }
  'review.submitted': { ids: string[] }
  /** `imported`: they are old; other services do not hear of them. */
  'review.published': { ids: string[]; productIds: string[]; imported?: true }
  'review.hidden': { ids: string[]; productIds: string[] }
  /** `mailIds`: reviews whose reviewers get the reply by email. */
  'review.replied': { ids: string[]; mailIds: string[] }
  'review.replyDeleted': { ids: string[] }
  /** Went to the recycle bin, was rejected as spam, or is gone for good. */
  'review.removed': { ids: string[] }
  /** Their customers changed rating or text, and the publishing rules decided again. */
  'review.revised': { ids: string[] }
  /** Their first open reports. */
  'review.reported': { ids: string[] }
  'review.editRequested': { ids: string[] }
  /** The merchant switched the app on or off. */
  'shop.switched': { appStatus: boolean }
  'import.finished': { importId: string }
  /** The document before and after the save, without its secrets. */
  'setting.saved': { key: SettingKey; before: object; after: object }
}

export type EventName = keyof Events

/** Runs in the transaction of the change: it may write rows and enqueue jobs, nothing else. */
export type Listener<E extends EventName> = (ctx: Ctx, payload: Events[E]) => Promise<void>

export type Listeners = { [E in EventName]: readonly Listener<E>[] }
