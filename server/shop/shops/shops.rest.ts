import { z } from 'zod'
import { formatMessage } from '../../../rules/messages.ts'
import type { Ctx } from '../../core/context.ts'
import { InvalidInput } from '../../core/errors.ts'
import { joinFields } from '../../core/rest/body-fields.ts'
import type { RestRoute } from '../../core/rest/route.ts'
import { flag, nameShape, text, textOrNull, time, uuid } from '../../core/rest/shapes.ts'
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
const shopFields = joinFields(
  z.object(Object.fromEntries(publicShopFields.map((field) => [field, z.unknown()]))),
  shopPatch,
)
const shopShape = nameShape(
  'Shop',
  z.looseObject({
    id: uuid,
    shopifyDomain: text,
    domain: text,
    name: text,
    email: text,
    plan: text,
    planInterval: text,
    primaryLocale: text,
    adminLocale: textOrNull,
    ianaTimezone: text,
    currency: text,
    appStatus: flag,
    setupDone: flag,
    isRated: flag,
    dismissedBanners: z.array(text),
    createdAt: time,
  }),
)

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
  {
    method: 'GET',
    path: '/shops',
    summary: 'Read the shop',
    answer: { data: shopShape },
    run: async (ctx) => ({ success: true, data: publicShop(ctx) }),
  },
  {
    method: 'PUT',
    path: '/shops',
    summary: 'Change the shop',
    query: z.object({ type: z.enum(changes).describe('Decides the message of the answer.').optional() }),
    answer: { body: z.object({ success: z.literal(true), message: z.string() }) },
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
    summary: 'Change the shop or hide a banner',
    answer: { data: shopShape },
    body: joinFields(shopFields, bannerInput.partial()),
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
    summary: 'Change what only the dev zone may change',
    description: '409 while the operator keeps the zone closed.',
    query: z.object({ type: z.string().optional() }),
    answer: { body: z.object({ success: z.literal(true), message: z.string() }) },
    personOnly: true,
    body: devZoneInput,
    async run(ctx, { body, query }) {
      await updateDevZone(ctx, query.type, body)
      return { success: true, message: formatMessage('devZoneUpdated') }
    },
  },
  {
    method: 'POST',
    path: '/shop/dismiss-banner',
    summary: 'Hide a banner',
    answer: { data: z.object({ dismissedBanners: z.array(z.string()) }) },
    body: bannerInput,
    async run(ctx, { body }) {
      await dismissBanner(ctx, body)
      return { success: true, data: { dismissedBanners: hiddenBanners(ctx) } }
    },
  },
]
