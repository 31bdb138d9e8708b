import './home.css'
import { Suspense } from 'react'
import { usePreloadedQuery, type PreloadedQuery } from 'react-relay/hooks'
import type { homeLoaderQuery } from '../../../__generated__/homeLoaderQuery.graphql.ts'
import { PageSkeleton } from '../../shell/frame/PageSkeleton.tsx'
import { useRouteQuery } from '../../shell/relay/routeQuery.ts'
import { useViewer } from '../../shell/frame/viewer.tsx'
import { Dashboard } from './Dashboard.tsx'
import { homeQuery } from './homeLoader.ts'
import { Onboarding } from './Onboarding.tsx'

/** Shows the first steps until setup is finished, then the dashboard (spec 2). */
export function Component() {
  const query = useRouteQuery<homeLoaderQuery>()
  const { shop } = useViewer()
  if (!shop.setupDone) return <Onboarding />
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
