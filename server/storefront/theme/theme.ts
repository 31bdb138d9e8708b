import { missingScopes } from '../../../rules/scopes.ts'
import { createHash } from 'node:crypto'
import type { SettingKey } from '../../../rules/settings/settings.ts'
import { WIDGETS } from '../../../client/storefront/widgets/widgets.ts'
import { queueLostJobs } from '../../core/background/lost-jobs.ts'
import { inTransaction, makeContext, type Ctx, type Deps } from '../../core/context.ts'
import type { Events } from '../../core/events.ts'
import { Prisma } from '../../generated/prisma/client.ts'
import { mostThemeValues, type ThemeValue } from '../../platform/platform.ts'
import { assetsByName } from '../../core/pages/assets.ts'
import { forgetProduct } from '../widgets/pages/page-cache.ts'
import { productValue, shopValue } from './render.ts'

/** A job yields to other shops after this time. */
const longestMs = 5_000
const keyOf = (locale: string): string => `widgets_${locale}`

interface DueProduct {
  id: string
  platformId: string
  handle: string
  themeDue: number
  themeSent: string | null
  deletedAt: Date | null
}

/** Rewrites the HTML of all widgets after their look changed. */
export async function rewriteTheme(tx: Ctx): Promise<void> {
  await tx.enqueue('theme.send', { whole: true, all: true })
}

/** Returns a hash of this release's scripts and styles, which the HTML in a theme names. */
export const hashAssets = (): string =>
  createHash('sha256')
    .update([...assetsByName().keys()].sort().join())
    .digest('base64url')
    .slice(0, 12)
const shopsAtOnce = 20

/** Schedule: rewrites themes with HTML of an older release. */
export async function renewThemes(deps: Deps): Promise<number> {
  const themeRelease = hashAssets()
  const shops = await deps.access.acrossShops('renew themes').shop.findMany({
    where: { uninstalledAt: null, OR: [{ themeRelease: null }, { themeRelease: { not: themeRelease } }] },
    take: shopsAtOnce,
  })
  for (const shop of shops) {
    await inTransaction(makeContext(deps, shop, { kind: 'system', name: 'renewThemes' }), async (tx) => {
      await tx.db.shop.update({ where: { id: shop.id }, data: { themeRelease } })
      await rewriteTheme(tx)
    })
  }
  return shops.length
}

/** Schedule: retries due products after the job's own retries failed. */
export const retryThemes = (deps: Deps): Promise<number> =>
  queueLostJobs(deps, { job: 'theme.send', due: Prisma.sql`p."themeDue" > 0`, data: { whole: true } })

/** Listener: rewrites the theme after a saved setting of widgets. */
export async function rewriteThemeOnSave(tx: Ctx, { key }: Events['setting.saved']): Promise<void> {
  if (looks.has(key)) await rewriteTheme(tx)
}

/** Settings that widgets read. */
const looks = new Set<SettingKey>([
  'general',
  'reviewBox',
  'branding',
  'translations',
  ...Object.values(WIDGETS).map(({ document }) => document),
])

/**
 * Job: writes widget HTML into the platform's metafields, for due products and the shop. Changes during the job stay
 * due. Unchanged HTML is not sent again. `whole` includes the shop without due products; `all` makes every product due.
 */
export async function sendTheme(
  ctx: Ctx,
  { whole = false, all = false }: { whole?: boolean; all?: boolean },
): Promise<void> {
  if (ctx.shop.uninstalledAt !== null) return
  if (all)
    await ctx.db.product.updateMany({
      where: { shopId: ctx.shop.id, deletedAt: null },
      data: { themeDue: { increment: 1 } },
    })
  const end = Date.now() + longestMs
  let locales: string[] | null = null
  for (let after = ''; Date.now() < end && !ctx.stopping.aborted;) {
    const due = await dueProducts(ctx, {
      after,
      take: Math.max(1, Math.floor(mostThemeValues / (locales?.length ?? mostThemeValues))),
    })
    if (due.length === 0 && !(whole && locales === null)) return
    locales ??= await readLocales(ctx)
    // Reloads after the due rows: settings saved later make them due again.
    const fresh = await reloadShop(ctx)
    // This process may hold a stale page, if another one's change message hasn't arrived.
    for (const id of [ctx.shop.id, ...due.map(({ id: productId }) => productId)]) forgetProduct(ctx.shop.id, id)
    if (after === '') await sendShop(fresh, locales)
    await sendProducts(fresh, { due, locales })
    const last = due.at(-1)
    if (!last) return
    after = last.id
  }
  await ctx.enqueue('theme.send', {})
}

