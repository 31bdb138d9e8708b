import '../display-settings.css'
import './branding.css'
import { useLingui } from '@lingui/react/macro'
import { Suspense } from 'react'
import { usePreloadedQuery, type PreloadedQuery } from 'react-relay/hooks'
import type {
  brandingLoaderQuery,
  brandingLoaderQuery$data,
} from '../../../../__generated__/brandingLoaderQuery.graphql.ts'
import { PageSkeleton } from '../../../shell/frame/PageSkeleton.tsx'
import { useRouteQuery } from '../../../shell/relay/routeQuery.ts'
import { SettingPicture } from '../../../ui/settings/SettingPicture.tsx'
import { SettingCheckbox, SettingColour, SettingText } from '../../../ui/settings/SettingFields.tsx'
import { SettingsFold } from '../../../ui/settings/SettingsFold.tsx'
import { SettingsPage } from '../../../ui/settings/SettingsPage.tsx'
import { useBoxSettings } from '../box/boxForm.ts'
import { ContrastWarning } from '../ContrastWarning.tsx'
import { usePreviewData } from '../../../ui/preview/previewReviews.ts'
import { brandingQuery } from './brandingLoader.ts'
import { useBrandingForm } from './brandingForm.ts'
import { BrandPreview } from './BrandPreview.tsx'
import { ShapeFields } from './ShapeFields.tsx'
import { TakeFromTheme } from './TakeFromTheme.tsx'

/** The shop's brand: defaults for the design of widgets and emails (spec 1, 2). */
export function Component() {
  const query = useRouteQuery<brandingLoaderQuery>()
  return (
    <Suspense fallback={<PageSkeleton kind="form" />}>
      <Loaded query={query} />
    </Suspense>
  )
}

function Loaded({ query }: { query: PreloadedQuery<brandingLoaderQuery> }) {
  const {
    viewer: { shop },
  } = usePreloadedQuery<brandingLoaderQuery>(brandingQuery, query)
  return shop && <Branding shop={shop} />
}

function Branding({ shop }: { shop: NonNullable<brandingLoaderQuery$data['viewer']['shop']> }) {
  const { t } = useLingui()
  const form = useBrandingForm(shop.branding)
  const data = usePreviewData(shop)
  const box = useBoxSettings(shop.reviewBox)
  return (
    <SettingsPage
      title={t`Branding`}
      subtitle={t`Colors, font, and logo for all widgets and emails. A widget’s own settings win.`}
      wide
      forms={[form]}
      savedMessage={t`Saved. Your store now shows the changes.`}
    >
      <div className="c-design">
        <div className="c-folds">
          <SettingsFold open title={t`Colors`}>
            <TakeFromTheme form={form} />
            <div className="c-colours">
              <SettingColour form={form} name="primaryColor" label={t`Buttons`} />
              <SettingColour form={form} name="starColor" label={t`Stars`} />
              <SettingColour form={form} name="textColor" label={t`Text`} />
              <SettingColour form={form} name="backgroundColor" label={t`Background`} />
            </div>
            <ContrastWarning
              form={form}
              pairs={[
                ['textColor', 'backgroundColor', t`Text`],
                ['starColor', 'backgroundColor', t`Stars`, 'stars'],
              ]}
            />
          </SettingsFold>
          <ShapeFields form={form} />
          <SettingsFold title={t`Logo`}>
            <SettingPicture
              path="/emails/image"
              className="c-picture-thumb"
              label={t`Logo`}
              image={form.values.logo}
              disabled={form.lockOf('logo') !== null}
              error={form.errorOf('logo')}
              address={<SettingText form={form} name="logo" label={t`Logo address`} />}
              onChange={(logo) => form.set('logo', logo)}
            />
            <p className="c-quiet">{t`Shown in emails and on the pages they open. Without a logo, your shop’s name is shown.`}</p>
          </SettingsFold>
          <SettingsFold title={t`Candor branding`}>
            <SettingCheckbox
              form={form}
              name="isRemoveBranding"
              label={t`Remove “Powered by Candor”`}
              helpText={t`It appears below review lists and emails.`}
            />
          </SettingsFold>
        </div>
        <BrandPreview branding={form.values} box={box} data={data} />
      </div>
    </SettingsPage>
  )
}
