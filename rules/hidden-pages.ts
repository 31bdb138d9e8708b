import { isNonPayingShop } from './plans.ts'
import { readFlag } from './read-flag.ts'

/** Pages that the menu leaves out when the shop has the app of the family that does the same, by the app's name. */
const replacedPages: Readonly<Record<string, string>> = { joy: '/reward-reviews', survey: '/other-compliance' }

/** Returns the pages that a shop's menu leaves out (spec 2). Their addresses still answer (decision 0107). */
export function listHiddenPages({ flags, shopifyPlan }: { flags: unknown; shopifyPlan: string }): string[] {
  const apps = listInstalledApps(flags)
  return [
    ...Object.entries(replacedPages).flatMap(([app, page]) => (apps.includes(app) ? [page] : [])),
    ...(readFlag(flags, 'noSurvey') === true && !apps.includes('survey') ? ['/other-compliance'] : []),
    ...(isNonPayingShop(shopifyPlan) ? ['/subscription'] : []),
  ]
}

/** Returns the names of the family's apps that the shop has, as the operator set them. */
export function listInstalledApps(flags: unknown): readonly string[] {
  const apps = readFlag(flags, 'installedAvadaApps')
  return Array.isArray(apps) ? (apps as string[]) : []
}
