import { createHash } from 'node:crypto'
import type { Ctx } from '../../../core/context.ts'
import { InvalidInput } from '../../../core/errors.ts'
import { idempotencyHeader } from '../../../core/idempotency/idempotency.ts'
import type { Submitted } from './submit.ts'

/**
 * A form is sent again after a double tap, a lost answer or a reload. Every attempt with the same key gets the review of the
 * first that was saved. The key is written in the transaction of its review, so a killed process leaves both or none.
 */
interface KeyedAttempt {
  productId: string
  /** Chosen by the client for one opened form. */
  key: string
  /** Fingerprint of what was written: a shopper may change the form after a lost answer. */
  fingerprint: string
}

/**
 * Returns the review that was saved under the key, or null.
 * @throws InvalidInput when that review says something else, as what was written now is not saved
 */
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
 * Writes the key within the transaction of its review. Waits for another transaction that is writing the same key, and returns
 * that one's review when it was saved: nothing more must be written then.
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
