import { createECDH, createHash } from 'node:crypto'
import { z } from 'zod'
import { maxPushSubscriptions } from '../../../rules/limits.ts'
import { inTransaction, type Ctx } from '../../core/context.ts'
import { NotAllowed, NotFound, parse } from '../../core/errors.ts'
import type { PushSubscription } from '../../generated/prisma/client.ts'
import { readPushChannels } from './push-settings.ts'

const base64url = (bytes: number) =>
  z
    .string('required')
    .regex(/^[\w-]+={0,2}$/, 'valueInvalid')
    .refine((text) => Buffer.from(text, 'base64url').length === bytes, 'valueInvalid')
    .transform((text) => text.replaceAll('=', ''))

/** Returns whether a text is a point of the curve P-256, to which a notification can be encrypted. */
export function isPublicKey(text: string): boolean {
  try {
    const ecdh = createECDH('prime256v1')
    ecdh.generateKeys()
    return ecdh.computeSecret(Buffer.from(text, 'base64url')).length > 0
  } catch {
    return false
  }
}

/** JSON of a browser's PushSubscription; unknown fields are ignored. */
const subscription = z.object({
  endpoint: z
    .string('required')
    .max(2_000, 'valueInvalid')
    .refine((url) => URL.canParse(url) && new URL(url).protocol === 'https:', 'valueInvalid'),
  keys: z.object(
    {
      p256dh: base64url(65).refine(isPublicKey, 'valueInvalid'),
      auth: base64url(16),
    },
    'required',
  ),
})

/**
 * Saves a customer's browser. The platform proves the customer's identity. A browser of another customer moves to this
 * one.
 * @throws InvalidInput; NotFound for an unknown customer; NotAllowed while Web Push is off
 */
export async function subscribe(ctx: Ctx, platformCustomerId: string, input: unknown): Promise<void> {
  if (!(await readPushChannels(ctx)).webPush) throw new NotAllowed('pushOff')
  const { endpoint, keys } = parse(subscription, input)
  const shopId = ctx.shop.id
  await inTransaction(ctx, async (tx) => {
    const customer = await tx.db.customer.findFirst({
      where: { shopId, platformId: platformCustomerId },
      select: { id: true },
    })
    if (!customer) throw new NotFound()
    const id = createHash('sha256').update(endpoint).digest('base64url')
    const data = { ...keys, customerId: customer.id, createdAt: tx.now() }
    await tx.db.pushSubscription.upsert({
      where: { shopId_id: { shopId, id } },
      create: { shopId, id, endpoint, ...data },
      update: data,
    })
    const old = await tx.db.pushSubscription.findMany({
      where: { shopId, customerId: customer.id, id: { not: id } },
      orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
      skip: maxPushSubscriptions - 1,
      select: { id: true },
    })
    if (old.length > 0)
      await tx.db.pushSubscription.deleteMany({ where: { shopId, id: { in: old.map((each) => each.id) } } })
  })
}

export async function subscriptionsOf({ db, shop }: Ctx, customerId: string | null): Promise<PushSubscription[]> {
  return customerId ? db.pushSubscription.findMany({ where: { shopId: shop.id, customerId } }) : []
}

export async function subscribedCustomers({ db, shop }: Ctx, customerIds: readonly string[]): Promise<Set<string>> {
  const rows = await db.pushSubscription.findMany({
    where: { shopId: shop.id, customerId: { in: [...customerIds] } },
    select: { customerId: true },
    distinct: ['customerId'],
  })
  return new Set(rows.map(({ customerId }) => customerId))
}

export async function dropSubscription({ db, shop }: Ctx, id: string): Promise<void> {
  await db.pushSubscription.deleteMany({ where: { shopId: shop.id, id } })
}
