import {
  maxReviewContentChars,
  maxReviewTitleChars,
  maxTranslatedAtOnce,
  maxWaitingTranslations,
  translationBatchChars,
} from '../../../rules/limits.ts'
import type { MessageCode } from '../../../rules/messages.ts'
import { allows } from '../../../rules/plans.ts'
import { isVisible, type ReviewStatus } from '../../../rules/review-status.ts'
import { isSameLanguage, targetLanguages, type TranslationLanguage } from '../../../rules/translations.ts'
import { inTransaction, makeContext, readPlan, requireFeature, type Ctx, type Deps } from '../../core/context.ts'
import { NotAllowed } from '../../core/errors.ts'
import { Prisma } from '../../generated/prisma/client.ts'
import { markDone } from '../../core/idempotency/idempotency.ts'
import { readSecretDates } from '../../core/secrets/shop-secrets.ts'
import { secretNames } from '../../shop/integrations/connection.ts'
import type { BuiltRequest, DeliveryPayload, Secrets } from '../../shop/integrations/integration.ts'
import { queueServiceRequests } from '../../shop/integrations/queue-deliveries.ts'
import { readSetting } from '../../shop/settings/settings.ts'
import { findForeignLanguage } from '../moderation/language.ts'
import { saveTranslations } from '../reviews/translations.ts'
import type { TranslatedText, Translator } from './translator.ts'

/** Services that translate, the preferred one first. */
const TRANSLATORS = ['deepl', 'libretranslate'] as const

/** Returns the integration that translates the shop's reviews, or null. */
async function findTranslator(ctx: Ctx) {
  const kept = await readSecretDates(ctx)
  const own = TRANSLATORS.flatMap((key) => ctx.integrations.filter((integration) => integration.key === key))
  return own.find((integration) => secretNames(integration).every((name) => kept.has(name))) ?? null
}

interface Untranslated {
  id: string
  target: TranslationLanguage
  language: string | null
  title: string
  content: string
}

/** Returns the visible reviews among these that lack a translation of their present text, for each language. */
async function listUntranslated(
  { db, shop }: Ctx,
  ids: readonly string[],
  targets: readonly TranslationLanguage[],
): Promise<Untranslated[]> {
  const rows = await db.$queryRaw<(Untranslated & { status: ReviewStatus })[]>`
    select r.id, r.status, r.language, r.title, r.content, l.target
    from "Review" r cross join unnest(${targets}::text[]) as l(target)
    where r."shopId" = ${shop.id}::uuid and r.id = any(${ids}::uuid[]) and (r.title <> '' or r.content <> '')
      and not exists (select from "ReviewTranslation" t where t."shopId" = r."shopId" and t."reviewId" = r.id
        and t.language = l.target and t."sourceHash" = md5(r.title || chr(10) || r.content))
    order by r.id desc`
  return rows.filter(
    ({ status, language, target }) => isVisible(status) && (language === null || !isSameLanguage(language, target)),
  )
}

/** Groups texts of one language into batches of at most 20 reviews and about 6,000 characters. */
function batch(rows: readonly Untranslated[]): DeliveryPayload[] {
  const groups = Map.groupBy(rows, ({ target, language }) => `${target} ${language ?? ''}`)
  return [...groups.values()].flatMap((group) => {
    const batches: { reviewIds: string[]; chars: number }[] = []
    for (const { id, title, content } of group) {
      const chars = title.length + content.length
      const last = batches.at(-1)
      if (last && last.reviewIds.length < maxTranslatedAtOnce && last.chars + chars <= translationBatchChars) {
        last.reviewIds.push(id)
        last.chars += chars
      } else batches.push({ reviewIds: [id], chars })
    }
    const language = group[0]?.target ?? ''
    return batches.map(({ reviewIds }) => ({ language, reviewIds }))
  })
}

async function readTargets(ctx: Ctx): Promise<TranslationLanguage[]> {
  const settings = await readSetting(ctx, 'translations')
  return settings.enableTranslateReviewContent ? targetLanguages(settings, ctx.shop.primaryLocale) : []
}

/** Listener of a translation service: returns its deliveries if the shop translates new reviews with this service. */
export async function queueOnEvent(tx: Ctx, key: string, ids: readonly string[]): Promise<DeliveryPayload[]> {
  if (!(await readSetting(tx, 'general')).autoTranslate || (await findTranslator(tx))?.key !== key) return []
  return batch(await listUntranslated(tx, ids, await readTargets(tx)))
}

