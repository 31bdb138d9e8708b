import { autoPublishAfterDays } from '../../../rules/limits.ts'
import { readFlag } from '../../../rules/read-flag.ts'
import { REFUSAL_REASONS } from '../../../rules/refusal.ts'
import { hasRecycleBin } from '../../../rules/review-status.ts'
import { listRewardOffers } from '../../../rules/settings/discount.ts'
import { listPointOffers } from '../../../rules/settings/joy.ts'
import { formatPoints } from '../../requests/discounts/photo-reward.ts'
import { MODERATION_RULES, type ActingRule, type ModerationRule } from '../../../rules/moderation.ts'
import type { ModerationSettings } from '../../../rules/settings/moderation.ts'
import type { GeneralSettings } from '../../../rules/settings/general.ts'
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
${section(say('policy.write'), await listWriters(ctx, general, say))}
${section(say('policy.check'), listChecks(options, say))}
${section(say('policy.publish'), listPublishing(options, await readSetting(ctx, 'moderation'), say))}
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

async function listWriters(ctx: Ctx, { eligibility }: GeneralSettings, say: Say): Promise<string[]> {
  const { reviewReminder } = await readSetting(ctx, 'emailTemplates')
  return [say(`widget.checked.${eligibility}`), ...(reviewReminder.enabled ? [say('policy.write.invited')] : [])]
}

function listPublishing({ general, locale }: RenderOptions, moderation: ModerationSettings, say: Say): string[] {
  const { autoSubmitPublish, autoPublishThreshold: stars } = general
  const rules = sayRules(moderation, locale, say)
  const stops = listActingRules(moderation).some(({ act }) => act !== 'mark')
  if (autoSubmitPublish && stars === 1)
    return [say(stops ? 'policy.publish.atOnceChecked' : 'policy.publish.atOnce'), ...rules]
  const held = sayHeld(general, say)
  const days = { days: autoPublishAfterDays }
  if (!autoSubmitPublish) return [...rules, ...(held.length > 0 ? held : [say('policy.publish.later', days)])]
  const later = held.length > 0 ? held : [say('policy.publish.after', days)]
  return [...rules, say('policy.publish.fromStars', { stars }), ...later]
}

/** Returns the shop's rules that do something, with what each does. */
function listActingRules(settings: ModerationSettings): { rule: ModerationRule; act: ActingRule }[] {
  return MODERATION_RULES.flatMap((rule) => {
    const act = settings[`${rule}Act`]
    return act === 'off' || (rule === 'word' && settings.words.length === 0) ? [] : [{ rule, act }]
  })
}

/** Says what automatic checks look for, the strictest first. */
function sayRules(settings: ModerationSettings, locale: string, say: Say): string[] {
  const acting = listActingRules(settings)
  const or = new Intl.ListFormat(locale, { type: 'disjunction' })
  const names = new Intl.DisplayNames(locale, { type: 'language' })
  const languages = or.format(settings.languages.map((code) => names.of(code) ?? code))
  return (['reject', 'hold', 'mark'] as const).flatMap((act) => {
    const found = acting
      .filter((each) => each.act === act)
      .map(({ rule }) => say(`policy.rules.${rule}`, { languages }))
    return found.length > 0 ? [say(`policy.rules.${act}`, { what: or.format(found) })] : []
  })
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
  const discount = await readSetting(ctx, 'discount')
  const offers = listRewardOffers(discount)
  const points = listPointOffers(await readSetting(ctx, 'joy'))
  if (offers.length + points.length === 0) return [say('policy.rewards.none')]
  const words = { any: 'policy.rewards.some', text: 'policy.rewards.text', photo: 'policy.rewards.photo' } as const
  const { charactersRequired: characters, photoRequired: photos } = discount
  return [
    ...offers.map(({ kind, ...reward }) => {
      const worth = formatWorth({ ...reward, currency: ctx.shop.currency }, locale)
      return say(words[kind], { worth, characters, photos })
    }),
    ...points.map(({ kind, points: count }) => say(words[kind], { worth: formatPoints(count, locale), photos: 1 })),
    say('widget.checked.incentivized', { badge: say('widget.incentivized') }),
  ]
}

async function keeping(ctx: Ctx, { general }: RenderOptions, say: Say): Promise<Html> {
  const { from, replyTo } = await readMailSender(ctx)
  const { address } = replyTo ?? from
  const hasBin = hasRecycleBin({ plan: readPlan(ctx), now: ctx.now(), ...general }) && general.enableTrashReview
  const { enabled, allowEdit, allowDelete } = await readSetting(ctx, 'customerPortalReviews')
  const inAccount = [...(allowEdit ? ['edit'] : []), ...(allowDelete ? ['delete'] : [])]
  const change =
    !enabled || inAccount.length === 0 ? 'none' : inAccount.length === 2 ? 'both' : (inAccount[0] ?? 'none')
  return section(say('policy.keep'), [
    say('policy.keep.own', { change }),
    hasBin ? say('policy.keep.long', { days: general.deleteAfterDays }) : say('policy.keep.longNow'),
    say('policy.keep.report', { report: say('widget.report') }),
    html`${say('policy.keep.contact')} <a class="plain" href="mailto:${address}">${address}</a>`,
  ])
}
