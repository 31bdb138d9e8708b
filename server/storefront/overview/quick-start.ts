import { missingScopes } from '../../../rules/scopes.ts'
import { quickStart, type QuickStartStep } from '../../../rules/quick-start.ts'
import type { ThemeWidget } from '../../../rules/theme-blocks.ts'
import { hasValidRating } from '../../../rules/structured-data.ts'
import type { Ctx } from '../../core/context.ts'
import { readSetting } from '../../shop/settings/settings.ts'
import { themePlacements } from '../theme/placement.ts'
import { renderWidgets } from '../widgets/widgets.ts'

interface Rows {
  hasReview: boolean
  hasRequest: boolean
  /** Handle of a product with published reviews. */
  rated: string | null
}

/** Returns the checklist of spec 2. Each item is checked in the live theme, the settings and the rows. */
export async function readQuickStart(ctx: Ctx): Promise<QuickStartStep[]> {
  const [placements, rows, general, star, discount, templates, carousel] = await Promise.all([
    themePlacements(ctx),
    readRows(ctx),
    readSetting(ctx, 'general'),
    readSetting(ctx, 'starRating'),
    readSetting(ctx, 'discount'),
    readSetting(ctx, 'emailTemplates'),
    readSetting(ctx, 'carousel'),
  ])
  const placed = (widget: ThemeWidget) => placements.find((each) => each.widget === widget)?.isPlaced ?? null
  const { appStatus, mailPause, grantedScopes } = ctx.shop
  return quickStart({
    appStatus,
    boxPlaced: placed('reviewBox'),
    hasReview: rows.hasReview,
    starsOn: star.enableStarRating,
    starsPlaced: placed('starRating'),
    discountOn: discount.enableDiscount,
    canCreateCodes: missingScopes(grantedScopes, 'discounts').length === 0,
    requestsOn: templates.reviewReminder.enabled,
    mailPaused: mailPause !== null,
    hasRequest: rows.hasRequest,
    snippetsOn: general.richSnippets,
    snippetValid: rows.rated === null ? null : await isSnippetValid(ctx, rows.rated),
    carouselOn: carousel.enableCarousel,
    carouselPlaced: placed('reviewCarousel'),
  })
}

/** Reads the counters, by one statement. */
async function readRows(ctx: Ctx): Promise<Rows> {
  const shopId = ctx.shop.id
  const [row] = await ctx.db.$queryRaw<Rows[]>`
    select
      exists (select from "ReviewCount" where "shopId" = ${shopId}::uuid and count > 0) as "hasReview",
      exists (select from "QueueCount" where "shopId" = ${shopId}::uuid and count > 0 and status not in ('cancelled', 'failed')) as "hasRequest",
      (select p.handle from "ProductReviewCount" c join "Product" p on p."shopId" = c."shopId" and p.id = c."productId"
        where c."shopId" = ${shopId}::uuid and c.status = 'published' and c.count > 0 and p."deletedAt" is null limit 1) as rated`
  return row as Rows
}

/** Renders the product's page as the storefront does, and checks its structured data. */
async function isSnippetValid(ctx: Ctx, handle: string): Promise<boolean> {
  const { jsonLd } = await renderWidgets(ctx, { place: 'product', handle, keys: ['reviewBox'] })
  return hasValidRating(jsonLd.replace(/^<script[^>]*>|<\/script>$/g, ''))
}