/** Builds the request for a batch: what still lacks a translation now, within the month's limit. */
export async function buildTranslation(
  ctx: Ctx,
  translator: Translator,
  { payload, secrets }: { payload: DeliveryPayload; secrets: Secrets },
): Promise<BuiltRequest> {
  const target = payload.language as TranslationLanguage
  const targets = (await readTargets(ctx)).filter((each) => each === target)
  if (targets.length === 0 || !allows(readPlan(ctx), 'translatedContent')) return null
  const reviews = await listUntranslated(ctx, payload.reviewIds as string[], targets)
  if (reviews.length === 0) return null
  const texts = reviews.flatMap(({ title, content }) => [title, content].filter(Boolean))
  const characters = texts.reduce((sum, text) => sum + text.length, 0)
  const { used, limit } = await readUsage(ctx)
  if (used + characters > limit) return 'translationLimit'
  const [first] = reviews
  const source = first && reviews.every(({ language }) => language === first.language) ? first.language : null
  return {
    ...translator.buildRequest({ texts, target, source }, secrets),
    receive: async (answer) => {
      await addUsage(ctx, characters)
      return store(ctx, { reviews, target, answer: translator.read(answer) })
    },
  }
}

/** Saves the usable translations of an answer. Returns the problem of the others, which the next attempt sends again. */
async function store(
  ctx: Ctx,
  {
    reviews,
    target,
    answer,
  }: { reviews: readonly Untranslated[]; target: TranslationLanguage; answer: TranslatedText[] | null },
): Promise<MessageCode | null> {
  const left = [...(answer ?? [])]
  const expected = reviews.reduce((sum, { title, content }) => sum + (title ? 1 : 0) + (content ? 1 : 0), 0)
  if (left.length !== expected) return 'translationUnusable'
  const judged = await Promise.all(
    reviews
      .map((review) => {
        const title = review.title ? left.shift() : undefined
        const text = review.content ? left.shift() : undefined
        return { review, title: title?.text ?? '', text: text?.text ?? '', source: (text ?? title)?.source ?? null }
      })
      .map(async (each) => ({ ...each, problem: await findProblem(each, target) })),
  )
  const usable = judged.filter(({ problem }) => problem === null)
  const isOwn = ({ source }: { source: string | null }) => source !== null && isSameLanguage(source, target)
  await noteLanguage(ctx, usable.filter(isOwn), target)
  await saveTranslations(ctx, {
    translations: usable
      .filter((each) => !isOwn(each))
      .map(({ review, title, text, source }) => ({
        reviewId: review.id,
        language: target,
        title,
        text,
        sourceLanguage: review.language ?? source,
        source: { title: review.title, content: review.content },
      })),
  })
  return judged.find(({ problem }) => problem !== null)?.problem ?? null
}

interface Translated {
  review: Untranslated
  title: string
  text: string
}

async function findProblem(translated: Translated, target: TranslationLanguage): Promise<MessageCode | null> {
  if (!isUsable(translated)) return 'translationUnusable'
  const foreign = await findForeignLanguage(`${translated.title} ${translated.text}`, [target])
  return foreign ? 'translationOtherLanguage' : null
}

const markup = /<\/?[a-z!][^>]*>/i

/** A translation has no markup of its own, and at most twice the length that a review may have. */
const isUsable = ({ review, title, text }: Translated): boolean =>
  (title.trim() === '') === (review.title.trim() === '') &&
  (text.trim() === '') === (review.content.trim() === '') &&
  title.length <= maxReviewTitleChars * 2 &&
  text.length <= maxReviewContentChars * 2 &&
  (!markup.test(`${title}\n${text}`) || markup.test(`${review.title}\n${review.content}`))

/** Notes the language of reviews that the service found to be in it already. They are not sent again. */
async function noteLanguage(
  { db, shop, now }: Ctx,
  found: readonly { review: Untranslated }[],
  language: TranslationLanguage,
): Promise<void> {
  if (found.length > 0)
    await db.review.updateMany({
      where: { shopId: shop.id, id: { in: found.map(({ review }) => review.id) }, language: null },
      data: { language, updatedAt: now() },
    })
}

const monthOf = (now: Date): string => now.toISOString().slice(0, 7)

interface Usage {
  used: number
  limit: number
}

/** Returns the characters sent this month, and how many may be. */
export async function readUsage(ctx: Ctx): Promise<Usage> {
  const where = { shopId_month: { shopId: ctx.shop.id, month: monthOf(ctx.now()) } }
  const row = await ctx.db.translationUsage.findUnique({ where })
  return { used: row?.characters ?? 0, limit: (await readSetting(ctx, 'translations')).monthlyCharacters }
}

/** Counts what the service has translated, and will bill. */
const addUsage = ({ db, shop, now }: Ctx, characters: number): Promise<unknown> => db.$executeRaw`
  insert into "TranslationUsage" ("shopId", month, characters) values (${shop.id}::uuid, ${monthOf(now())}, ${characters})
  on conflict ("shopId", month) do update set characters = "TranslationUsage".characters + excluded.characters`

export interface TranslationState extends Usage {
  /** Key of the connected service; null without one. */
  service: string | null
  /** Requests that wait, counted up to the number from which older reviews pause. */
  waiting: number
}

