import type { Ctx } from '../core/context.ts'
import { readEnv } from '../core/env.ts'
import { completeShopDomain } from './command-output.ts'
import { openCommandApp } from './open-app.ts'
import { fail } from './program.ts'

/**
 * Runs work for each shop, or for the given one, without serving requests or sending emails.
 * @returns how many shops there were
 * @throws CommandEnd for an unknown shop
 */
export async function forEachShop(
  { name, shop }: { name: string; shop: string | undefined },
  work: (ctx: Ctx) => Promise<void>,
): Promise<number> {
  const domain = shop === undefined ? undefined : completeShopDomain(shop)
  const app = await openCommandApp(readEnv())
  try {
    const shops = await app.deps.access.acrossShops('find the shop of a command').shop.findMany({
      where: domain === undefined ? {} : { shopifyDomain: domain },
      orderBy: { shopifyDomain: 'asc' },
    })
    if (domain !== undefined && shops.length === 0) fail(`There is no shop ${domain}.`)
    for (const each of shops) await work(app.contextOf(each, { kind: 'system', name }))
    return shops.length
  } finally {
    await app.close()
  }
}
