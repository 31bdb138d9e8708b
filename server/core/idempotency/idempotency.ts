import { AsyncLocalStorage } from 'node:async_hooks'
import { createHash, randomUUID } from 'node:crypto'
import { setTimeout as later } from 'node:timers/promises'
import { hasSecret } from '../../../rules/api-keys.ts'
import type { Actor, Ctx } from '../context.ts'
import { InvalidInput, LimitReached, NotAllowed, type UserError } from '../errors.ts'
import { findStatus } from '../http/errors.ts'
import { Prisma } from '../../generated/prisma/client.ts'

/** The header in Node's spelling. */
export const idempotencyHeader = 'idempotency-key'
/** Marks a repeated response. */
export const replayedHeader = 'idempotency-replayed'

export const maxKeyChars = 255
/** Lease by the database's wall clock: a dead attempt is retried after this long. */
const leaseSeconds = 15
const renewMs = 5_000
/** Longest wait of a repetition for the first response, and its first poll interval. */
const waitMs = 20_000
const firstPollMs = 20
const maxPollMs = 250
/** A larger response is not stored: its repetition only learns that the work was done. */
const largestKeptChars = 1_000_000

export interface Attempt {
  status: number
  body: unknown
  /** Whether a repetition gets this response; otherwise it tries again. */
  keep: boolean
}

export interface StoredResponse {
  status: number
  body: unknown
  /** The response is the first attempt's; nothing was done now. */
  replayed: boolean
}

interface Claimed {
  key: string
  /** Identifies this attempt: a replaced attempt writes nothing more. */
  attempt: string
}

interface KeyRow {
  fingerprint: string
  status: number | null
  body: unknown
  expired: boolean
  /** The effect is committed, whatever became of the response. */
  done: boolean
}

/**
 * Returns the key of a request's header; null without one.
 * @throws InvalidInput idempotencyEmpty; fillAtMost
 */
export function readIdempotencyKey(header: string | readonly string[] | null | undefined): string | null {
  if (header === undefined || header === null) return null
  const key = typeof header === 'string' ? header.trim() : ''
  if (key === '') throw new InvalidInput({ [idempotencyHeader]: 'idempotencyEmpty' })
  if (key.length > maxKeyChars)
    throw new InvalidInput({ [idempotencyHeader]: { code: 'fillAtMost', params: { max: maxKeyChars } } })
  return key
}

/** Returns whether a refusal is final: no server fault, no limit that may lift, no ended session. */
export function isKeptRefusal(error: UserError): boolean {
  const status = findStatus(error)
  return status < 500 && ![401, 403].includes(status) && !(error instanceof LimitReached)
}

/** Names who asked, for the fingerprint: an answer belongs to one person or key. */
export function identifyAsker(actor: Actor): string {
  if (actor.kind !== 'merchant') return actor.kind
  return actor.key ? `key ${actor.key.id}` : `person ${actor.accountId ?? actor.mode}`
}

/** Distinguishes requests by who asked and everything that changes their effect. */
export function computeFingerprint(...parts: readonly (string | Buffer)[]): string {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(`${Buffer.byteLength(part)}:`).update(part)
  return hash.digest('base64url')
}

/**
 * Runs work once per shop and key. A repetition of the same request waits for the first response and returns it. The
 * claim is a row: a dead attempt loses it when its lease expires, a failed one at once.
 * @throws InvalidInput idempotencyMismatch for another request under a used key
 * @throws NotAllowed idempotencyRunning after 20 s of waiting
 * @throws NotAllowed idempotencyDone if the process of the first response died after the effect
 * @throws NotAllowed idempotencyDone if the first response was too large to store, or no key opens it any more
 * @throws whatever the work throws
 */
export async function runOnce(
  ctx: Ctx,
  { key, fingerprint }: { key: string; fingerprint: string },
  work: () => Promise<Attempt>,
): Promise<StoredResponse> {
  const attempt = randomUUID()
  const until = Date.now() + waitMs
  for (let look = firstPollMs; ; look = Math.min(look * 2, maxPollMs)) {
    if (await claim(ctx, { key, fingerprint, attempt })) return runClaimed(ctx, { key, attempt }, work)
    const row = await read(ctx, key)
    if (row && row.fingerprint !== fingerprint) throw new InvalidInput({ [idempotencyHeader]: 'idempotencyMismatch' })
    if (row?.status) return toStoredResponse(ctx, { ...row, status: row.status })
    if (row?.expired && row.done) throw new NotAllowed('idempotencyDone')
    if (Date.now() > until) throw new NotAllowed('idempotencyRunning')
    // The row expired or is gone: the next claim may succeed.
    if (row && !row.expired) await later(look)
  }
}

