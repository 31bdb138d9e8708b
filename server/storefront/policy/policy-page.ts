import { autoPublishAfterDays } from '../../../rules/limits.ts'
import { readFlag } from '../../../rules/read-flag.ts'
import { REFUSAL_REASONS } from '../../../rules/refusal.ts'
import { hasRecycleBin } from '../../../rules/review-status.ts'
import { findPhotoReward } from '../../../rules/settings/discount.ts'
import { readPlan, type Ctx } from '../../core/context.ts'
import { html, type Html } from '../../core/html.ts'
import { renderShopperPage } from '../../core/pages/page.ts'
import { word, type WordId, type WordParams } from '../../core/words/words.ts'
import { formatWorth } from '../../requests/discounts/discounts.ts'
import { readMailSender } from '../../requests/sender/identity.ts'
import { readReviewShare } from '../../reviews/statements/share.ts'
import { readShopFace } from '../../shop/branding/shop-face.ts'
import { readSetting } from '../../shop/settings/settings.ts'
import { readRenderOptions, type RenderOptions } from '../widgets/page-view.ts'
import { sayHeld, sayShare } from './held-and-shown.ts'

type Say = (id: WordId, params?: WordParams) => string

/** Renders the shop's policy about reviews from its settings: what EU, UK and French law want shoppers to read. */
export async function renderPolicyPage(ctx: Ctx): Promise<string> {
  const options = await readRenderOptions(ctx)
  const { locale, general } = options
  const say: Say = (id, params = {}) => word(locale, id, { shop: ctx.shop.name, ...params })
  const shares = sayShare(await readReviewShare(ctx), locale, say)
  const title = say('policy.title')
  const body = html`<header class="lead"><h1>${title}</h1><p class="soft">${say('policy.lead')}</p></header>
${section(say('policy.share.title'), shares.length > 0 ? shares : [say('policy.share.none')])}
${section(say('policy.write'), [say(`widget.checked.${general.eligibility}`), say('policy.write.invited')])}
${section(say('policy.check'), listChecks(options, say))}
${section(say('policy.publish'), listPublishing(options, say))}
${refusals(ctx, say)}
${section(say('policy.rewards'), await listRewards(ctx, locale, say))}
${section(say('policy.order'), [say(`policy.order.${options.settings.sortingDefault}`), say('policy.order.more')])}
${await keeping(ctx, options, say)}`
  const shop = await readShopFace(ctx, { origin: ctx.origin })
  return renderShopperPage({
    locale,
    title,
    shop,
    body,
    ...(general.isRtlStore && { direction: 'rtl' as const }),
  })
}

const section = (head: string, says: readonly (string | Html)[]): Html =>
  html`<section class="card"><h2>${head}</h2>${says.map((text) => html`<p style="margin:.75rem 0 0;text-wrap:pretty">${text}</p>`)}</section>`

const listChecks = ({ settings: { badge } }: RenderOptions, say: Say): string[] => [
  say('widget.checked.verified', {
    order: badge.orderText || say('widget.verifiedOrder'),
    confirmed: badge.shopText || say('widget.verifiedShop'),
  }),
  say('policy.check.confirm'),
  say('policy.check.origin'),
  say('widget.checked.imported'),
]

function listPublishing({ general }: RenderOptions, say: Say): string[] {
  const { autoSubmitPublish, autoPublishThreshold: stars } = general
  if (autoSubmitPublish && stars === 1) return [say('policy.publish.atOnce')]
  const held = sayHeld(general, say)
  const days = { days: autoPublishAfterDays }
  if (!autoSubmitPublish) return held.length > 0 ? held : [say('policy.publish.later', days)]
  return [say('policy.publish.fromStars', { stars }), ...(held.length > 0 ? held : [say('policy.publish.after', days)])]
}

function refusals({ shop }: Ctx, say: Say): Html {
  const isSilent = readFlag(shop.flags, 'noStatements') === true
  const reasons = html`<ul style="margin:.75rem 0 0;padding-inline-start:1.25rem">${REFUSAL_REASONS.map((reason) => html`<li>${say(`refusal.${reason}`)}</li>`)}</ul>`
  return section(say('policy.refuse'), [
    say('policy.refuse.lead'),
    reasons,
    say(isSilent ? 'policy.refuse.silent' : 'policy.refuse.told'),
  ])
}

async function listRewards(ctx: Ctx, locale: string, say: Say): Promise<string[]> {
  const reward = findPhotoReward(await readSetting(ctx, 'discount'))
  if (!reward) return [say('policy.rewards.none')]
  const worth = formatWorth({ ...reward, currency: ctx.shop.currency }, locale)
  return [
    say('policy.rewards.some', { worth }),
    say('widget.checked.incentivized', { badge: say('widget.incentivized') }),
  ]
}

async function keeping(ctx: Ctx, { general }: RenderOptions, say: Say): Promise<Html> {
  const { from, replyTo } = await readMailSender(ctx)
  const { address } = replyTo ?? from
  const hasBin = hasRecycleBin({ plan: readPlan(ctx), now: ctx.now(), ...general }) && general.enableTrashReview
  return section(say('policy.keep'), [
    say('policy.keep.own'),
    hasBin ? say('policy.keep.long', { days: general.deleteAfterDays }) : say('policy.keep.longNow'),
    say('policy.keep.report', { report: say('widget.report') }),
    html`${say('policy.keep.contact')} <a class="plain" href="mailto:${address}">${address}</a>`,
  ])
}
