import { dayMs } from '../../../rules/dates.ts'
import { findContact, findLink, type SuspicionKind, type SuspicionReason } from '../../../rules/moderation.ts'
import type { Ctx } from '../../core/context.ts'
import type { Events } from '../../core/events.ts'
import { Prisma } from '../../generated/prisma/client.ts'
import { readSetting } from '../../shop/settings/settings.ts'
import { buildSuspicion, findRuleReasons } from './moderation.ts'
import { areTwins, hashGrams, networkTrait, networkTraitDays, photoTrait, productTrait, textTraits } from './traits.ts'

/** Reviews that are compared in one step, and others with the same trait that are read. */
const batch = 200
const mostSharers = 50
/** Reviews of an import, or older ones, that are compared at most. */
const mostOld = 20_000

/** Traits that are suspicious only if many reviews get them within an hour. */
const rates = { sameNetwork: { prefix: 'n:', least: 5 }, burst: { prefix: 'b:', least: 10 } } as const

/** Earlier reviews get reasons for this long when a later one is like them. */
const recentDays = 7

export interface CompareData extends Record<string, unknown> {
  ids?: string[]
  /** Reviews in the trash or deleted: those that were compared with them are compared again. */
  removed?: string[]
  /** All reviews of an import, or with null all of the shop, newest first, below an id. */
  importId?: string | null
  below?: string
  done?: number
}

/** Listener: stores where unproven reviews came from, and compares new reviews in the background. */
export async function compareArrived(tx: Ctx, { ids, network }: Events['review.submitted']): Promise<void> {
  const shopId = tx.shop.id
  const now = tx.now()
  const unproven = await tx.db.review.findMany({
    where: { shopId, id: { in: ids }, orderId: null, verifiedBy: 'none' },
    select: { id: true, productId: true },
  })
  const end = (days: number) => new Date(now.getTime() + days * dayMs)
  await tx.db.reviewTrait.createMany({
    data: unproven.flatMap(({ id: reviewId, productId }) => {
      const row = { shopId, reviewId, createdAt: now }
      return [
        ...(network ? [{ ...row, trait: networkTrait(tx, network), expiresAt: end(networkTraitDays) }] : []),
        ...(productId ? [{ ...row, trait: productTrait(productId), expiresAt: end(1) }] : []),
      ]
    }),
    skipDuplicates: true,
  })
  await tx.enqueue('reviews.compare', { ids } satisfies CompareData)
}

/** Listener: compares a review whose customer changed it. */
export async function compareRevised(tx: Ctx, { ids }: { ids: string[] }): Promise<void> {
  await tx.enqueue('reviews.compare', { ids } satisfies CompareData)
}

/** Listener: compares the reviews again that looked like removed ones. */
export async function compareRemaining(tx: Ctx, { ids: removed }: { ids: string[] }): Promise<void> {
  await tx.enqueue('reviews.compare', { removed } satisfies CompareData)
}

/** Listener: compares the reviews of an import. */
export async function compareImported(tx: Ctx, { importId }: { importId: string }): Promise<void> {
  await tx.enqueue('reviews.compare', { importId } satisfies CompareData)
}

/** Compares the shop's newest reviews, also those from before it had this feature. */
export async function compareOlder(ctx: Ctx): Promise<void> {
  await ctx.enqueue('reviews.compare', { importId: null } satisfies CompareData)
}

/** Job: stores what reviews share with others as reasons to look at them first. Can run again at any time. */
export async function compareReviews(ctx: Ctx, data: CompareData): Promise<void> {
  if (data.importId !== undefined) return compareOld(ctx, { ...data, importId: data.importId })
  const ids = data.ids ?? (await findComparedWith(ctx, data.removed ?? []))
  await storeTraits(ctx, ids)
  const { sharers } = await storeReasons(ctx, ids)
  const others = sharers.filter((id) => !ids.includes(id))
  if (data.ids && others.length > 0) await storeReasons(ctx, others, { onlyRecent: true })
  ctx.publish('reviewCounts', ctx.shop.id)
}

