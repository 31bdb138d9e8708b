import { isPlanId, PLAN_IDS } from '../../rules/plans.ts'
import { readFlag } from '../../rules/read-flag.ts'
import { SHOP_FLAGS, type ShopFlag, type ShopFlags } from '../../rules/shop-flags.ts'
import type { App } from '../app/compose.ts'
import type { Ctx } from '../core/context.ts'
import type { Shop } from '../generated/prisma/client.ts'
import { listAppNames } from '../shop/partners/partners.ts'
import { listPeople } from '../shop/session/people.ts'
import { deleteShop } from '../shop/shops/delete-shop.ts'
import { operateShop } from '../shop/shops/operate-shop.ts'
import { changeToken, readTokenState } from './shop-token.ts'
import { completeShopDomain } from './command-output.ts'
import { fail, parseOptions } from './program.ts'

const usage = `Usage: npm run shop -- COMMAND [SHOP.myshopify.com] [--json]
  list                         all shops with their plan
  inspect SHOP                 plan, flags, people, platform access, numbers
  plan SHOP PLAN               sets the plan: ${PLAN_IDS.join(', ')}
  set SHOP FLAG=VALUE ...      sets flags: ${Object.keys(SHOP_FLAGS).join(', ')}
  token SHOP [--clear|--set]   shows, forgets or sets (from stdin) the platform's access token
  delete SHOP --yes-delete NAME  deletes everything of the shop; NAME is the shop's name`

const options = {
  json: { type: 'boolean', default: false },
  clear: { type: 'boolean', default: false },
  set: { type: 'boolean', default: false },
  'yes-delete': { type: 'string' },
} as const
type Options = ReturnType<typeof readArguments>['options']

interface Command {
  app: App
  ctx: Ctx
  rest: readonly string[]
  options: Options
  /** Reads the standard input. */
  readInput(): Promise<string>
}

/** What a command prints: an object with --json, else sentences. */
interface Result {
  json: object
  lines: readonly string[]
}

const commands: Readonly<Record<string, (command: Command) => Promise<Result>>> = {
  inspect: ({ app, ctx }) => inspect(app, ctx),
  async plan({ ctx, rest: [plan] }) {
    if (!isPlanId(plan)) return fail(usage, 2)
    await operateShop(ctx, { plan })
    return done(ctx, `${ctx.shop.shopifyDomain} has the plan ${plan} until its subscription changes.`)
  },
  async set({ ctx, rest }) {
    const flags = parseFlags(rest)
    const known = listAppNames(ctx.env)
    const stranger = flags.installedAvadaApps?.find((app) => !known.includes(app))
    if (stranger) return fail(`installedAvadaApps has an unknown app “${stranger}”. Known: ${known.join(', ')}.`, 2)
    await operateShop(ctx, { flags })
    return done(ctx, `Set ${Object.keys(flags).join(', ')} of ${ctx.shop.shopifyDomain}.`)
  },
  async token({ app, ctx, options: { clear, set }, readInput }) {
    if (clear && set) return fail(usage, 2)
    if (clear || set) await changeToken(app, ctx.shop, set ? (await readInput()).trim() : null)
    const state = await readTokenState(app, ctx.shop)
    return {
      json: { shop: ctx.shop.shopifyDomain, token: state },
      lines: [`Access token of ${ctx.shop.shopifyDomain}: ${state}.`],
    }
  },
  async delete({ ctx, options: { 'yes-delete': yesDelete } }) {
    const { name, shopifyDomain } = ctx.shop
    if (yesDelete !== name)
      return fail(
        yesDelete === undefined
          ? `This deletes everything of ${shopifyDomain}, for good. To confirm, add --yes-delete ${JSON.stringify(name)}.`
          : `The name of ${shopifyDomain} is another one. Nothing was deleted.`,
      )
    const deleted = await deleteShop(ctx)
    return {
      json: { shop: shopifyDomain, deleted },
      lines: [`Deleted ${shopifyDomain} with ${Object.values(deleted).reduce((sum, rows) => sum + rows, 0)} rows.`],
    }
  },
}

