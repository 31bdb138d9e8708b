import { createHash } from 'node:crypto'
import webpush from 'web-push'
import { pushLifetimeDays } from '../../../rules/limits.ts'
import type { MessageCode } from '../../../rules/messages.ts'
import type { Ctx } from '../../core/context.ts'
import { FetchRefused } from '../../core/files/fetch-remote.ts'
import type { PushSubscription } from '../../generated/prisma/client.ts'
import { parseMailFrom } from '../sender/parse-mail-from.ts'
import type { PushContent } from './push-content.ts'
import { dropSubscription, isPublicKey } from './subscriptions.ts'
import { readVapidKeys } from './vapid.ts'

const timeoutMs = 10_000
const largestAnswer = 16 * 1024

export interface PushAnswer {
  problem: MessageCode | null
  /** Whether a retry may succeed. */
  retry: boolean
}

/** Encrypts a notification (RFC 8291) and sends it to the browser's push service. Deletes a browser that is gone. */
export async function sendWebPush(
  ctx: Ctx,
  subscription: PushSubscription,
  { itemId, content }: { itemId: string; content: PushContent },
): Promise<PushAnswer> {
  const vapid = readVapidKeys(ctx.env)
  if (!vapid) return { problem: 'pushUnavailable', retry: false }
  const { endpoint, p256dh, auth } = subscription
  // No notification can be encrypted to such a key, which older releases stored.
  if (!isPublicKey(p256dh)) {
    await dropSubscription(ctx, subscription.id)
    return { problem: 'pushNoSubscription', retry: false }
  }
  const { headers, body } = webpush.generateRequestDetails(
    { endpoint, keys: { p256dh, auth } },
    JSON.stringify(content),
    {
      vapidDetails: { subject: `mailto:${parseMailFrom(ctx.env.MAIL_FROM)}`, ...vapid },
      contentEncoding: 'aes128gcm',
      TTL: pushLifetimeDays * 86_400,
      urgency: 'normal',
      // A retry replaces the first notification while the device hasn't received it.
      topic: createHash('sha256').update(itemId).digest('base64url').slice(0, 32),
    },
  )
  try {
    const { 'Content-Length': _length, ...sent } = headers
    const { status } = await ctx.web.send({
      url: endpoint,
      method: 'POST',
      headers: sent,
      body,
      timeoutMs,
      maxBytes: largestAnswer,
    })
    if (status === 404 || status === 410) await dropSubscription(ctx, subscription.id)
    return judge(status)
  } catch (error) {
    if (!(error instanceof FetchRefused)) throw error
    return {
      problem: error.problem === 'address' ? 'integrationAddressRefused' : 'integrationSilent',
      retry: error.retry,
    }
  }
}

function judge(status: number): PushAnswer {
  if (status >= 200 && status < 300) return { problem: null, retry: false }
  if (status === 404 || status === 410) return { problem: 'pushNoSubscription', retry: false }
  if (status === 408 || status === 429 || status >= 500) return { problem: 'integrationBusy', retry: true }
  return { problem: 'pushRefused', retry: false }
}