export async function readTranslationState(ctx: Ctx): Promise<TranslationState> {
  const service = await findTranslator(ctx)
  return { ...(await readUsage(ctx)), service: service?.key ?? null, waiting: await countWaiting(ctx) }
}

async function countWaiting({ db, shop }: Ctx): Promise<number> {
  const [row] = await db.$queryRaw<{ count: number }[]>`
    select count(*)::int as count from (select from "IntegrationDelivery" where "shopId" = ${shop.id}::uuid and state = 'waiting'
      and integration = any(${TRANSLATORS}) limit ${maxWaitingTranslations}) waiting`
  return row?.count ?? 0
}

/**
 * Translates all published reviews that lack a translation, newest first, in the background.
 * @throws PlanRequired; NotAllowed integrationNotConnected, translationOff, translationLimit
 */
export async function translateReviews(ctx: Ctx): Promise<TranslationState> {
  requireFeature(ctx, 'translatedContent')
  const state = await readTranslationState(ctx)
  if (state.service === null) throw new NotAllowed('integrationNotConnected')
  if (!(await readSetting(ctx, 'translations')).enableTranslateReviewContent) throw new NotAllowed('translationOff')
  if (state.used >= state.limit) throw new NotAllowed('translationLimit')
  await inTransaction(ctx, async (tx) => {
    await markDone(tx)
    await tx.enqueue('translations.fill', { before: null, left: state.limit - state.used })
  })
  return state
}

const fillPage = 200
/** Shops that go on in one round of the schedule. */
const shopsAtOnce = 100

interface Fill {
  /** Id of the last review looked at. */
  before: string | null
  /** Characters of the month that are neither used nor queued. */
  left: number
}

/**
 * Job `translations.fill`: queues the untranslated reviews of a page, then itself for the next page. When the month's
 * characters are used up, it goes on in the next month.
 */
export async function fillTranslations(ctx: Ctx, { before, left }: Fill): Promise<void> {
  const integration = await findTranslator(ctx)
  const targets = await readTargets(ctx)
  if (!integration || targets.length === 0 || !allows(readPlan(ctx), 'translatedContent')) return
  if ((await countWaiting(ctx)) >= maxWaitingTranslations) {
    await ctx.enqueue('translations.fill', { before, left }, { startAfterSeconds: 60 })
    return
  }
  const page = await ctx.db.review.findMany({
    where: { shopId: ctx.shop.id, ...(before !== null && { id: { lt: before } }) },
    orderBy: { id: 'desc' },
    take: fillPage,
    select: { id: true },
  })
  const last = page.at(-1)
  if (!last) return
  await inTransaction(ctx, async (tx) => {
    const ids = page.map(({ id }) => id)
    const rows = await listUntranslated(tx, ids, targets)
    let room = left
    const fitting = rows.filter(({ title, content }) => (room -= title.length + content.length) >= 0)
    await queueServiceRequests(tx, { integration, event: 'translation.due', payloads: batch(fitting) })
    if (room > 0) await tx.enqueue('translations.fill', { before: last.id, left: room })
    else await noteStop(tx)
  })
}

/** Notes that reviews wait for the next month. */
const noteStop = ({ db, shop, now }: Ctx): Promise<unknown> => db.$executeRaw`
  insert into "TranslationUsage" ("shopId", month, "isStopped") values (${shop.id}::uuid, ${monthOf(now())}, true)
  on conflict ("shopId", month) do update set "isStopped" = true`

/** Selects when the first shop goes on with its translations: the month after the one that stopped. */
export const selectStopped = (): Prisma.Sql => Prisma.sql`
  select min(((month || '-01')::timestamp + interval '1 month') at time zone 'UTC') from "TranslationUsage" where "isStopped"`

/** Schedule: goes on with older reviews in a new month. Returns how many shops. */
export async function resumeTranslations(deps: Deps): Promise<number> {
  const db = deps.access.acrossShops('resume translations')
  const month = monthOf(deps.now())
  const stopped = await db.translationUsage.findMany({
    where: { isStopped: true, month: { lt: month } },
    take: shopsAtOnce,
    select: { shopId: true },
  })
  const ids = [...new Set(stopped.map(({ shopId }) => shopId))]
  const shops = await db.shop.findMany({ where: { id: { in: ids } } })
  for (const shop of shops)
    await inTransaction(makeContext(deps, shop, { kind: 'system', name: 'translate' }), async (tx) => {
      await tx.db.translationUsage.updateMany({
        where: { shopId: shop.id, isStopped: true, month: { lt: month } },
        data: { isStopped: false },
      })
      if (shop.uninstalledAt) return
      const { used, limit } = await readUsage(tx)
      await tx.enqueue('translations.fill', { before: null, left: limit - used })
    })
  return shops.length
}