async function compareOld(
  ctx: Ctx,
  { importId, below, done = 0 }: CompareData & { importId: string | null },
): Promise<void> {
  const rows = await ctx.db.review.findMany({
    where: { shopId: ctx.shop.id, ...(importId && { importId }), ...(below && { id: { lt: below } }) },
    orderBy: { id: 'desc' },
    take: batch,
    select: { id: true, importId: true, origin: true },
  })
  const ids = rows.map(({ id }) => id)
  await storeTraits(ctx, ids)
  const { markImports } = await readSetting(ctx, 'moderation')
  const looked = rows.filter(({ origin }) => (origin === 'imported' ? markImports : origin !== 'admin'))
  await storeReasons(
    ctx,
    looked.map(({ id }) => id),
    { judgeImports: markImports },
  )
  const total = done + ids.length
  if (ids.length === batch && total < mostOld)
    await ctx.enqueue('reviews.compare', { importId, below: ids.at(-1), done: total })
  else ctx.publish('reviewCounts', ctx.shop.id)
}

async function findComparedWith({ db, shop }: Ctx, removed: readonly string[]): Promise<string[]> {
  const rows = await db.$queryRaw<{ reviewId: string }[]>`
    select "reviewId" from "ReviewSuspicion" where "shopId" = ${shop.id}::uuid and "settledAt" is null
      and exists (select from jsonb_array_elements(reasons) r, jsonb_array_elements_text(r->'reviewIds') other where other = any(${[...removed]}::text[]))
    limit ${batch}`
  return rows.map(({ reviewId }) => reviewId)
}

const columns = {
  id: true,
  title: true,
  content: true,
  origin: true,
  customerId: true,
  decidedBy: true,
  enteredAt: true,
  media: { select: { key: true }, where: { key: { not: '' } }, take: 20 },
} satisfies Prisma.ReviewSelect
type Compared = Prisma.ReviewGetPayload<{ select: typeof columns }>

const readReviews = ({ db, shop }: Ctx, ids: readonly string[]): Promise<Compared[]> =>
  db.review.findMany({ where: { shopId: shop.id, id: { in: [...ids] }, status: { not: 'deleted' } }, select: columns })

const gramsOf = ({ title, content }: Compared): Set<number> => hashGrams(`${title} ${content}`)
const lastingTraits = (review: Compared): string[] => [
  ...textTraits(gramsOf(review)),
  ...new Set(review.media.map(({ key }) => photoTrait(key))),
]

/** Replaces the traits of text and pictures; those that expire stay. */
async function storeTraits(ctx: Ctx, ids: readonly string[]): Promise<void> {
  const shopId = ctx.shop.id
  const reviews = await readReviews(ctx, ids)
  const data = reviews.flatMap((review) =>
    lastingTraits(review).map((trait) => ({ shopId, trait, reviewId: review.id, createdAt: ctx.now() })),
  )
  await ctx.db.reviewTrait.deleteMany({ where: { shopId, reviewId: { in: [...ids] }, expiresAt: null } })
  await ctx.db.reviewTrait.createMany({ data, skipDuplicates: true })
}

interface Shared {
  reviewId: string
  otherId: string
  trait: string
}

/** Returns the newest others that share a trait; those that expire only within an hour of each other. */
function findShared({ db, shop }: Ctx, ids: readonly string[]): Promise<Shared[]> {
  return db.$queryRaw<Shared[]>`
    select t."reviewId", o."reviewId" as "otherId", t.trait
    from "ReviewTrait" t cross join lateral (
      select o."reviewId" from "ReviewTrait" o
      where o."shopId" = ${shop.id}::uuid and o.trait = t.trait and o."reviewId" <> t."reviewId"
        and (t."expiresAt" is null or o."createdAt" between t."createdAt" - interval '1 hour' and t."createdAt" + interval '1 hour')
      order by o."reviewId" desc limit ${mostSharers}) o
    where t."shopId" = ${shop.id}::uuid and t."reviewId" = any(${[...ids]}::uuid[])`
}

