import { useLingui } from '@lingui/react/macro'
import { Suspense, useEffect, useEffectEvent, useState } from 'react'
import { usePreloadedQuery, type PreloadedQuery } from 'react-relay/hooks'
import { Navigate, Outlet, useLocation } from 'react-router'
import type { gateLoaderQuery } from '../../../__generated__/gateLoaderQuery.graphql.ts'
import { RoutesContext } from '../relay/existing.ts'
import { Frame } from './Frame.tsx'
import { gateQuery } from './gateLoader.ts'
import { useLanguage } from '../words/i18n.tsx'
import { matchAdminLocale, type AdminLocale } from '../../../../rules/locales.ts'
import { menuOf } from './menu.tsx'
import { hrefIn, pathIn, useMode } from './mode.tsx'
import { PageSkeleton } from './PageSkeleton.tsx'
import { lazyComponent } from '../relay/lazyComponent.tsx'
import { laterWordsArrive } from '../words/laterWords.ts'
import { Part } from '../Part.tsx'
import { useRouteQuery } from '../relay/routeQuery.ts'
import { formatSentence } from '../words/sentences.ts'
import { showsDevZone } from './devZone.ts'
import { useToast } from '../toasts.tsx'
import { ViewerContext, type Viewer } from './viewer.tsx'

const chooseShopPath = '/shops'
const blockedPath = '/partner-friendly'

/** The operator's chat and analytics, if the server's page has any. */
const Support =
  document.querySelector('meta[name="candor-support"]') &&
  lazyComponent(async () => (await Promise.all([import('../support/Support.tsx'), laterWordsArrive()]))[0].Support)

interface Props {
  /** Existing routes, for the menu. */
  routes: ReadonlySet<string>
}

/** Wraps everything behind the login: the guards of spec 2, the merchant's language, the frame. */
export function Gate({ routes }: Props) {
  const query = useRouteQuery<gateLoaderQuery>()
  return (
    <Suspense
      fallback={
        <div className="c-starting">
          <PageSkeleton />
        </div>
      }
    >
      <Guarded query={query} routes={routes} />
    </Suspense>
  )
}

function Guarded({ query, routes }: Props & { query: PreloadedQuery<gateLoaderQuery> }) {
  const { viewer } = usePreloadedQuery<gateLoaderQuery>(gateQuery, query)
  const mode = useMode()
  const { pathname, search } = useLocation()
  const at = pathIn(mode, pathname)
  const spoken = useMerchantLanguage(viewer.locale)
  const elsewhere = findRedirect(viewer, at, search)
  if (elsewhere) return <Navigate to={hrefIn(mode, elsewhere)} replace />
  if (!spoken)
    return (
      <div className="c-starting">
        <PageSkeleton />
      </div>
    )
  const bare = !viewer.shop?.setupDone || at === chooseShopPath || at === blockedPath
  return (
    <RoutesContext value={routes}>
      <ViewerContext value={viewer}>
        {bare ? (
          <Suspense fallback={<PageSkeleton />}>
            <Outlet />
          </Suspense>
        ) : (
          <Frame menu={menuOf(routes, { hiddenPages: viewer.shop.hiddenPages, showsDevZone: showsDevZone(viewer) })}>
            <Suspense fallback={<PageSkeleton />}>
              <Outlet />
            </Suspense>
            {Support && (
              <Part waits={null} failed={() => null}>
                <Support />
              </Part>
            )}
          </Frame>
        )}
      </ViewerContext>
    </RoutesContext>
  )
}

/**
 * Returns the page that a merchant must open first, or null. The pages choose a shop, finish setup, or say why the app
 * is closed. Setup comes before extended mode (spec 2); the page with the reason is reachable in both.
 */
export function findRedirect(
  { shop, extendedMode }: Pick<Viewer, 'shop' | 'extendedMode'>,
  at: string,
  search = '',
): string | null {
  if (!shop) return at === chooseShopPath ? null : chooseShopPath
  if (at === chooseShopPath || at === blockedPath) return at === blockedPath && extendedMode ? '/' : null
  // The setup ends with the plan that the merchant chose before it.
  if (!shop.setupDone && at !== '/')
    return at.startsWith('/subscribe/') ? `/?next=${encodeURIComponent(at + search)}` : '/'
  return extendedMode ? null : blockedPath
}

/** Loads the language that the server names for the merchant. Returns true once it has been shown. */
function useMerchantLanguage(wanted: string): boolean {
  const { locale, change } = useLanguage()
  const { i18n } = useLingui()
  const toast = useToast()
  const [failed, setFailed] = useState<string | null>(null)
  const [spoken, setSpoken] = useState(false)
  const known = matchAdminLocale(wanted)
  const next = known !== locale && locale !== 'pseudo' && wanted !== failed ? known : null
  if (!spoken && next === null) setSpoken(true)
  const follow = useEffectEvent((chosen: AdminLocale) => {
    change(chosen).catch(() => {
      setFailed(chosen)
      toast(formatSentence(i18n, 'localeChangeFailed'), { isError: true })
    })
  })
  useEffect(() => {
    if (next) follow(next)
  }, [next])
  return spoken
}
