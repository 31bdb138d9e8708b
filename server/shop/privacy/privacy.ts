import {
  erasureWaitHours,
  mostPrivacyRequests,
  PERSONAL_DATA_KINDS,
  privacyFileDays,
  type PersonalDataKind,
} from '../../../rules/privacy.ts'
import { dayMs } from '../../../rules/dates.ts'
import type { Work } from '../../core/background/claim.ts'
import { matchClaim } from '../../core/background/claim.ts'
import { inTransaction, type Ctx, type Deps } from '../../core/context.ts'
import { Prisma, type PrivacyRequest } from '../../generated/prisma/client.ts'
import { countErased, eraseShop } from './erase-shop.ts'
import { eraseTraces } from './erase-traces.ts'
import { findPerson } from './find-person.ts'
import type { Person, PersonalData } from './personal-data.ts'
import { writePersonFile } from './person-file.ts'

const longestWaitSeconds = 3_600
const hourMs = 3_600_000
/** Hourly attempts reach beyond the platform's 30 days: only then the request has failed. */
const mostAttempts = 750

/** Answers requests about personal data. Each step is one transaction; a retry skips done ones. */
export const privacyWork: Work<PrivacyRequest> = {
  job: 'privacy.run',
  topic: 'privacy',
  table: 'PrivacyRequest',
  open: Prisma.sql`status = 'open'`,
  mostAttempts,
  retrySeconds: (attempts) => Math.min(longestWaitSeconds, 2 * attempts ** 2),
  isRetried: () => true,
  async run(ctx, row) {
    if (row.kind === 'shop_redact') {
      await eraseShop(ctx, row)
      return 'finished'
    }
    const person = await findPerson(ctx, row)
    const request = { row, person, rooms: ctx.personalData }
    if (row.kind === 'data_request') await answerDataRequest(ctx, request)
    else await erasePerson(ctx, request)
    ctx.publish('privacy', row.id)
    return 'finished'
  },
  fail: (ctx, row) =>
    ctx.db.privacyRequest.updateMany({
      where: matchClaim(row),
      data: { status: 'failed', error: 'privacyFailed', finishedAt: ctx.now(), leaseUntil: null },
    }),
}

interface RequestOfPerson {
  row: PrivacyRequest
  person: Person
  rooms: readonly PersonalData[]
}

/** Erases one kind of data after the other and counts it. The request then forgets the person, too. */
async function erasePerson(ctx: Ctx, { row, person: found, rooms }: RequestOfPerson): Promise<void> {
  const done = row.counts as Partial<Record<PersonalDataKind, number>>
  const mayWait = ctx.now().getTime() < row.receivedAt.getTime() + erasureWaitHours * hourMs
  let person = found
  for (const kind of PERSONAL_DATA_KINDS.filter((each) => !(each in done))) {
    let outside = 0
    for (const room of rooms) outside += (await room.eraseFiles?.[kind]?.(ctx, person, mayWait)) ?? 0
    // An import may have written reviews of the person until now.
    if (kind === 'imports') person = await findPerson(ctx, row)
    if (kind === 'traces') outside += await eraseTraces(ctx, person)
    await inTransaction(ctx, async (tx) => {
      let count = outside
      for (const room of rooms) count += (await room.erase[kind]?.(tx, person)) ?? 0
      await countErased(tx.db, row, { [kind]: count })
    })
  }
  await forgetFiles(ctx, person)
  await ctx.db.privacyRequest.updateMany({
    where: matchClaim(row),
    data: { status: 'done', person: Prisma.DbNull, finishedAt: ctx.now(), leaseUntil: null },
  })
}

/** Deletes the files of earlier data requests of the person. */
async function forgetFiles(ctx: Ctx, { emails, platformId }: Person): Promise<void> {
  const earlier = await ctx.db.privacyRequest.findMany({
    where: { shopId: ctx.shop.id, kind: 'data_request', NOT: { person: { equals: Prisma.DbNull } } },
  })
  for (const request of earlier) {
    const named = request.person as { platformId?: string | null; email?: string | null }
    const isSame = (platformId !== null && named.platformId === platformId) || emails.includes(named.email ?? '')
    if (isSame) await forgetPerson(ctx, request)
  }
}

async function forgetPerson({ db, files }: Pick<Ctx, 'db' | 'files'>, row: PrivacyRequest): Promise<void> {
  if (row.fileKey) await files.delete(row.fileKey)
  await db.privacyRequest.updateMany({
    where: { shopId: row.shopId, id: row.id },
    data: {
      person: Prisma.DbNull,
      fileKey: '',
      ...(row.status === 'open' && {
        status: 'done',
        finishedAt: new Date(),
        leaseUntil: null,
        fence: { increment: 1 },
      }),
    },
  })
}

async function answerDataRequest(ctx: Ctx, { row, person, rooms }: RequestOfPerson): Promise<void> {
  const file = await writePersonFile(ctx, { row, person, rooms })
  await inTransaction(ctx, async (tx) => {
    const { count } = await tx.db.privacyRequest.updateMany({
      where: matchClaim(row),
      data: { ...file, status: 'done', finishedAt: tx.now(), leaseUntil: null },
    })
    // A merchant who asked finds the file on the page.
    if (count > 0 && row.origin === 'platform') await tx.enqueue('mails.privacy', { id: row.id })
  })
}

/** Returns the shop's requests, newest first. */
export async function listPrivacyRequests(ctx: Ctx): Promise<PrivacyRequest[]> {
  return ctx.db.privacyRequest.findMany({
    where: { shopId: ctx.shop.id },
    orderBy: [{ receivedAt: 'desc' }, { id: 'desc' }],
    take: mostPrivacyRequests,
  })
}

const filesAtOnce = 50

/** Schedule: deletes files of data requests after their days, with the person's name in the request. */
export async function purgePrivacyFiles(deps: Pick<Deps, 'access' | 'files' | 'now'>): Promise<number> {
  const db = deps.access.acrossShops('purge what is over')
  const before = new Date(deps.now().getTime() - privacyFileDays * dayMs)
  const over = await db.privacyRequest.findMany({
    where: { finishedAt: { lt: before }, fileKey: { not: '' } },
    orderBy: { finishedAt: 'asc' },
    take: filesAtOnce,
  })
  for (const row of over) await forgetPerson({ db, files: deps.files }, row)
  return over.length
}
