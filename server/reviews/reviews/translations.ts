import { allows } from '../../../rules/plans.ts'
import { isVisible } from '../../../rules/review-status.ts'
import { servingLanguages, translationsInput } from '../../../rules/translations.ts'
import { inTransaction, readPlan, requireFeature, type Ctx } from '../../core/context.ts'
import { parse } from '../../core/errors.ts'
import { readSetting } from '../../shop/settings/settings.ts'
import { raiseProductVersions } from '../../shop/products/products.ts'
import { lockReviews } from './lock-reviews.ts'

/** A translation of a review from any source. `source` is the translated text. */
export interface NewTranslation {
  reviewId: string
  language: string
  title: string
  text: string
  sourceLanguage?: string | null | undefined
  source: { title: string; content: string }
}

/**
 * Saves translations of reviews (spec 4), which the storefront shows on pages in their language. Replaces an existing
 * one of the same language. A translation of an outdated text is stored but not shown. Skips unknown reviews.
 * @returns how many were saved
 * @throws PlanRequired
 * @throws InvalidInput for more than 500, an unknown language or a text that is too long
 */
export async function saveTranslations(ctx: Ctx, input: unknown): Promise<number> {
  requireFeature(ctx, 'translatedContent')
  const { translations } = parse(translationsInput, input)
  return inTransaction(ctx, async (tx) => {
    const reviews = await lockReviews(
      tx,
      translations.map(({ reviewId }) => reviewId),
    )
    const saved = await storeTranslations(
      tx,
      translations.filter(({ reviewId }) => reviews.some(({ id }) => id === reviewId)),
    )
    await raiseProductVersions(
      tx,
      reviews.filter(({ status }) => isVisible(status)).map(({ productId }) => productId),
    )
    return saved
  })
}

/** Stores translations within a transaction that raises their products' versions. Returns how many. */
export async function storeTranslations(tx: Ctx, translations: readonly NewTranslation[]): Promise<number> {
  if (translations.length === 0) return 0
  // One row per review and language: a statement can't update a row twice.
  const rows = [...new Map(translations.map((each) => [`${each.reviewId} ${each.language}`, each])).values()]
  const rowsWithSource = rows.map(({ source, ...row }) => ({
    ...row,
    sourceTitle: source.title,
    sourceContent: source.content,
  }))
  const count = await tx.db.$executeRaw`
    insert into "ReviewTranslation" ("shopId", "reviewId", language, title, text, "sourceLanguage", "sourceHash", "createdAt")
    select ${tx.shop.id}::uuid, own."reviewId", own.language, own.title, own.text, own."sourceLanguage", md5(own."sourceTitle" || chr(10) || own."sourceContent"), ${tx.now()}
    from jsonb_to_recordset(${JSON.stringify(rowsWithSource)}::jsonb)
      as own("reviewId" uuid, language text, title text, text text, "sourceLanguage" text, "sourceTitle" text, "sourceContent" text)
    on conflict ("shopId", "reviewId", language) do update set title = excluded.title, text = excluded.text, "sourceLanguage" = excluded."sourceLanguage",
      "sourceHash" = excluded."sourceHash", "createdAt" = excluded."createdAt"`
  await noteLanguages(tx, [...new Set(rows.map(({ language }) => language))].sort())
  return count
}

/** The storefront reads translations only in the languages that the shop's row lists. */
async function noteLanguages(tx: Ctx, languages: readonly string[]): Promise<void> {
  const count = await tx.db.$executeRaw`
    update "Shop" set "translatedInto" = (select array_agg(distinct tag order by tag) from unnest("translatedInto" || ${languages}::text[]) tag), version = version + 1
    where id = ${tx.shop.id}::uuid and not "translatedInto" @> ${languages}::text[]`
  if (count > 0) tx.publish('shop', tx.shop.id)
}

interface StoredTranslation {
  language: string
  title: string
  text: string
  sourceLanguage: string | null
}

/** Returns the translations of the reviews' current texts, by review. */
export async function readTranslations(
  ctx: Ctx,
  reviewIds: readonly string[],
): Promise<Map<string, StoredTranslation[]>> {
  if (ctx.shop.translatedInto.length === 0) return new Map()
  const rows = await ctx.db.$queryRaw<(StoredTranslation & { reviewId: string })[]>`
    select t."reviewId", t.language, t.title, t.text, t."sourceLanguage" from "ReviewTranslation" t join "Review" r on r."shopId" = ${ctx.shop.id}::uuid and r.id = t."reviewId"
    where t."shopId" = ${ctx.shop.id}::uuid and t."reviewId" = any(${[...reviewIds]}::uuid[]) and t."sourceHash" = md5(r.title || chr(10) || r.content) order by t.language`
  const byReview = Map.groupBy(rows, ({ reviewId }) => reviewId)
  return new Map([...byReview].map(([id, own]) => [id, own.map(({ reviewId: _of, ...translation }) => translation)]))
}

/**
 * Returns the languages of translations for the shop's pages, best first: the page's, then the chosen primary one. None
 * if the plan has no translations or the merchant switched them off.
 */
export async function listShownLanguages(ctx: Ctx): Promise<string[]> {
  const { primaryLocale, translatedInto } = ctx.shop
  if (translatedInto.length === 0 || !allows(readPlan(ctx), 'translatedContent')) return []
  const { enableTranslateReviewContent, primaryLanguage } = await readSetting(ctx, 'translations')
  if (!enableTranslateReviewContent) return []
  const fallback = primaryLanguage === 'shop' ? [] : servingLanguages(primaryLanguage, translatedInto)
  return [...new Set([...servingLanguages(primaryLocale, translatedInto), ...fallback])]
}
