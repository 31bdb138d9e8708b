import './display-settings.css'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Suspense } from 'react'
import { usePreloadedQuery, type PreloadedQuery } from 'react-relay/hooks'
import { Link } from 'react-router'
import type { displayLoaderQuery, displayLoaderQuery$data } from '../../../__generated__/displayLoaderQuery.graphql.ts'
import { hrefIn, useMode } from '../../shell/frame/mode.tsx'
import { PageSkeleton } from '../../shell/frame/PageSkeleton.tsx'
import { useRouteQuery } from '../../shell/relay/routeQuery.ts'
import { AdminPage } from '../../ui/AdminPage.tsx'
import { useBoxSettings } from './boxForm.ts'
import { displayQuery } from './displayLoader.ts'
import { usePreviewData } from './previewReviews.ts'
import { WidgetPicture } from './WidgetPreview.tsx'

/** The base of the display area: a card for each widget with settings of its own (spec 2). */
export function Component() {
  const query = useRouteQuery<displayLoaderQuery>()
  return <Suspense fallback={<PageSkeleton />}><Display query={query} /></Suspense>
}

function Display({ query }: { query: PreloadedQuery<displayLoaderQuery> }) {
  const { viewer: { shop } } = usePreloadedQuery<displayLoaderQuery>(displayQuery, query)
  return shop && <Widgets shop={shop} />
}

function Widgets({ shop }: { shop: NonNullable<displayLoaderQuery$data['viewer']['shop']> }) {
  const { t } = useLingui()
  const mode = useMode()
  const settings = useBoxSettings(shop.reviewBox)
  const data = usePreviewData(shop)
  const others = [
    { path: '/display-settings/testimonial', title: t`Testimonials`, text: t`Your best reviews as quotes on your home page.` },
    { path: '/display-settings/submit-form', title: t`Submit form`, text: t`A button on your product pages that opens the review form.` },
    { path: '/display-settings/all-reviews', title: t`All reviews page`, text: t`Every review of your store on one page.` },
    { path: '/display-settings/customer-portal-reviews', title: t`Reviews in customer accounts`, text: t`Signed-in customers see their own reviews.` },
  ]
  return (
    <AdminPage title={t`Display reviews`}>
      <p className="c-lead"><Plural value={shop.ratingSummary.count} one="# published review, shown in your colors." other="# published reviews, shown in your colors." /></p>
      <ul className="c-widgets">
        <li>
          <Link to={hrefIn(mode, '/display-settings/box')}>
            <WidgetPicture widget="reviewBox" settings={settings} format={settings} data={data} />
            <strong><Trans>Review box</Trans></strong>
            <span><Trans>The rating next to the product title, and all reviews with photos, filters, and a form. Loads instantly, no JavaScript.</Trans></span>
          </Link>
        </li>
        {others.map(({ path, title, text }) => (
          <li key={path}>
            <Link to={hrefIn(mode, path)}>
              <strong>{title}</strong>
              <span>{text}</span>
            </Link>
          </li>
        ))}
      </ul>
    </AdminPage>
  )
}
