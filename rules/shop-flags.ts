import { z } from 'zod'
import { appName } from './partners.ts'
import { storedNames } from './read-flag.ts'

const flag = z.boolean('valueInvalid')

/** Flags of a shop that only the operator sets (spec 3.1, 6.5), under their names in the API. */
export const SHOP_FLAGS = {
  /** Staff of a competing app may use a development store. */
  devStoreAccess: flag,
  /** Poppins, Lobster and Caveat are offered. */
  specialFonts: flag,
  /** Other apps of the family that the shop has, by their names among the recommended apps. */
  installedAvadaApps: z.array(appName, 'valueInvalid').max(50, 'valueInvalid'),
  /** The menu leaves out the customer survey. */
  noSurvey: flag,
  /** Continues the shop's support chat on another device. */
  crispSessionToken: z.string('valueInvalid').max(200, 'valueInvalid').nullable(),
  /** The shop is shown Pro at half its price, until it has tried it. */
  isGrowHacking6: flag,
  isGrowHacking6Used: flag,
  /** “Powered by Candor” is left out, whatever the plan. */
  enableRemoveBranding: flag,
  /** Authors of refused reviews get no email (decision 0100). */
  noStatements: flag,
  /** The plan doesn't follow the platform's subscriptions. */
  skipUpdateState: flag,
  /** The dev zone is open to this shop, if the operator allows it. */
  devZone: flag,
} as const

export type ShopFlag = keyof typeof SHOP_FLAGS

export type ShopFlags = { [Flag in ShopFlag]?: z.infer<(typeof SHOP_FLAGS)[Flag]> }

/** Returns flags as `Shop.flags` stores them. */
export const storeFlags = (flags: ShopFlags): Record<string, unknown> =>
  Object.fromEntries(Object.entries(flags).map(([name, value]) => [storedNames[name as ShopFlag] ?? name, value]))

export const DEV_ZONE_TYPES = {
  'remove-branding': 'enableRemoveBranding',
  'grow-hacking-6': 'isGrowHacking6',
  'skip-update-state': 'skipUpdateState',
} as const satisfies Record<string, ShopFlag>
export type DevZoneType = keyof typeof DEV_ZONE_TYPES

export const isDevZoneType = (type: unknown): type is DevZoneType =>
  typeof type === 'string' && Object.hasOwn(DEV_ZONE_TYPES, type)
