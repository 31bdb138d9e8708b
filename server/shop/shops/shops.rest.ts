import { formatMessage } from '../../../rules/messages.ts'
import type { Ctx } from '../../core/context.ts'
import { InvalidInput } from '../../core/errors.ts'
import { listBodyFields } from '../../core/rest/body-fields.ts'
import type { RestRoute } from '../../core/rest/route.ts'
import { devZoneInput, updateDevZone } from './dev-zone.ts'
import {
  bannerInput,
  dismissBanner,
  hiddenBanners,
  publicShop,
  publicShopFields,
  shopPatch,
  updateShop,
} from './shops.ts'

/** Accepts a shop as GET /shops returns it (spec 7); only the fields of the patch change. */
const shopFields = {
  ...Object.fromEntries(publicShopFields.map((field) => [field, true as const])),
  ...listBodyFields(shopPatch),
}

/** @throws InvalidInput for fields that the merchant can't change, unless they have the shop's values */
function requireChangeable(ctx: Ctx, body: object): void {
  const shop = publicShop(ctx)
  const changed = Object.entries(body).filter(
    ([field, value]) => !(field in shopPatch.shape) && JSON.stringify(value) !== JSON.stringify(shop[field]),
  )
  if (changed.length > 0)
    throw new InvalidInput(Object.fromEntries(changed.map(([field]) => [field, 'fieldNotEditable'])))
}

const changes = ['updateAppStatus', 'updateIsRated', 'updateOnboarding'] as const
type Change = (typeof changes)[number]
const isChange = (type: unknown): type is Change => changes.some((change) => change === type)

/** Returns the message of PUT /shops for each kind of change (spec 4, 8). */
function savedMessage(type: Change | undefined, body: unknown): string {
  const { appStatus } = body as { appStatus?: unknown }
  if (type === 'updateAppStatus') return formatMessage(appStatus ? 'enabled' : 'disabled')
  return formatMessage(type === 'updateIsRated' ? 'rated' : 'saved')
}

export const shopRoutes: readonly RestRoute[] = [
  { method: 'GET', path: '/shops', run: async (ctx) => ({ success: true, data: publicShop(ctx) }) },
  {
    method: 'PUT',
    path: '/shops',
    body: shopFields,
    async run(ctx, { body, query }) {
      const type = query.type || undefined
      if (type !== undefined && !isChange(type)) throw new InvalidInput({ type: 'valueInvalid' })
      const patch = type === 'updateIsRated' ? { isRated: true, ...(body as object) } : body
      await updateShop(ctx, patch)
      return { success: true, message: savedMessage(type, body) }
    },
  },
  {
    method: 'POST',
    path: '/shop',
    body: { ...shopFields, ...listBodyFields(bannerInput) },
    async run(ctx, { body }) {
      const { banner } = body as { banner?: unknown }
      if (banner !== undefined) await dismissBanner(ctx, body)
      else {
        requireChangeable(ctx, body as object)
        await updateShop(ctx, body)
      }
      return { success: true, data: publicShop(ctx) }
    },
  },
  {
    method: 'PUT',
    path: '/dev_zone',
    body: listBodyFields(devZoneInput),
    async run(ctx, { body, query }) {
      await updateDevZone(ctx, query.type, body)
      return { success: true, message: formatMessage('devZoneUpdated') }
    },
  },
  {
    method: 'POST',
    path: '/shop/dismiss-banner',
    body: listBodyFields(bannerInput),
    async run(ctx, { body }) {
      await dismissBanner(ctx, body)
      return { success: true, data: { dismissedBanners: hiddenBanners(ctx) } }
    },
  },
]
