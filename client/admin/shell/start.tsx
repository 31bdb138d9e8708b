import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { RelayEnvironmentProvider } from 'react-relay/hooks'
import { createBrowserRouter, RouterContextProvider } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { routesFor } from '../routes.tsx'
import { beginCatalog, loadCatalog } from './words/catalogs.ts'
import { createEnvironment } from './relay/environment.ts'
import { Languages } from './words/i18n.tsx'
import { provideLaterWords } from './words/laterWords.ts'
import { localeFor, type CatalogName } from './words/locales.ts'
import { ModeContext, modeOf, type Mode } from './frame/mode.tsx'
import { environmentContext, sessionContext } from './relay/routeQuery.ts'
import { embeddedSession, standaloneSession, type Leave } from './session/session.ts'
import { Toasts } from './toasts.tsx'
import { SessionContext } from './relay/useRest.ts'

/** Builds the application for the opened URL and renders it in the container. */
export async function start(container: HTMLElement): Promise<void> {
  const mode = modeOf(location.pathname)
  document.documentElement.dataset['mode'] = mode
  const session = mode === 'embedded' ? embeddedSession(leaveFrame) : standaloneSession(localStorage, leavePage)
  const environment = createEnvironment(session)
  const router = createBrowserRouter(routesFor(mode), {
    getContext() {
      const context = new RouterContextProvider()
      context.set(environmentContext, environment)
      context.set(sessionContext, session)
      return context
    },
  })
  // The page's data is already loading; load the translations in parallel.
  const words = beginCatalog(firstLocale(mode)).catch(() => beginCatalog('en'))
  provideLaterWords(async () => (await words).complete())
  const { catalog: first } = await words
  createRoot(container).render(
    <StrictMode>
      <ModeContext value={mode}>
        <SessionContext value={session}>
          <Languages first={first} load={loadCatalog}>
            <Toasts>
              <RelayEnvironmentProvider environment={environment}>
                <RouterProvider router={router} />
              </RelayEnvironmentProvider>
            </Toasts>
          </Languages>
        </SessionContext>
      </ModeContext>
    </StrictMode>,
  )
}

/** Guesses the language until the server has sent the merchant's. */
function firstLocale(mode: Mode): CatalogName {
  const asked = new URLSearchParams(location.search).get('locale')
  if (asked === 'pseudo') return 'pseudo'
  return mode === 'embedded'
    ? localeFor([asked, 'shopify' in window ? window.shopify.config.locale : null])
    : localeFor([rememberedLocale(), ...navigator.languages])
}

const localeKey = 'candor.locale'
const rememberedLocale = () => localStorage.getItem(localeKey)

const leavePage: Leave = (url) => location.assign(url)
/** Redirects the whole tab: the platform's pages refuse to be framed. */
const leaveFrame: Leave = (url) => void window.open(url, '_top')
