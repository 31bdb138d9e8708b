import { z } from 'zod'
import { SETUP_STEPS } from '../../../rules/setup.ts'
import { wholeNumber } from '../../../rules/validation.ts'
import { hasExtendedMode } from '../../../rules/extended-mode.ts'
import { readFlag } from '../../../rules/read-flag.ts'
import { SHOP_FLAGS, type ShopFlag } from '../../../rules/shop-flags.ts'
import { ADMIN_LOCALE_IDS } from '../../../rules/locales.ts'
import { isBannerName } from '../../../rules/banners.ts'
import { bannerSnoozeDays, maxBannerSnoozes } from '../../../rules/limits.ts'
import { dayMs } from '../../../rules/dates.ts'
import { inTransaction, type Ctx } from '../../core/context.ts'
import { InvalidInput, NotAllowed, parse } from '../../core/errors.ts'
import { Prisma, type Shop } from '../../generated/prisma/client.ts'
import { listChanges } from '../../../rules/settings/changes.ts'
import { isSupport } from '../session/support.ts'
import { addSettingHistory } from '../settings/history.ts'

export const shopPatch = z.object({
  appStatus: z.boolean('valueInvalid').optional(),
  setupDone: z.boolean('valueInvalid').optional(),
  /** Index of the setup's step to continue with. */
  setupStep: wholeNumber(0, SETUP_STEPS.length - 1).optional(),
  isRated: z.boolean('valueInvalid').optional(),
  /** Null: the language of the store. */
  adminLocale: z.literal(ADMIN_LOCALE_IDS, 'valueInvalid').nullish(),
})

/** Saves the merchant's fields of the shop: app on or off, setup, rated, language (spec 4, 7). */
export async function updateShop(ctx: Ctx, input: unknown): Promise<Shop> {
  const patch = parse(shopPatch, input)
  const data = Object.fromEntries(
    Object.entries(patch).filter(([, value]) => value !== undefined),
  ) as Prisma.ShopUpdateInput
  const shop = await inTransaction(ctx, async (tx) => {
    const row = await tx.db.shop.update({ where: { id: tx.shop.id }, data: { ...data, version: { increment: 1 } } })
    tx.publish('shop', row.id)
    await addSettingHistory(tx, 'shop', listChanges(switchesOf(tx.shop), switchesOf(row)))
    if (patch.appStatus !== undefined) await tx.emit('shop.switched', { appStatus: patch.appStatus })
    return row
  })
  Object.assign(ctx.shop, shop)
  return shop
}

/** The shop's own settings, whose changes are kept. */
const switchesOf = ({ appStatus, adminLocale }: Shop) => ({ appStatus, adminLocale })

interface DismissedBanner {
  id: string
  dismissedAt: string
  /** Number of snoozes of a day each; after three the banner stays hidden (spec 4). */
  snoozes: number
}

export const bannerInput = z.object({
  banner: z.string('required').refine(isBannerName, 'valueInvalid'),
  isDismiss: z.boolean('valueInvalid').default(true),
  snooze: z.boolean('valueInvalid').default(false),
})
const mostBanners = 100

/** Records that the merchant hid a banner for a day or for good, or wants it back. */
export async function dismissBanner(ctx: Ctx, input: unknown): Promise<void> {
  const { banner, isDismiss, snooze } = parse(bannerInput, input)
  const shop = await inTransaction(ctx, async (tx) => {
    const [row] = await tx.db.$queryRaw<
      { dismissedBanners: unknown }[]
    >`select "dismissedBanners" from "Shop" where id = ${tx.shop.id}::uuid for update`
    const before = bannersOf(row?.dismissedBanners)
    const known = before.find(({ id }) => id === banner)
    // A second tab that snoozes the same banner doesn't use up another day.
    if (isDismiss && known && isHidden(known, tx.now()) && snooze) return tx.shop
    const snoozes = snooze ? (known?.snoozes ?? 0) + 1 : maxBannerSnoozes
    const others = before.filter(({ id }) => id !== banner)
    const banners: DismissedBanner[] = isDismiss
      ? [...others, { id: banner, dismissedAt: tx.now().toISOString(), snoozes }]
      : others
    if (banners.length > mostBanners) throw new InvalidInput({ banner: 'valueInvalid' })
    const dismissedBanners = banners as unknown as Prisma.InputJsonValue
    const changed = await tx.db.shop.update({ where: { id: tx.shop.id }, data: { dismissedBanners } })
    tx.publish('shop', tx.shop.id)
    return changed
  })
  Object.assign(ctx.shop, shop)
}

