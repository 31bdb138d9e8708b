import '../display-settings.css'
import { useLingui } from '@lingui/react/macro'
import { Suspense } from 'react'
import { usePreloadedQuery, type PreloadedQuery } from 'react-relay/hooks'
import type { boxLoaderQuery, boxLoaderQuery$data } from '../../../../__generated__/boxLoaderQuery.graphql.ts'
import { fullTag, type CatalogName } from '../../../shell/words/locales.ts'
import { hrefIn, useMode } from '../../../shell/frame/mode.tsx'
import { PageSkeleton } from '../../../shell/frame/PageSkeleton.tsx'
import { useRouteQuery } from '../../../shell/relay/routeQuery.ts'
import { BrandShown } from '../../../ui/settings/brand.ts'
import { SettingsPage } from '../../../ui/settings/SettingsPage.tsx'
import { applyPalette } from '../../../../../rules/settings/review-box.ts'
import { useSwitchesForm } from './switchesForm.ts'
import { useBoxForm } from './boxForm.ts'
import { boxQuery } from './boxLoader.ts'
import { usePreviewData } from '../../../ui/preview/previewReviews.ts'
import { ReviewBoxFields } from './ReviewBoxFields.tsx'
import { WidgetPreview } from '../preview/WidgetPreview.tsx'

/** Design of the review box, with a live preview of the shipped widget (spec 2, 3). */
export function Component() {
  const query = useRouteQuery<boxLoaderQuery>()
  return (
    <Suspense fallback={<PageSkeleton kind="form" />}>
      <Box query={query} />
    </Suspense>
  )
}

function Box({ query }: { query: PreloadedQuery<boxLoaderQuery> }) {
  const {
    viewer: { shop },
  } = usePreloadedQuery<boxLoaderQuery>(boxQuery, query)
  return shop && <ReviewBox shop={shop} />
}

function ReviewBox({ shop }: { shop: NonNullable<boxLoaderQuery$data['viewer']['shop']> }) {
  const { t, i18n } = useLingui()
  const mode = useMode()
  const data = usePreviewData(shop)
  const form = useBoxForm(shop.reviewBox)
  const switches = useSwitchesForm(shop.general)
  const shown = applyPalette(form.values)
  return (
    <SettingsPage
      title={t`Review box`}
      subtitle={t`The rating and reviews on your product pages.`}
      wide
      forms={[form, switches]}
      backAction={{ content: t`Display reviews`, url: hrefIn(mode, '/display-settings') }}
      savedMessage={t`Saved. Your store now shows the changes.`}
    >
      <div className="c-design">
        <BrandShown value={{ branding: data.branding, document: 'reviewBox' }}>
          <ReviewBoxFields
            form={form}
            switches={switches}
            writing={{ locale: fullTag(i18n.locale as CatalogName), timeZone: data.timeZone }}
            hasSpecialFonts={shop.specialFonts}
          />
        </BrandShown>
        <WidgetPreview
          widget="reviewBox"
          settings={shown}
          format={shown}
          data={{
            ...data,
            general: {
              ...data.general,
              ...switches.values,
              enableUGCContent: switches.values.enableUGCContent && !switches.lockOf('enableUGCContent'),
            },
          }}
        />
      </div>
    </SettingsPage>
  )
}