interface StoreOptions {
  /** Adds no reasons to reviews that arrived before. */
  onlyRecent?: boolean
  judgeImports?: boolean
}

async function storeReasons(
  ctx: Ctx,
  ids: readonly string[],
  { onlyRecent = false, judgeImports = false }: StoreOptions = {},
): Promise<{ sharers: string[] }> {
  const shopId = ctx.shop.id
  const shared = await findShared(ctx, ids)
  const sharers = [...new Set(shared.map(({ otherId }) => otherId))]
  const others = new Map((await readReviews(ctx, [...ids, ...sharers])).map((each) => [each.id, each]))
  const rows = await ctx.db.reviewSuspicion.findMany({ where: { shopId, reviewId: { in: [...ids] } } })
  const since = new Date(ctx.now().getTime() - recentDays * dayMs)
  for (const id of ids) {
    const [review, row] = [others.get(id), rows.find(({ reviewId }) => reviewId === id)]
    if (!review) continue
    const ruled = judgeImports ? await judgeImport(ctx, review) : ruledReasons(row?.reasons)
    const own = shared.filter(({ reviewId }) => reviewId === id)
    const reasons = [...ruled, ...findEvidence(review, { shared: own, others, ruled })]
    const where = { shopId, reviewId: id }
    if (reasons.length === 0) await ctx.db.reviewSuspicion.deleteMany({ where: { ...where, settledAt: null } })
    else if (row) await ctx.db.reviewSuspicion.updateMany({ where, data: buildSuspicion(reasons) })
    else if (review.decidedBy !== 'merchant' && (!onlyRecent || review.enteredAt > since))
      await ctx.db.reviewSuspicion.createMany({
        data: [{ ...where, ...buildSuspicion(reasons), createdAt: ctx.now() }],
        skipDuplicates: true,
      })
  }
  return { sharers }
}

const ruledReasons = (reasons: unknown): SuspicionReason[] =>
  ((reasons ?? []) as SuspicionReason[]).filter(({ act }) => act !== null)

/** Imported reviews are only marked, whatever the rules do with new ones. */
async function judgeImport(ctx: Ctx, review: Compared): Promise<SuspicionReason[]> {
  if (review.origin !== 'imported') return []
  const found = await findRuleReasons(await readSetting(ctx, 'moderation'), review)
  return found.map((reason) => ({ ...reason, act: 'mark' }))
}

interface Evidence {
  shared: readonly Shared[]
  others: ReadonlyMap<string, Compared>
  ruled: readonly SuspicionReason[]
}

/** Returns what a review shares with others, and the links and contacts in its text. */
function findEvidence(review: Compared, { shared, others, ruled }: Evidence): SuspicionReason[] {
  const grams = gramsOf(review)
  const sharing = (prefix: string) =>
    [...new Set(shared.filter(({ trait }) => trait.startsWith(prefix)).map(({ otherId }) => otherId))].flatMap((id) => {
      const other = others.get(id)
      // A known customer may say the same about two products.
      const isSamePerson = other && other.customerId !== null && other.customerId === review.customerId
      return other && !isSamePerson ? [other] : []
    })
  const text = `${review.title}\n${review.content}`
  const reason = (kind: SuspicionKind, found: string | null, same: readonly Compared[] = []): SuspicionReason[] =>
    (found || same.length > 0) && !ruled.some((each) => each.kind === kind)
      ? [
          {
            kind,
            found: found ?? '',
            act: null,
            count: same.length,
            reviewIds: same
              .map(({ id }) => id)
              .sort()
              .reverse(),
          },
        ]
      : []
  const often = (kind: keyof typeof rates) => {
    const same = sharing(rates[kind].prefix)
    return same.length + 1 >= rates[kind].least ? reason(kind, null, same) : []
  }
  return [
    ...reason('link', findLink(text)),
    ...reason('contact', findContact(text)),
    ...reason(
      'sameText',
      null,
      sharing('t').filter((other) => areTwins(grams, gramsOf(other))),
    ),
    ...reason('samePhoto', null, sharing('p:')),
    ...often('sameNetwork'),
    ...often('burst'),
  ]
}
