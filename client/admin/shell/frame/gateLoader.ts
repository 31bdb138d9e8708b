import { graphql } from 'react-relay/hooks'
import { redirect, type MiddlewareFunction } from 'react-router'
import type { gateLoaderQuery } from '../../../__generated__/gateLoaderQuery.graphql.ts'
import { queryLoader, sessionContext } from '../relay/routeQuery.ts'
import { afterLogin, loginAddress } from '../session/session.ts'

/** Query of the guards and the frame, loaded in parallel with the page's own query. */
export const gateQuery = graphql`
  query gateLoaderQuery {
    viewer {
      mode
      readOnly
      locale
      extendedMode
      devZone
      devZoneOpen
      account { email name shops { id name shopifyDomain } }
      shop { id name shopifyDomain plan isCrmLogin hiddenPages setupDone appStatus ianaTimezone }
    }
  }
`

export const gateLoader = queryLoader<gateLoaderQuery>(gateQuery, () => ({}))

/** First guard: opens the login page without a session (spec 2). */
export const requireSession: MiddlewareFunction = ({ request, context }) => {
  const session = context.get(sessionContext)
  if (session.mode === 'embedded' || session.present()) return
  const { pathname, search } = new URL(request.url)
  throw redirect(loginAddress(pathname + search))
}

/** Skips the login page for a merchant who is signed in. */
export const skipWhenSignedIn: MiddlewareFunction = ({ request, context }) => {
  const session = context.get(sessionContext)
  const { searchParams } = new URL(request.url)
  // A sign-in that just came back replaces the former session.
  if (session.mode === 'standalone' && session.present() && !searchParams.has('from'))
    throw redirect(afterLogin(searchParams.get('next')))
}
