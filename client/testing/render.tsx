import '@testing-library/jest-dom'
import { act, configure, render } from '@testing-library/react'
import polarisStrings from '@shopify/polaris/locales/en.json' with { type: 'json' }
import { RelayEnvironmentProvider } from 'react-relay/hooks'
import { createMemoryRouter, RouterContextProvider, type RouteObject } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { createMockEnvironment, type MockEnvironment } from 'relay-test-utils'
import type { Environment, OperationDescriptor } from 'relay-runtime'
import { Languages, type Catalog } from '../admin/shell/words/i18n.tsx'
import { ModeContext, type Mode } from '../admin/shell/frame/mode.tsx'
import { environmentContext, sessionContext } from '../admin/shell/relay/routeQuery.ts'
import { standaloneSession, type Session } from '../admin/shell/session/session.ts'
import { Toasts } from '../admin/shell/toasts.tsx'
import { SessionContext } from '../admin/shell/relay/useRest.ts'
import { ViewerContext, type Viewer } from '../admin/shell/frame/viewer.tsx'

// On a busy machine a dialog that is loaded on demand needs more than the default second.
configure({ asyncUtilTimeout: 10_000 })

interface Options {
  at?: string
  mode?: Mode
  session?: Session
  viewer?: Viewer
  environment?: MockEnvironment
}

/** A merchant of one shop on the Advanced plan with finished setup. */
export const merchant: Viewer = {
  mode: 'standalone',
  readOnly: false,
  locale: 'en',
  extendedMode: true,
  devZone: false,
  devZoneOpen: false,
  account: {
    email: 'robin@fernhill.test',
    name: '',
    shops: [{ id: 's1', name: 'Fernhill Goods', shopifyDomain: 'fernhill.myshopify.com' }],
  },
  shop: {
    id: 'shop',
    name: 'Fernhill Goods',
    shopifyDomain: 'fernhill.myshopify.com',
    plan: 'advanced',
    isCrmLogin: false,
    hiddenPages: [],
    setupDone: true,
    appStatus: true,
    ianaTimezone: 'UTC',
  },
}

// jsdom has no layout: no scrolling, and no offset parents, which Polaris needs to open a popover.
window.scroll = () => undefined
Element.prototype.scrollIntoView = () => undefined
Object.defineProperty(HTMLElement.prototype, 'offsetParent', {
  get(this: HTMLElement) {
    return this.parentElement
  },
})

const english: Catalog = { locale: 'en', messages: {}, polaris: polarisStrings }

/** Renders routes like the application, with a server that the test answers for. */
export async function show(
  routes: RouteObject[],
  { at = '/', mode = 'standalone', viewer = merchant, ...given }: Options = {},
) {
  const environment = given.environment ?? createMockEnvironment()
  const session = given.session ?? signedIn()
  const router = createMemoryRouter([{ HydrateFallback: () => null, children: routes }], {
    initialEntries: [at],
    getContext() {
      const context = new RouterContextProvider()
      context.set(environmentContext, environment as unknown as Environment)
      context.set(sessionContext, session)
      return context
    },
  })
  await act(async () => {
    render(
      <ModeContext value={mode}>
        <SessionContext value={session}>
          <Languages first={english} load={(locale) => Promise.resolve({ ...english, locale })}>
            <Toasts>
              <RelayEnvironmentProvider environment={environment as unknown as Environment}>
                <ViewerContext value={viewer}>
                  <RouterProvider router={router} />
                </ViewerContext>
              </RelayEnvironmentProvider>
            </Toasts>
          </Languages>
        </SessionContext>
      </ModeContext>,
    )
  })
  return { router, environment }
}

/** Returns a standalone session with a token in jsdom's storage. */
export function signedIn(): Session {
  const session = standaloneSession(localStorage, () => undefined)
  session.keep('token')
  return session
}

/** Returns the newest unanswered request of a document. @throws Error if there is none */
export function asked(environment: MockEnvironment, name: string): OperationDescriptor {
  const found = environment.mock.getAllOperations().findLast((operation) => operation.request.node.params.name === name)
  if (!found) throw new Error(`${name} was not asked`)
  return found
}

/** Answers a request and lets React render it. */
export async function answer(environment: MockEnvironment, name: string, data: unknown): Promise<void> {
  const operation = asked(environment, name)
  await act(async () => environment.mock.resolve(operation, { data } as never))
}
