import { maxCountedRows } from '../../../rules/limits.ts'
import { findLockingFeature } from '../../../rules/settings/document.ts'
import { PUSH_OWL } from '../../../rules/settings/push-owl.ts'
import { QUEUE_KINDS, type QueueKind } from '../../../rules/queue-status.ts'
import type { Ctx } from '../../core/context.ts'
import { readSetting } from '../../shop/settings/settings.ts'
import { readVapidKeys } from './vapid.ts'

const switches = {
  'review-reminder': 'reviewReminderStatus',
  'photo-reminder': 'photoReminderStatus',
} as const satisfies Record<QueueKind, string>

interface PushChannels {
  pushOwl: boolean
  webPush: boolean
}

/** Returns the enabled channels regardless of the reminders' settings; none on a plan without push notifications. */
export async function readPushChannels(ctx: Ctx): Promise<PushChannels> {
  if (findLockingFeature(PUSH_OWL, 'reviewReminderStatus', ctx.shop.plan)) return { pushOwl: false, webPush: false }
  const { integrated, webPush } = await readSetting(ctx, 'pushOwl')
  return { pushOwl: integrated, webPush: webPush && readVapidKeys(ctx.env) !== null }
}

/** Returns the kinds of emails that get a push notification: their reminder and a channel are on. */
export async function listPushKinds(ctx: Ctx): Promise<QueueKind[]> {
  const { pushOwl, webPush } = await readPushChannels(ctx)
  if (!pushOwl && !webPush) return []
  const settings = await readSetting(ctx, 'pushOwl')
  return QUEUE_KINDS.filter((kind) => settings[switches[kind]])
}

export interface WebPushState {
  isAvailable: boolean
  subscriptions: number
}

/** Returns whether browsers can subscribe, and how many did. */
export async function webPushState({ db, shop, env }: Ctx): Promise<WebPushState> {
  return {
    isAvailable: readVapidKeys(env) !== null,
    subscriptions: await db.pushSubscription.count({ where: { shopId: shop.id }, take: maxCountedRows }),
  }
}
