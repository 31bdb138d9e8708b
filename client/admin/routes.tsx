import type { RouteObject } from 'react-router'
import { NotFound, PageError, ShellError } from './shell/errors.tsx'
import { Gate } from './shell/Gate.tsx'
import { gateLoader, requireSession } from './shell/gateLoader.ts'
import { prefixOf, type Mode } from './shell/mode.tsx'
import { StartingPage } from './shell/StartingPage.tsx'
import { homeLoader } from './pages/home/homeLoader.ts'
import { reviewListLoader } from './pages/reviews/reviewListLoader.ts'
import { replyLoader } from './pages/reviews/replyLoader.ts'
import { collectLoader } from './pages/collect-reviews/collectLoader.ts'
import { requestListLoader } from './pages/collect-reviews/review-request/requestListLoader.ts'
import { settingRequestLoader } from './pages/collect-reviews/setting-request/settingRequestLoader.ts'
import { boxLoader } from './pages/display-settings/boxLoader.ts'
import { displayLoader } from './pages/display-settings/displayLoader.ts'
import { importReviewsLoader } from './pages/import-reviews/importReviewsLoader.ts'
import { settingsLoader } from './pages/settings/settingsLoader.ts'

/**
 * Every page of spec 2 that exists, once; each answers at '' and at '/embed'. A loader stands here and starts the page's query;
 * the page's code comes lazily beside it. A page module exports `Component`. The menu shows the entries whose paths stand here.
 */
const pages: readonly RouteObject[] = [
  { path: '/', loader: homeLoader, lazy: () => import('./pages/home/HomePage.tsx') },
  { path: '/dashboard', loader: homeLoader, lazy: () => import('./pages/home/HomePage.tsx') },
  { path: '/reviews/list', loader: reviewListLoader, lazy: () => import('./pages/reviews/ReviewListPage.tsx') },
  { path: '/reviews/reply/:id', loader: replyLoader, lazy: () => import('./pages/reviews/ReplyPage.tsx') },
  { path: '/collect-reviews', loader: collectLoader, lazy: () => import('./pages/collect-reviews/CollectPage.tsx') },
  { path: '/collect-reviews/review-request', loader: requestListLoader, lazy: () => import('./pages/collect-reviews/review-request/RequestListPage.tsx') },
  { path: '/collect-reviews/setting-request', loader: settingRequestLoader, lazy: () => import('./pages/collect-reviews/setting-request/SettingRequestPage.tsx') },
  { path: '/display-settings', loader: displayLoader, lazy: () => import('./pages/display-settings/DisplaySettingsPage.tsx') },
  { path: '/display-settings/box', loader: boxLoader, lazy: () => import('./pages/display-settings/ReviewBoxPage.tsx') },
  { path: '/collect-reviews/import-reviews', loader: importReviewsLoader, lazy: () => import('./pages/import-reviews/ImportReviewsPage.tsx') },
  { path: '/collect-reviews/reviews/import', loader: importReviewsLoader, lazy: () => import('./pages/import-reviews/ImportReviewsPage.tsx') },
  { path: '/reviews/import', loader: importReviewsLoader, lazy: () => import('./pages/import-reviews/ImportReviewsPage.tsx') },
  { path: '/settings', loader: settingsLoader, lazy: () => import('./pages/settings/SettingsPage.tsx') },
  { path: '/shops', lazy: () => import('./pages/shops/ShopsPage.tsx') },
  { path: '/partner-friendly', lazy: () => import('./pages/partner-friendly/PartnerFriendlyPage.tsx') },
]

/** Pages before the guards. */
const openPages: readonly RouteObject[] = [
  { path: '/loading', lazy: () => import('./pages/loading/LoadingPage.tsx') },
  { path: '/auth/login', lazy: () => import('./pages/login/LoginPage.tsx') },
]

/** The routes of spec 2 that exist, without a prefix. */
export const existingRoutes: ReadonlySet<string> = new Set([...pages, ...openPages].map(({ path = '' }) => path))

/** The route tree of a mode; guards in order: session, set-up done, extended mode. */
export function routesFor(mode: Mode): RouteObject[] {
  const prefix = prefixOf(mode)
  const at = (page: RouteObject): RouteObject => ({ ...page, path: `${prefix}${page.path ?? ''}` })
  return [{
    ErrorBoundary: ShellError,
    HydrateFallback: StartingPage,
    children: [
      ...openPages.map(at),
      {
        id: 'gate',
        middleware: [requireSession],
        loader: gateLoader,
        // What the guards know changes by mutations, which the store tells them of.
        shouldRevalidate: () => false,
        element: <Gate routes={existingRoutes} />,
        children: [{ ErrorBoundary: PageError, children: [...pages.map(at), { path: '*', Component: NotFound }] }],
      },
    ],
  }]
}
