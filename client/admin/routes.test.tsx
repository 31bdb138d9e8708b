import { currentEntry, menuOf } from './shell/frame/menu.tsx'
import { existingRoutes, routesFor } from './routes.tsx'
import type { RouteObject } from 'react-router'

const built = [
  '/other-compliance',
  '/translations',
  '/analytics/survey',
  '/partners',
  '/feature-request',
  '/reward-reviews',
  '/analytics',
  '/analytics/rating',
  '/analytics/email',
  '/plans',
  '/dev_zone',
  '/account',
  '/people',
  '/auth/forgot',
  '/auth/reset',
  '/auth/invite',
  '/subscription',
  '/subscribe/:plan',
  '/settings/subscription',
  '/',
  '/dashboard',
  '/reviews/list',
  '/reviews/reply/:id',
  '/reviews/edit/:id',
  '/reviews/import',
  '/collect-reviews/reviews/import',
  '/collect-reviews',
  '/collect-reviews/review-request',
  '/collect-reviews/import-reviews',
  '/collect-reviews/emails',
  '/collect-reviews/emails/grid',
  '/collect-reviews/emails/:id',
  '/collect-reviews/setting-request',
  '/collect-reviews/email-notifications',
  '/collect-reviews/email-request',
  '/collect-reviews/request-rules',
  '/collect-reviews/suppressions',
  '/collect-reviews/discount',
  '/collect-reviews/discount/codes',
  '/branding',
  '/display-settings/instagram-feed',
  '/display-settings',
  '/display-settings/box',
  '/display-settings/star-rating',
  '/display-settings/sidebar',
  '/display-settings/carousel',
  '/display-settings/popup',
  '/settings',
  '/settings/sender',
  '/settings/privacy',
  '/settings/managingKey',
  '/settings/integration',
  '/settings/integration/aem',
  '/settings/integration/klaviyo',
  '/settings/integration/joy',
  '/settings/integration/push-owl',
  '/settings/integration/webhook',
  '/settings/integration/shopify-flow',
  '/loading',
  '/shops',
  '/partner-friendly',
  '/auth/login',
  '/auth/shopify',
  '/collect-reviews/qr-code',
  '/collect-reviews/qr-code/:id',
  '/display-settings/testimonial',
  '/display-settings/submit-form',
  '/display-settings/all-reviews',
  '/display-settings/customer-portal-reviews',
]

const pathsOf = (routes: RouteObject[]): string[] =>
  routes.flatMap((route) => [...(route.path ? [route.path] : []), ...pathsOf(route.children ?? [])])

test.each([
  ['standalone', ''],
  ['embedded', '/embed'],
] as const)('opens every built route of spec 2 in %s mode', (mode, prefix) => {
  const paths = pathsOf(routesFor(mode))
  for (const path of built) expect(paths).toContain(`${prefix}${path}`)
})

test('has no menu entry without a page', () => {
  for (const { path } of menuOf(existingRoutes)) expect(existingRoutes).toContain(path)
  expect(menuOf(new Set())).toEqual([])
})

test('leaves out the pages that the shop does not see, which still have their routes', () => {
  const hiddenPages = ['/subscription', '/reward-reviews']
  const paths = menuOf(existingRoutes, { hiddenPages }).map(({ path }) => path)
  for (const path of hiddenPages) {
    expect(paths).not.toContain(path)
    expect(existingRoutes).toContain(path)
  }
})

test.each([
  ['/', '/dashboard'],
  ['/reviews', '/reviews/list'],
  ['/reviews/edit/1', '/reviews/list'],
  ['/reviews/import', '/collect-reviews'],
  ['/collect-reviews/reviews/import', '/collect-reviews'],
  ['/reviewsimport', undefined],
])('highlights, at %s, the menu entry %s', (at, path) => {
  expect(currentEntry(menuOf(existingRoutes), at)?.path).toBe(path)
})