/** Stored as JSON text, as jsonb reorders an object's names. Encrypted if it contains a secret that is shown once. */
function toStoredResponse({ secrets }: Ctx, { status, body }: KeyRow & { status: number }): StoredResponse {
  const { sealed, answer = sealed && openSealed(secrets, sealed) } = body as { answer?: string; sealed?: string }
  if (answer === undefined) throw new NotAllowed('idempotencyDone')
  return { status, body: JSON.parse(answer), replayed: true }
}

/** Answers are not sealed again when the encryption keys are rotated: they live for seven days. */
function openSealed(secrets: Ctx['secrets'], sealed: string): string | undefined {
  try {
    return secrets.unseal(sealed)
  } catch {
    return undefined
  }
}

async function runClaimed(ctx: Ctx, claimed: Claimed, work: () => Promise<Attempt>): Promise<StoredResponse> {
  const renewing = setInterval(() => void logFailure(ctx, renew(ctx, claimed)), renewMs)
  try {
    const { status, body } = await running.run(claimed, work).then(
      async (done) => {
        if (done.keep) await logFailure(ctx, storeResponse(ctx, claimed, done))
        else await logFailure(ctx, release(ctx, claimed))
        return done
      },
      async (error: unknown) => {
        await logFailure(ctx, release(ctx, claimed))
        throw error
      },
    )
    return { status, body, replayed: false }
  } finally {
    clearInterval(renewing)
  }
}

const running = new AsyncLocalStorage<Claimed>()

/**
 * Records in the transaction of an effect that it is done. A service whose repetition would do it twice calls this.
 * Then no other attempt repeats it, even if this process dies or outlives its lease.
 * @throws NotAllowed idempotencyRunning when another attempt has the key
 */
export async function markDone(tx: Ctx): Promise<void> {
  const claimed = running.getStore()
  if (!claimed) return
  const noted = await tx.db
    .$executeRaw`update "IdempotencyKey" set body = body || '{"done": true}' ${whereOwnAttempt(tx, claimed)}`
  if (noted === 0) throw new NotAllowed('idempotencyRunning')
}

/** Logs a failed write: the effect stays, and the lease frees the key. */
const logFailure = (ctx: Ctx, writing: Promise<void>): Promise<void> =>
  writing.catch((error: unknown) => ctx.log.warn({ err: error }, 'idempotency key'))

/** Claims a key that is free or whose attempt died. */
async function claim(
  { db, shop, now }: Ctx,
  { key, fingerprint, attempt }: Claimed & { fingerprint: string },
): Promise<boolean> {
  const claimed = await db.$executeRaw`
    insert into "IdempotencyKey" as held ("shopId", key, fingerprint, body, "createdAt")
    values (${shop.id}::uuid, ${key}, ${fingerprint}, ${attemptLease(attempt)}, ${now()})
    on conflict ("shopId", key) do update set body = excluded.body
      where held.status is null and held.fingerprint = excluded.fingerprint and (held.body->>'leaseUntil')::timestamptz < now() and held.body->'done' is null`
  return claimed > 0
}

const attemptLease = (attempt: string) =>
  Prisma.sql`jsonb_build_object('attempt', ${attempt}::text, 'leaseUntil', now() + ${leaseSeconds} * interval '1 second')`

const whereOwnAttempt = ({ shop }: Ctx, { key, attempt }: Claimed) =>
  Prisma.sql`where "shopId" = ${shop.id}::uuid and key = ${key} and status is null and body->>'attempt' = ${attempt}`

async function read({ db, shop }: Ctx, key: string): Promise<KeyRow | null> {
  const [row] = await db.$queryRaw<KeyRow[]>`
    select fingerprint, status, body, coalesce((body->>'leaseUntil')::timestamptz < now(), false) as expired, body->'done' is not null as done
    from "IdempotencyKey" where "shopId" = ${shop.id}::uuid and key = ${key}`
  return row ?? null
}

async function renew(ctx: Ctx, claimed: Claimed): Promise<void> {
  await ctx.db
    .$executeRaw`update "IdempotencyKey" set body = body || ${attemptLease(claimed.attempt)} ${whereOwnAttempt(ctx, claimed)}`
}

async function storeResponse(ctx: Ctx, claimed: Claimed, { status, body }: Attempt): Promise<void> {
  const answer = JSON.stringify(body ?? null)
  const kept = JSON.stringify(
    answer.length > largestKeptChars ? {} : hasSecret(answer) ? { sealed: ctx.secrets.seal(answer) } : { answer },
  )
  await ctx.db
    .$executeRaw`update "IdempotencyKey" set status = ${status}, body = ${kept}::jsonb ${whereOwnAttempt(ctx, claimed)}`
}

async function release(ctx: Ctx, claimed: Claimed): Promise<void> {
  await ctx.db.$executeRaw`delete from "IdempotencyKey" ${whereOwnAttempt(ctx, claimed)} and body->'done' is null`
}
