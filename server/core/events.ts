import type { PlanId } from '../../rules/plans.ts'
import type { RefusingAct, Refusal, StatementDecider } from '../../rules/refusal.ts'
import type { SettingKey } from '../../rules/settings/settings.ts'
import type { Order } from '../generated/prisma/client.ts'
import type { Ctx } from './context.ts'

/** Events by name, with ids in batches of at most 1,000. */
export interface Events {
  'order.changed': { order: Order }
  /** `network`: of a shopper who wrote in the store. */
  'review.submitted': { ids: string[]; network?: string }
  /** Written by a shopper or the merchant, not imported. */
  'review.created': { ids: string[] }
  /** Content, reply or status changed in any way but publishing and the trash. */
  'review.changed': { ids: string[] }
  /** `imported`: old reviews, which other services don't receive. */
  'review.published': { ids: string[]; productIds: string[]; imported?: true }
  'review.hidden': { ids: string[]; productIds: string[] }
  /** `mailIds`: reviews whose reviewers get the reply by email. */
  'review.replied': { ids: string[]; mailIds: string[] }
  'review.replyDeleted': { ids: string[] }
  /** The merchant or a rule is about to hide, trash or delete them; they are unchanged yet. `isGiven`: with a reason. */
  'review.refused': { ids: string[]; act: RefusingAct; isGiven: boolean; by: StatementDecider } & Refusal
  'review.objected': { ids: string[] }
  /** `by` is the name of the merchant who assigned them. */
  'review.assigned': { ids: string[]; assigneeId: string; by: string }
  /** Moved to the recycle bin, rejected as spam, or deleted for good. */
  'review.removed': { ids: string[] }
  /** The customer changed rating or text, and the publishing rules decided again. */
  'review.revised': { ids: string[] }
  /** The merchant changed title or text, or took the change back. */
  'review.edited': { ids: string[] }
  'review.reported': { ids: string[] }
  'review.editRequested': { ids: string[] }
  /** A person lost their right to the shop. */
  'person.removed': { accountId: string }
  'shop.switched': { appStatus: boolean }
  /** `frozen`: the platform could not charge the merchant. */
  'plan.changed': { from: PlanId; to: PlanId; frozen: boolean }
  /** Candor disabled it: its receiver is gone, or accepted nothing for days. */
  'webhook.disabled': { id: string; url: string; reason: 'gone' | 'failing' }
  'import.finished': { importId: string }
  /** The document before and after the save, without its secrets. */
  'setting.saved': { key: SettingKey; before: object; after: object }
}

export type EventName = keyof Events

/** Runs in the transaction of the change: it may write rows and enqueue jobs, nothing else. */
export type Listener<E extends EventName> = (ctx: Ctx, payload: Events[E]) => Promise<void>

export type Listeners = { [E in EventName]: readonly Listener<E>[] }
