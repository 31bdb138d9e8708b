import './collect.css'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Plural, useLingui } from '@lingui/react/macro'
import { Suspense, use } from 'react'
import { usePreloadedQuery, type PreloadedQuery } from 'react-relay/hooks'
import { Link } from 'react-router'
import type { collectLoaderQuery } from '../../../__generated__/collectLoaderQuery.graphql.ts'
import { RoutesContext } from '../../shell/relay/existing.ts'
import { hrefIn, useMode } from '../../shell/frame/mode.tsx'
import { PageSkeleton } from '../../shell/frame/PageSkeleton.tsx'
import { useRouteQuery } from '../../shell/relay/routeQuery.ts'
import { AdminPage } from '../../ui/AdminPage.tsx'
import { collectQuery } from './collectLoader.ts'
import { SurveyBanner } from './SurveyBanner.tsx'

interface Way {
  path: string
  title: MessageDescriptor
  text: MessageDescriptor
  icon: string
}

/** Ways to collect reviews (spec 2), in order. A way is shown once its page exists. */
const ways: readonly Way[] = [
  {
    path: '/collect-reviews/import-reviews',
    title: msg`Import reviews`,
    text: msg`Import reviews from another app or a marketplace. Preview them before anything is saved.`,
    icon: 'M5 3.5h7l3.5 3.5v9.5H5zM12 3.5V7h3.5M10 9v5M7.8 12l2.2 2.2 2.2-2.2',
  },
  {
    path: '/collect-reviews/review-request',
    title: msg`Review requests`,
    text: msg`See scheduled and sent requests, and why any were skipped.`,
    icon: 'M3 5.5h14v9.5H3zM3 6l7 5 7-5',
  },
  {
    path: '/collect-reviews/setting-request',
    title: msg`Request settings`,
    text: msg`Choose how long after purchase, fulfillment, or delivery to ask for a review.`,
    icon: 'M10 3.5a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13zM10 6.5V10l2.5 2',
  },
  {
    path: '/collect-reviews/email-notifications',
    title: msg`Notifications`,
    text: msg`Choose which emails you and your customers get.`,
    icon: 'M5.5 13V9a4.5 4.5 0 0 1 9 0v4l1.5 1.5H4zM8.5 16.5h3',
  },
  {
    path: '/settings/sender',
    title: msg`Email sender`,
    text: msg`Send from your own domain or mail server.`,
    icon: 'M3 10l14-6-5.5 13-2.5-5.5zM9 11.5 17 4',
  },
  {
    path: '/collect-reviews/emails',
    title: msg`Email templates`,
    text: msg`Edit the text and design of your emails.`,
    icon: 'M3.5 4h13v12h-13zM3.5 8h13M8 8v8',
  },
  {
    path: '/collect-reviews/discount',
    title: msg`Reviewer discount`,
    text: msg`Thank reviewers with a coupon.`,
    icon: 'M4 10.5V4h6.5l6 6-6.5 6.5zM7.5 7.5h.01',
  },
  {
    path: '/collect-reviews/qr-code',
    title: msg`QR codes`,
    text: msg`Print codes that open a product’s review form.`,
    icon: 'M3.5 3.5h5v5h-5zM11.5 3.5h5v5h-5zM3.5 11.5h5v5h-5zM11.5 11.5h2v2h-2zM14.5 14.5h2v2h-2z',
  },
]

export function Component() {
  const query = useRouteQuery<collectLoaderQuery>()
  return (
    <Suspense fallback={<PageSkeleton />}>
      <Collect query={query} />
    </Suspense>
  )
}

function Collect({ query }: { query: PreloadedQuery<collectLoaderQuery> }) {
  const { t, i18n } = useLingui()
  const mode = useMode()
  const routes = use(RoutesContext)
  const {
    viewer: { shop },
  } = usePreloadedQuery<collectLoaderQuery>(collectQuery, query)
  const total =
    shop?.reviewCounts.reduce((sum, { status, count }) => (status === 'DELETED' ? sum : sum + count), 0) ?? 0
  return (
    <AdminPage title={t`Collect reviews`}>
      {shop && routes.has('/other-compliance') && <SurveyBanner shop={shop} />}
      <p className="c-lead">
        <Plural value={total} one="Your shop has # review. Get more:" other="Your shop has # reviews. Get more:" />
      </p>
      <ul className="c-ways">
        {ways
          .filter(({ path }) => routes.has(path))
          .map(({ path, title, text, icon }) => (
            <li key={path}>
              <Link to={hrefIn(mode, path)}>
                <svg viewBox="0 0 20 20" aria-hidden="true">
                  <path d={icon} />
                </svg>
                <strong>{i18n._(title)}</strong>
                <span>{i18n._(text)}</span>
              </Link>
            </li>
          ))}
      </ul>
    </AdminPage>
  )
}
