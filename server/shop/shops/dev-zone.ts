import { z } from 'zod'
import { PLAN_IDS } from '../../../rules/plans.ts'
import { readFlag } from '../../../rules/read-flag.ts'
import { DEV_ZONE_TYPES, isDevZoneType, SHOP_FLAGS, type ShopFlags } from '../../../rules/shop-flags.ts'
import type { Ctx } from '../../core/context.ts'
import { InvalidInput, NotAllowed, parse } from '../../core/errors.ts'
import { requireOwner } from '../session/support.ts'
import { operateShop } from './operate-shop.ts'

const { enableRemoveBranding, isGrowHacking6, isGrowHacking6Used, skipUpdateState } = SHOP_FLAGS

export const devZoneInput = z.object({
  status: z.boolean('valueInvalid').optional(),
  dataUpdate: z
    .object({
      plan: z.enum(PLAN_IDS, 'valueInvalid'),
      enableRemoveBranding,
      isGrowHacking6,
      isGrowHacking6Used,
      skipUpdateState,
    })
    .partial()
    .optional(),
})

/** Whether the operator allows the dev zone to this shop. The demo allows it to all, others to shops with the flag. */
export const isDevZoneAllowed = ({ env, shop }: Ctx): boolean =>
  env.CANDOR_DEV_ZONE && (env.CANDOR_MODE === 'demo' || readFlag(shop.flags, 'devZone') === true)

/**
 * Overrides the shop's plan, branding and offers (spec 6.5): the type's flag by `status`, others by `dataUpdate`.
 * @throws NotAllowed while the zone is closed, and for support; InvalidInput
 */
export async function updateDevZone(ctx: Ctx, type: unknown, input: unknown): Promise<void> {
  requireOwner(ctx)
  if (!isDevZoneAllowed(ctx)) throw new NotAllowed('devZoneClosed')
  const { status, dataUpdate: { plan, ...given } = {} } = parse(devZoneInput, input)
  if (type && !isDevZoneType(type)) throw new InvalidInput({ type: 'valueInvalid' })
  if (isDevZoneType(type) && status === undefined) throw new InvalidInput({ status: 'required' })
  const flags: ShopFlags = {
    // A shop that is shown the offer again may take it again.
    ...(type === 'grow-hacking-6' && status && { isGrowHacking6Used: false }),
    ...(isDevZoneType(type) && status !== undefined && { [DEV_ZONE_TYPES[type]]: status }),
    ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)),
  }
  if (!plan && Object.keys(flags).length === 0) throw new InvalidInput({ dataUpdate: 'required' })
  await operateShop(ctx, { plan, flags })
}
