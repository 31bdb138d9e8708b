import { listInstalledApps } from '../../../rules/hidden-pages.ts'
import { chooseLocale } from '../../../rules/locales.ts'
import { PARTNERS, type Partner } from '../../../rules/partners.ts'
import type { Ctx } from '../../core/context.ts'
import type { Env } from '../../core/env.ts'
import { word, type WordId } from '../../core/words/words.ts'

export interface RecommendedApp extends Required<Partner> {
  /** Whether the operator says that the shop has it. */
  installed: boolean
  /** The page of our own integration; null without one. */
  page: string | null
}

const pages: Readonly<Record<string, string>> = {
  aem: '/settings/integration/aem',
  joy: '/settings/integration/joy',
  klaviyo: '/settings/integration/klaviyo',
  'push-owl': '/settings/integration/push-owl',
  'shopify-flow': '/settings/integration/shopify-flow',
}

/** Apps that have an effect on the menu but are not recommended. */
const otherApps = ['survey']

const partnersOf = ({ CANDOR_PARTNERS_FILE }: Pick<Env, 'CANDOR_PARTNERS_FILE'>): readonly Partner[] =>
  CANDOR_PARTNERS_FILE ?? PARTNERS

/** Returns the names that a shop's list of installed apps may have. */
export const listAppNames = (env: Pick<Env, 'CANDOR_PARTNERS_FILE'>): string[] => [
  ...new Set([...PARTNERS, ...partnersOf(env)].map(({ key }) => key)),
  ...otherApps,
]

/** Returns the recommended apps (spec 2), from the operator's file or Candor's own list. */
export function listRecommendedApps({ env, shop }: Ctx, locale: string = chooseLocale(shop)): RecommendedApp[] {
  const installed = listInstalledApps(shop.flags)
  return partnersOf(env).map((app) => ({
    ...app,
    text: app.text ?? word(locale, `partner.${app.key}` as WordId),
    installed: installed.includes(app.key),
    page: pages[app.key] ?? null,
  }))
}
