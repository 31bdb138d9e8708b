import { v7 as uuidv7 } from 'uuid'
import { z } from 'zod'
import type { PrivacyKind } from '../../../rules/privacy.ts'
import { queueWork } from '../../core/background/claim.ts'
import type { Ctx } from '../../core/context.ts'
import type { PlatformWebhook } from '../../platform/platform.ts'

export const PRIVACY_TOPICS = ['customers/data_request', 'customers/redact', 'shop/redact'] as const

const kinds: Record<(typeof PRIVACY_TOPICS)[number], PrivacyKind> = {
  'customers/data_request': 'data_request',
  'customers/redact': 'customer_redact',
  'shop/redact': 'shop_redact',
}
const idText = z.union([z.number(), z.string()]).transform(String)
const text = z
  .string()
  .nullish()
  .transform((value) => value?.trim() || null)
const customerPayload = z.object({
  customer: z.object({ id: idText.nullish(), email: text, phone: text }),
  orders_to_redact: z.array(idText).nullish(),
  orders_requested: z.array(idText).nullish(),
})

/** Whose data it is, as the platform names the person. */
export interface NamedPerson {
  platformId: string | null
  email: string | null
  phone: string | null
  orderIds: string[]
}

/** Stores a request about personal data and queues its work, in the transaction of the webhook's receipt. */
export async function receivePrivacyRequest(
  tx: Ctx,
  { topic, webhookId, triggeredAt, payload }: Pick<PlatformWebhook, 'topic' | 'webhookId' | 'triggeredAt' | 'payload'>,
): Promise<void> {
  const kind = kinds[topic as keyof typeof kinds]
  const read = kind === 'shop_redact' ? null : customerPayload.safeParse(payload)
  const person = read?.success ? nameOf(read.data) : null
  if (read && !person) {
    tx.log.error({ topic, webhookId }, 'a privacy request without a customer')
    return
  }
  const id = uuidv7()
  // The platform erases a shop two days after its uninstall. A shop that is installed again keeps its data.
  const isBack = kind === 'shop_redact' && (await isInstalled(tx, triggeredAt))
  await tx.db.privacyRequest.create({
    data: {
      shopId: tx.shop.id,
      id,
      kind,
      status: isBack ? 'ignored' : 'open',
      ...(person && { person: { ...person } }),
      receivedAt: tx.now(),
      ...(isBack && { finishedAt: tx.now() }),
    },
  })
  if (!isBack) await queueWork(tx, 'privacy.run', id)
}

function nameOf({ customer, ...orders }: z.output<typeof customerPayload>): NamedPerson | null {
  const { id, email, phone } = customer
  if (!id && !email) return null
  const orderIds = orders.orders_to_redact ?? orders.orders_requested ?? []
  return { platformId: id ?? null, email: email?.toLowerCase() ?? null, phone, orderIds }
}

async function isInstalled(tx: Ctx, triggeredAt: Date | null): Promise<boolean> {
  const { uninstalledAt } = await tx.db.shop.findUniqueOrThrow({ where: { id: tx.shop.id } })
  return uninstalledAt === null || (triggeredAt !== null && uninstalledAt > triggeredAt)
}
