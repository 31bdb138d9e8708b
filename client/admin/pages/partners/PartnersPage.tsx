import './partners.css'
import { Trans, useLingui } from '@lingui/react/macro'
import { Badge, Button, Card } from '@shopify/polaris'
import { Suspense, use } from 'react'
import { usePreloadedQuery, type PreloadedQuery } from 'react-relay/hooks'
import type {
  partnersLoaderQuery,
  partnersLoaderQuery$data,
} from '../../../__generated__/partnersLoaderQuery.graphql.ts'
import { hrefIn, useMode } from '../../shell/frame/mode.tsx'
import { PageSkeleton } from '../../shell/frame/PageSkeleton.tsx'
import { RoutesContext } from '../../shell/relay/existing.ts'
import { useRouteQuery } from '../../shell/relay/routeQuery.ts'
import { AdminPage } from '../../ui/AdminPage.tsx'
import { EmptyPlace } from '../../ui/EmptyPlace.tsx'
import { partnersQuery } from './partnersLoader.ts'

/** The apps that the operator recommends (spec 2: /partners). */
export function Component() {
  const query = useRouteQuery<partnersLoaderQuery>()
  return (
    <Suspense fallback={<PageSkeleton />}>
      <Loaded query={query} />
    </Suspense>
  )
}

function Loaded({ query }: { query: PreloadedQuery<partnersLoaderQuery> }) {
  const { t } = useLingui()
  const mode = useMode()
  const {
    viewer: { shop },
  } = usePreloadedQuery<partnersLoaderQuery>(partnersQuery, query)
  if (!shop) return null
  return (
    <AdminPage
      title={t`Recommended apps`}
      subtitle={t`Apps that go well with reviews.`}
      fullWidth
      secondaryActions={[{ content: t`Feature request`, url: hrefIn(mode, '/feature-request') }]}
    >
      {shop.recommendedApps.length === 0 ? (
        <EmptyPlace title={t`No apps yet`}>
          <Trans>Apps that go well with reviews will show up here.</Trans>
        </EmptyPlace>
      ) : (
        <ul className="c-partners">
          {shop.recommendedApps.map((app) => (
            <li key={app.key}>
              <PartnerCard app={app} />
            </li>
          ))}
        </ul>
      )}
    </AdminPage>
  )
}

type App = NonNullable<partnersLoaderQuery$data['viewer']['shop']>['recommendedApps'][number]

/** Paths on a 20 x 20 grid, drawn as lines. */
const icons: Readonly<Record<string, string>> = {
  APP: 'M3.5 3.5h5v5h-5zM11.5 3.5h5v5h-5zM3.5 11.5h5v5h-5zM11.5 11.5h5v5h-5z',
  AUTOMATION: 'M11.5 2.5 5 11.5h4.5L8.5 17.5l6.5-9h-4.5z',
  EMAIL: 'M3 5.5h14v9.5H3zM3 6l7 5 7-5',
  LOYALTY: 'M10 3l2.1 4.4 4.9.6-3.6 3.3.9 4.8L10 13.8l-4.3 2.3.9-4.8L3 8l4.9-.6z',
  PUSH: 'M5.5 13V9a4.5 4.5 0 0 1 9 0v4l1.5 1.5H4zM8.5 16.5h3',
  SUPPORT: 'M3.5 5.5a2 2 0 0 1 2-2h9a2 2 0 0 1 2 2v6a2 2 0 0 1-2 2H9l-4 3.5v-3.5a1.5 1.5 0 0 1-1.5-1.5z',
  SURVEY: 'M5 3.5h10v13H5zM7.5 7.5l1 1 2-2M7.5 12.5h5',
}

function PartnerCard({ app: { name, text, url, icon, installed, page } }: { app: App }) {
  const { t } = useLingui()
  const mode = useMode()
  const routes = use(RoutesContext)
  return (
    <Card>
      <article className="c-partner">
        <header>
          <svg viewBox="0 0 20 20" aria-hidden="true">
            <path d={icons[icon] ?? icons.APP} />
          </svg>
          <h2 data-user-content>{name}</h2>
          {installed && <Badge tone="success">{t`Installed`}</Badge>}
        </header>
        <p data-user-content>{text}</p>
        <footer>
          {page && routes.has(page) && (
            <Button url={hrefIn(mode, page)} accessibilityLabel={t`Connect ${name}`}>{t`Connect`}</Button>
          )}
          {!installed && (
            <Button variant="plain" url={url} target="_blank" accessibilityLabel={`${t`View app`}: ${name}`}>
              {t`View app`}
            </Button>
          )}
        </footer>
      </article>
    </Card>
  )
}
