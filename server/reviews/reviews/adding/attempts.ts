import { createHash } from 'node:crypto'
import type { Ctx } from '../../../core/context.ts'
import { InvalidInput } from '../../../core/errors.ts'
import { idempotencyHeader } from '../../../core/idempotency/idempotency.ts'
import type { Submitted } from './submit.ts'

/**
 * A form is sent again after a double tap, a lost response or a reload. Every attempt with the same key gets the review
 * of the first. The key is written in the review's transaction, so a crash leaves both or none.
 */
interface KeyedAttempt {
  productId: string
  /** Chosen by the client for one opened form. */
  key: string
  /** Fingerprint of the content: a shopper may change the form after a lost response. */
  fingerprint: string
}

/** Returns the review saved under the key, or null. @throws InvalidInput when that review has other content */
export async function findSubmission(ctx: Ctx, attempt: KeyedAttempt): Promise<Submitted | null> {
  const row = await ctx.db.idempotencyKey.findUnique({
    where: { shopId_key: { shopId: ctx.shop.id, key: storedKey(attempt) } },
    select: { body: true, fingerprint: true },
  })
  if (row && row.fingerprint !== attempt.fingerprint)
    throw new InvalidInput({ [idempotencyHeader]: 'idempotencyMismatch' })
  return row && (row.body as unknown as Submitted)
}

/**
 * Writes the key within the review's transaction. Waits for a concurrent transaction with the same key. If that one
 * saved a review, returns it, and the caller must write nothing more.
 */
export async function claimKey(tx: Ctx, attempt: KeyedAttempt, submitted: Submitted): Promise<Submitted | null> {
  const { count } = await tx.db.idempotencyKey.createMany({
    data: [
      {
        shopId: tx.shop.id,
        key: storedKey(attempt),
        fingerprint: attempt.fingerprint,
        body: { ...submitted },
        createdAt: tx.now(),
      },
    ],
    skipDuplicates: true,
  })
  return count === 0 ? findSubmission(tx, attempt) : null
}

const storedKey = ({ productId, key }: KeyedAttempt): string =>
  `review ${createHash('sha256').update(`${productId} ${key}`).digest('base64url')}`
