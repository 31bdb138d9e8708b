import { randomUUID } from 'node:crypto'
import type { JobName } from '../../core/job-names.ts'
import { inTransaction, makeContext, type Ctx, type Deps } from '../../core/context.ts'

interface DelayedMail {
  /** Names the reason: one mail per reason. A later call with the same reason reschedules it. */
  key: string
  job: JobName
  /** Data of the job. Rows that are due together and differ only in `ids` become one job. */
  data: { ids?: string[] } & Record<string, unknown>
  dueAt: Date
}

/** Stores mails until they are due, in the transaction of their reason. */
export async function delayMails(tx: Ctx, mails: readonly DelayedMail[]): Promise<void> {
  if (mails.length === 0) return
  await tx.db.$executeRaw`
    insert into "DelayedMail" ("shopId", key, job, data, "dueAt", "createdAt")
    select ${tx.shop.id}::uuid, key, job, data, "dueAt", ${tx.now()}
    from jsonb_to_recordset(${JSON.stringify(mails)}::jsonb) as m(key text, job text, data jsonb, "dueAt" timestamptz)
    on conflict ("shopId", key) do update set job = excluded.job, data = excluded.data, "dueAt" = excluded."dueAt"`
}

export async function cancelDelayedMails(tx: Ctx, keys: readonly string[]): Promise<void> {
  if (keys.length > 0) await tx.db.delayedMail.deleteMany({ where: { shopId: tx.shop.id, key: { in: [...keys] } } })
}

/** Begins the keys of emails that wait until the merchant resumes the shop's emails. */
const pausedKey = 'paused '

/** Stores the rest of a job until the shop's emails resume; it is tried again at `dueAt` in any case. */
export const delayPausedMails = (ctx: Ctx, { job, data, dueAt }: Omit<DelayedMail, 'key'>): Promise<void> =>
  delayMails(ctx, [{ key: pausedKey + randomUUID(), job, data, dueAt }])

/** Queues the emails that waited for the end of a pause; more than a batch follow with the schedule. */
export async function releaseMails(tx: Ctx): Promise<void> {
  const now = tx.now()
  await tx.db.delayedMail.updateMany({
    where: { shopId: tx.shop.id, key: { startsWith: pausedKey }, dueAt: { gt: now } },
    data: { dueAt: now },
  })
  await queueBatch(tx, now)
}

/** Limits of due rows scanned for their shops, and of rows per transaction. */
const scanLimit = 1_000
const batch = 500

/** Schedule: queues jobs for due mails. Deletes each row in its job's transaction, so a crash loses or repeats none. */
export async function queueDelayedMails(deps: Deps): Promise<number> {
  const db = deps.access.acrossShops('find delayed mails')
  const now = deps.now()
  const due = await db.$queryRaw<{ shopId: string }[]>`
    select distinct "shopId" from (select "shopId" from "DelayedMail" where "dueAt" <= ${now} order by "dueAt" limit ${scanLimit}) due`
  if (due.length === 0) return 0
  const shops = await db.shop.findMany({ where: { id: { in: due.map(({ shopId }) => shopId) } } })
  let done = 0
  for (const shop of shops)
    done += await inTransaction(makeContext(deps, shop, { kind: 'system', name: 'delayed mails' }), (tx) =>
      queueBatch(tx, now),
    )
  return done
}

async function queueBatch(tx: Ctx, now: Date): Promise<number> {
  const rows = await tx.db.$queryRaw<{ job: JobName; data: DelayedMail['data'] }[]>`
    delete from "DelayedMail" where "shopId" = ${tx.shop.id}::uuid and key = any(array(
      select key from "DelayedMail" where "shopId" = ${tx.shop.id}::uuid and "dueAt" <= ${now} order by "dueAt" limit ${batch} for update skip locked))
    returning job, data`
  const together = new Map<string, { job: JobName; data: DelayedMail['data'] }>()
  for (const {
    job,
    data: { ids, ...rest },
  } of rows) {
    const key = `${job} ${JSON.stringify(rest)}`
    const known = together.get(key)
    if (known?.data.ids && ids) known.data.ids.push(...ids)
    else together.set(key, { job, data: { ...rest, ...(ids && { ids }) } })
  }
  for (const { job, data } of together.values()) await tx.enqueue(job, data)
  return rows.length
}