/** Writes a product's and the shop's changes immediately, for the demo store, whose pages don't wait for the queue. */
export async function sendThemeNow(ctx: Ctx, handle: string | null): Promise<void> {
  const due =
    handle === null ? [] : await ctx.db.product.findMany({ where: { shopId: ctx.shop.id, handle }, select: dueColumns })
  const locales = await readLocales(ctx)
  const fresh = await reloadShop(ctx)
  await sendShop(fresh, locales)
  await sendProducts(fresh, { due, locales })
}

/** Without access to the languages, the theme shows the shop's primary one. */
const readLocales = ({ platform, shop }: Ctx): Promise<string[]> =>
  missingScopes(shop.grantedScopes, 'languages').length > 0
    ? Promise.resolve([shop.primaryLocale])
    : platform.publishedLocales(shop)

async function reloadShop(ctx: Ctx): Promise<Ctx> {
  return { ...ctx, shop: await ctx.db.shop.findUniqueOrThrow({ where: { id: ctx.shop.id } }) }
}

const dueColumns = {
  id: true,
  platformId: true,
  handle: true,
  themeDue: true,
  themeSent: true,
  deletedAt: true,
} as const

function dueProducts(ctx: Ctx, { after, take }: { after: string; take: number }): Promise<DueProduct[]> {
  return ctx.db.product.findMany({
    where: { shopId: ctx.shop.id, themeDue: { gt: 0 }, ...(after && { id: { gt: after } }) },
    orderBy: { id: 'asc' },
    take,
    select: dueColumns,
  })
}

async function sendShop(ctx: Ctx, locales: readonly string[]): Promise<void> {
  const values: ThemeValue[] = []
  for (const locale of locales)
    values.push({ platformId: null, key: keyOf(locale), json: await shopValue(ctx, locale) })
  const hash = hashOf(values)
  if (hash === ctx.shop.themeSent) return
  await send(ctx, values)
  await ctx.db.shop.update({ where: { id: ctx.shop.id }, data: { themeSent: hash } })
}

async function sendProducts(
  ctx: Ctx,
  { due, locales }: { due: readonly DueProduct[]; locales: readonly string[] },
): Promise<void> {
  const rendered: { product: DueProduct; values: ThemeValue[]; hash: string | null }[] = []
  for (const product of due) {
    const values: ThemeValue[] = []
    // The platform no longer has a deleted product.
    if (product.deletedAt === null)
      for (const locale of locales)
        values.push({
          platformId: product.platformId,
          key: keyOf(locale),
          json: await productValue(ctx, product.handle, locale),
        })
    rendered.push({ product, values, hash: values.length > 0 ? hashOf(values) : null })
  }
  await send(
    ctx,
    rendered.filter(({ product, hash }) => hash !== product.themeSent).flatMap(({ values }) => values),
  )
  for (const {
    product: { id, themeDue },
    hash,
  } of rendered)
    await ctx.db.product.updateMany({
      where: { shopId: ctx.shop.id, id, themeDue },
      data: { themeDue: 0, themeSent: hash },
    })
}

async function send(ctx: Ctx, values: readonly ThemeValue[]): Promise<void> {
  for (let at = 0; at < values.length; at += mostThemeValues)
    await ctx.platform.setThemeValues(ctx.shop, values.slice(at, at + mostThemeValues))
}

const hashOf = (values: readonly ThemeValue[]): string =>
  createHash('sha256').update(JSON.stringify(values)).digest('base64url').slice(0, 22)
