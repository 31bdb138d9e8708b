import './home.css'
import { Suspense } from 'react'
import { usePreloadedQuery, type PreloadedQuery } from 'react-relay/hooks'
import { Navigate, useSearchParams } from 'react-router'
import type { homeLoaderQuery } from '../../../__generated__/homeLoaderQuery.graphql.ts'
import { hrefIn, useMode } from '../../shell/frame/mode.tsx'
import { PageSkeleton } from '../../shell/frame/PageSkeleton.tsx'
import { Part } from '../../shell/Part.tsx'
import { useRouteQuery } from '../../shell/relay/routeQuery.ts'
import { useViewer } from '../../shell/frame/viewer.tsx'
import { Dashboard } from './Dashboard.tsx'
import { homeQuery } from './homeLoader.ts'
import { laterPart } from '../../shell/relay/laterPart.ts'

const Setup = laterPart(() => import('./later/setup/Setup.tsx').then((module) => module.Setup))

/** Shows the setup until it is finished, then the dashboard (spec 2). A plan approved in the setup has its welcome. */
export function Component() {
  const query = useRouteQuery<homeLoaderQuery>()
  const { shop } = useViewer()
  const mode = useMode()
  const isBack = useSearchParams()[0].get('success') === 'true'
  if (!shop.setupDone)
    return (
      <Part waits={<PageSkeleton />}>
        <Setup />
      </Part>
    )
  if (isBack) return <Navigate to={hrefIn(mode, '/subscription?success=true')} replace />
  return (
    <Suspense fallback={<PageSkeleton kind="dashboard" />}>
      <Home query={query} />
    </Suspense>
  )
}

function Home({ query }: { query: PreloadedQuery<homeLoaderQuery> }) {
  const { viewer } = usePreloadedQuery<homeLoaderQuery>(homeQuery, query)
  return viewer.shop && <Dashboard shop={viewer.shop} />
}
