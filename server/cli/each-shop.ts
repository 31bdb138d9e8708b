import { compose } from '../app/compose.ts'
import type { Ctx } from '../core/context.ts'
import { readEnv } from '../core/env.ts'
import { commandEnv, fail, openOrFail } from './program.ts'

/**
 * Runs work for each shop, or for the given one, without serving requests or sending emails.
 * @returns how many shops there were
 * @throws CommandEnd for an unknown shop
 */
export async function forEachShop(
  { name, shop }: { name: string; shop: string | undefined },
  work: (ctx: Ctx) => Promise<void>,
): Promise<number> {
  const domain = shop === undefined || shop.includes('.') ? shop : `${shop}.myshopify.com`
  const app = await openOrFail(compose({ env: commandEnv(readEnv()) }))
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
