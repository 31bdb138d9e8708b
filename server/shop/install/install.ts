import { recountSums } from '../analytics/facts.ts'
import { v7 as uuidv7 } from 'uuid'
import { cleanLine } from '../../../rules/clean-text.ts'
import { inTransaction, makeContext, type Actor, type Ctx, type Deps } from '../../core/context.ts'
import type { Shop } from '../../generated/prisma/client.ts'
import type { PlatformShop, PlatformShopDetails } from '../../platform/platform.ts'
import { startFirstImport } from './first-import.ts'

interface Visit {
  shopDomain: string
  known: Shop | null
  /** Gains background access to the shop. */
  grant(shop: PlatformShop): Promise<void>
}

/**
 * Connects a new or returning shop: first the row, then platform access, then the shop's details. A shop that returns
 * keeps its data and settings.
 */
export async function connectShop(deps: Deps, { shopDomain, known, grant }: Visit): Promise<Shop> {
  const db = deps.access.acrossShops('find the shop of a session')
  const now = deps.now()
  const unknown = { domain: shopDomain, name: shopDomain.split('.')[0] ?? shopDomain, email: '' }
  const { id } =
    known ??
    (await db.shop.upsert({
      where: { shopifyDomain: shopDomain },
      create: {
        id: uuidv7(),
        shopifyDomain: shopDomain,
        ...unknown,
        planStartedAt: now,
        createdAt: now,
        flags: { isNewShop: true },
      },
      update: {},
      select: { id: true },
    }))
  const shop = { id, shopifyDomain: shopDomain }
  await grant(shop)
  const details = detailColumns(await deps.platform.shopDetails(shop))
  const isInstalled = known && isConnected(known)
  const data = {
    ...details,
    ...(isInstalled ? {} : { installedAt: null, uninstalledAt: null }),
    ...(known?.uninstalledAt ? { appStatus: true } : {}),
    version: { increment: 1 },
  }
  const welcome: Actor = { kind: 'system', name: 'welcome' }
  const welcomed =
    known && known.ianaTimezone !== details.ianaTimezone
      ? await inTransaction(makeContext(deps, known, welcome), async (tx) => {
          const moved = await tx.db.shop.update({ where: { id }, data })
          await recountSums(tx)
          return moved
        })
      : await db.shop.update({ where: { id }, data })
  const ctx = makeContext(deps, welcomed, welcome)
  if (!isInstalled) {
    await startFirstImport(ctx, { leftAt: known?.uninstalledAt ?? null })
    // A shop that returns may have paid time left. Without billing, a new shop gets the operator's plan.
    await ctx.enqueue('billing.sync', {})
    // Last: a connection that fails half-way is made again at the next visit.
    await db.shop.update({ where: { id }, data: { installedAt: now } })
    welcomed.installedAt = now
  }
  ctx.publish('shop', id)
  return welcomed
}

/** Returns whether the app is installed and its first connection was completed. */
export const isConnected = ({ installedAt, uninstalledAt }: Pick<Shop, 'installedAt' | 'uninstalledAt'>): boolean =>
  installedAt !== null && uninstalledAt === null

/** Job: reads the shop's details and granted access after an event that says only that they changed. */
export async function refreshShop(ctx: Ctx): Promise<void> {
  if (ctx.shop.uninstalledAt) return
  const details = detailColumns(await ctx.platform.shopDetails(ctx.shop))
  await inTransaction(ctx, async (tx) => {
    await tx.db.shop.update({ where: { id: tx.shop.id }, data: { ...details, version: { increment: 1 } } })
    if (details.ianaTimezone !== ctx.shop.ianaTimezone) await recountSums(tx)
    // The theme's HTML names the currency, the languages and the shop.
    await tx.enqueue('theme.send', { whole: true })
    await tx.enqueue('ratings.send', {})
    tx.publish('shop', tx.shop.id)
  })
}

function detailColumns({ ownerName, name, ...details }: PlatformShopDetails) {
  return { ...details, name: cleanLine(name), firstName: cleanLine(ownerName) }
}

/** Connects the operator's own shop at the start. */
export async function connectOwnShop(deps: Deps): Promise<void> {
  const { platform, access, log } = deps
  if (platform.ownShop === null) return
  const shopDomain = platform.ownShop
  const known = await access.acrossShops('find the shop of a command').shop.findUnique({
    where: { shopifyDomain: shopDomain },
  })
  if (known && isConnected(known) && known.platformTokens) return
  await connectShop(deps, { shopDomain, known, grant: (shop) => platform.connect(shop, '') }).then(
    () => log.info({ shop: shopDomain }, 'the own shop is connected'),
    (error: unknown) => log.error({ err: error, shop: shopDomain }, 'the own shop cannot be connected'),
  )
}