const bannersOf = (value: unknown): DismissedBanner[] => (Array.isArray(value) ? (value as DismissedBanner[]) : [])

const isHidden = ({ dismissedAt, snoozes }: DismissedBanner, now: Date): boolean =>
  snoozes >= maxBannerSnoozes || new Date(dismissedAt).getTime() > now.getTime() - bannerSnoozeDays * dayMs

/** Returns banners hidden now: dismissed for good, or snoozed less than a day ago. */
export const hiddenBanners = (ctx: Ctx): string[] =>
  bannersOf(ctx.shop.dismissedBanners)
    .filter((banner) => isHidden(banner, ctx.now()))
    .map(({ id }) => id)

/** Returns whether the app is open to this shop (spec 2, 6); the operator configures exclusions. */
export function isExtended(ctx: Ctx): boolean {
  return hasExtendedMode(
    {
      email: ctx.shop.email,
      shopifyPlan: ctx.shop.shopifyPlan,
      devStoreAccess: readFlag(ctx.shop.flags, 'devStoreAccess') === true,
    },
    { competitorDomains: ctx.env.CANDOR_BLOCKED_EMAIL_DOMAINS, internalDomains: ctx.env.CANDOR_INTERNAL_EMAIL_DOMAINS },
  )
}

/** Refuses staff of competing apps, as the page /partner-friendly says (spec 6). @throws NotAllowed */
export function requireExtended(ctx: Ctx): void {
  if (!isExtended(ctx)) throw new NotAllowed('extendedModeBlocked')
}

/** Returns the shop for API responses (spec 3), without any secret. */
export function publicShop(ctx: Ctx): Record<string, unknown> {
  const { flags, ...columns } = ctx.shop
  const operatorFlags = Object.keys(SHOP_FLAGS).map((name) => [name, readFlag(flags, name as ShopFlag)] as const)
  const fields = {
    ...flagDefaults,
    ...(flags as object),
    ...Object.fromEntries(operatorFlags.filter(([, value]) => value !== undefined)),
    ...columns,
    // A shop is new until it has finished the setup.
    isNewShop: (flags as { isNewShop?: boolean }).isNewShop === true && !ctx.shop.setupDone,
    timezone: ctx.shop.ianaTimezone,
    isCrmLogin: isSupport(ctx),
    dismissedBanners: hiddenBanners(ctx),
    crispSessionToken: readChatToken(ctx),
  }
  return Object.fromEntries(Object.entries(fields).filter(([field]) => publicShopFields.includes(field)))
}

/** Returns the key of the shop's conversation in the operator's support chat; null without a chat. */
export function readChatToken({ shop, env, signer }: Ctx): string | null {
  const own = (shop.flags as { crispSessionToken?: string | null }).crispSessionToken
  return own ?? (env.CANDOR_CHAT_SCRIPT ? signer.sign('support-chat', { shop: shop.id }) : null)
}

const flagDefaults = {
  isNewShop: false,
  isGrowHacking6: false,
  enableRemoveBranding: false,
  isRemoveBranding: false,
  supportAppBlock: true,
  isCrmLogin: false,
  installedAvadaApps: [] as string[],
  crispSessionToken: null,
}

/** Columns of the shop that REST doesn't return; `flags` are returned one by one. */
const privateFields = new Set([
  'sharedSecret',
  'platformTokens',
  'flags',
  'settingsVersion',
  'version',
  'uninstalledAt',
  'feedsVersion',
  'googleFeedReadAt',
  'metaFeedReadAt',
  'catalogVersion',
  'themeSent',
  'themeRelease',
  'translatedInto',
  'billedAs',
  'billingDueAt',
  'billingReadAt',
  'ordersReadTo',
  'ordersDueAt',
])

export const publicShopFields: readonly string[] = [
  ...Object.keys(Prisma.ShopScalarFieldEnum).filter((field) => !privateFields.has(field)),
  'timezone',
  ...Object.keys(SHOP_FLAGS),
  ...Object.keys(flagDefaults),
]