const done = ({ shop }: Ctx, line: string): Result => ({ json: describe(shop), lines: [line] })

const describe = ({ shopifyDomain, name, plan, shopifyPlan, uninstalledAt, createdAt, flags }: Shop) => ({
  shop: shopifyDomain,
  name,
  plan,
  platformPlan: shopifyPlan,
  installed: uninstalledAt === null,
  createdAt: createdAt.toISOString(),
  flags: Object.fromEntries(
    (Object.keys(SHOP_FLAGS) as ShopFlag[]).flatMap((flag) => {
      const value = readFlag(flags, flag)
      return value === undefined ? [] : [[flag, value]]
    }),
  ),
})

async function inspect(app: App, ctx: Ctx): Promise<Result> {
  const { shop } = ctx
  const where = { where: { shopId: shop.id } }
  const { people, invitations } = await listPeople(ctx)
  const json = {
    ...describe(shop),
    token: await readTokenState(app, shop),
    people: people.map(({ email, readOnly }) => ({ email, readOnly })),
    openInvitations: invitations.length,
    reviews: await ctx.db.review.count(where),
    requests: await ctx.db.queueItem.count(where),
    subscriptions: (await ctx.db.subscription.findMany(where)).map(({ plan, status }) => ({ plan, status })),
  }
  return {
    json,
    lines: Object.entries(json).map(
      ([field, value]) => `${field}: ${typeof value === 'object' ? JSON.stringify(value) : value}`,
    ),
  }
}

/** Reads FLAG=VALUE: true and false, a list separated by commas, or a text; an empty value resets a text. */
function parseFlags(pairs: readonly string[]): ShopFlags {
  if (pairs.length === 0) fail(usage, 2)
  const flags = pairs.map((pair) => {
    const at = pair.indexOf('=')
    const [name, value] = [pair.slice(0, at), pair.slice(at + 1)]
    const shape = Object.hasOwn(SHOP_FLAGS, name) ? SHOP_FLAGS[name as ShopFlag] : fail(usage, 2)
    const tries = [{ true: true, false: false }[value], value.split(',').filter(Boolean), value === '' ? null : value]
    const known = tries.map((each) => shape.safeParse(each)).find(({ success }) => success)
    return known?.success ? ([name, known.data] as const) : fail(`${name} can't be “${value}”.`, 2)
  })
  return Object.fromEntries(flags)
}

/** Reads the command and its options. @throws CommandEnd with the usage */
export function readArguments(args: readonly string[]) {
  const { values, positionals } = parseOptions({ args: [...args], allowPositionals: true, options }, usage)
  const [name = '', given, ...rest] = positionals
  const isKnown = name === 'list' ? given === undefined : Object.hasOwn(commands, name) && given !== undefined
  return isKnown ? { name, given, rest, options: values } : fail(usage, 2)
}

/**
 * Runs a command. Returns the lines that it prints.
 * @throws CommandEnd with a sentence for the operator
 */
export async function runShopCommand(
  app: App,
  { name, given = '', rest, options }: ReturnType<typeof readArguments>,
  readInput: () => Promise<string>,
): Promise<readonly string[]> {
  const db = app.deps.access.acrossShops('find the shop of a command')
  const run = commands[name]
  if (!run) {
    const shops = (await db.shop.findMany({ orderBy: { shopifyDomain: 'asc' } })).map(describe)
    if (options.json) return [JSON.stringify(shops)]
    return shops.map(({ shop, plan, installed, name: title }) =>
      [shop, plan, ...(installed ? [] : ['uninstalled']), title].join('  '),
    )
  }
  const domain = completeShopDomain(given)
  const shop = await db.shop.findUnique({ where: { shopifyDomain: domain } })
  if (!shop) return fail(`There is no shop ${domain}.`)
  const ctx = app.contextOf(shop, { kind: 'system', name: 'operator' })
  const { json, lines } = await run({ app, ctx, rest, options, readInput })
  return options.json ? [JSON.stringify(json)] : lines
}
