import type { PlanId } from '../../../rules/plans.ts'
import { planOf } from '../../../rules/plans.ts'
import { storeFlags, type ShopFlags } from '../../../rules/shop-flags.ts'
import { inTransaction, type Ctx } from '../../core/context.ts'

interface OperatorChange {
  plan?: PlanId | undefined
  flags?: ShopFlags | undefined
}

/** Sets the shop's plan and flags for the operator. The plan stays until the platform's subscriptions change. */
export async function operateShop(ctx: Ctx, { plan, flags = {} }: OperatorChange): Promise<void> {
  const shop = await inTransaction(ctx, async (tx) => {
    const { id } = tx.shop
    // Merged by the database: a flag that another process sets meanwhile stays.
    await tx.db
      .$executeRaw`update "Shop" set flags = flags || ${JSON.stringify(storeFlags(flags))}::jsonb where id = ${id}::uuid`
    const before = await tx.db.shop.findUniqueOrThrow({ where: { id }, select: { plan: true } })
    const row = await tx.db.shop.update({
      where: { id },
      data: {
        ...(plan && { plan }),
        ...(plan && before.plan === 'free' && plan !== 'free' && { planStartedAt: tx.now() }),
        version: { increment: 1 },
        settingsVersion: { increment: 1 },
      },
    })
    Object.assign(tx.shop, row)
    if (plan && plan !== before.plan)
      await tx.emit('plan.changed', { from: planOf(before.plan).id, to: plan, frozen: false })
    tx.publish('shop', id)
    return row
  })
  Object.assign(ctx.shop, shop)
}
