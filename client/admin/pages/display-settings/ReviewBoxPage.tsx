import './display-settings.css'
import { useLingui } from '@lingui/react/macro'
import { Suspense } from 'react'
import { usePreloadedQuery, type PreloadedQuery } from 'react-relay/hooks'
import type { boxLoaderQuery, boxLoaderQuery$data } from '../../../__generated__/boxLoaderQuery.graphql.ts'
import { fullTag, type CatalogName } from '../../shell/locales.ts'
import { hrefIn, useMode } from '../../shell/mode.tsx'
import { PageSkeleton } from '../../shell/PageSkeleton.tsx'
import { useRouteQuery } from '../../shell/routeQuery.ts'
import { AdminPage } from '../../ui/AdminPage.tsx'
import { QuickStartBack } from '../../ui/QuickStartBack.tsx'
import { useSettingsForm } from '../../ui/SettingsForm.tsx'
import { boxQuery } from './boxLoader.ts'
import { useBoxSettings } from './boxSettings.ts'
import { usePreviewData } from './previewReviews.ts'
import { ReviewBoxFields } from './ReviewBoxFields.tsx'
import { ReviewBoxPreview } from './ReviewBoxPreview.tsx'
import { useSaveReviewBox } from './useSaveReviewBox.ts'

/** Design of the review box with a live preview that is the shipped widget (spec 2, 3). */
export function Component() {
  const query = useRouteQuery<boxLoaderQuery>()
  return <Suspense fallback={<PageSkeleton kind="form" />}><Box query={query} /></Suspense>
}

function Box({ query }: { query: PreloadedQuery<boxLoaderQuery> }) {
  const { viewer: { shop } } = usePreloadedQuery<boxLoaderQuery>(boxQuery, query)
  return shop && <ReviewBox shop={shop} />
}

function ReviewBox({ shop }: { shop: NonNullable<boxLoaderQuery$data['viewer']['shop']> }) {
  const { t, i18n } = useLingui()
  const mode = useMode()
  const stored = useBoxSettings(shop)
  const data = usePreviewData(shop)
  const form = useSettingsForm({ stored, save: useSaveReviewBox() })
  return (
    <AdminPage title={t`Review box`} fullWidth backAction={{ content: t`Display reviews`, url: hrefIn(mode, '/display-settings') }} subtitle={t`The rating and reviews on your product pages.`}>
      <QuickStartBack />
      <div className="c-design">
        <ReviewBoxFields form={form} locale={fullTag(i18n.locale as CatalogName)} timeZone={data.timeZone} />
        <ReviewBoxPreview settings={form.values} data={data} />
      </div>
    </AdminPage>
  )
}
