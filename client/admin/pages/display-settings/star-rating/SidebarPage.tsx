import { useLingui } from '@lingui/react/macro'
import { Suspense } from 'react'
import { usePreloadedQuery, type PreloadedQuery } from 'react-relay/hooks'
import type {
  starRatingLoaderQuery,
  starRatingLoaderQuery$data,
} from '../../../../__generated__/starRatingLoaderQuery.graphql.ts'
import { PageSkeleton } from '../../../shell/frame/PageSkeleton.tsx'
import { useRouteQuery } from '../../../shell/relay/routeQuery.ts'
import { SettingCheckbox, SettingColour, SettingSelect } from '../../../ui/settings/SettingFields.tsx'
import { SettingsFold } from '../../../ui/settings/SettingsFold.tsx'
import { ContrastWarning } from '../ContrastWarning.tsx'
import { CustomCss, DesignPage } from '../DesignPage.tsx'
import { MinimumRatingField, PageLines } from '../PlacementFields.tsx'
import { starPicture } from '../pictures.tsx'
import { WidgetPreview } from '../preview/WidgetPreview.tsx'
import { Tiles } from '../Tiles.tsx'
import { useStarRatingForm } from './starRatingForm.ts'
import { starRatingQuery } from './starRatingLoader.ts'

/** Design of the sidebar (spec 2, 3), which shares the settings document of the star rating. */
export function Component() {
  const query = useRouteQuery<starRatingLoaderQuery>()
  return (
    <Suspense fallback={<PageSkeleton kind="form" />}>
      <Loaded query={query} />
    </Suspense>
  )
}

function Loaded({ query }: { query: PreloadedQuery<starRatingLoaderQuery> }) {
  const {
    viewer: { shop },
  } = usePreloadedQuery<starRatingLoaderQuery>(starRatingQuery, query)
  return shop && <Sidebar shop={shop} />
}

function Sidebar({ shop }: { shop: NonNullable<starRatingLoaderQuery$data['viewer']['shop']> }) {
  const { t } = useLingui()
  const form = useStarRatingForm(shop.starRating)
  const sides = [
    { value: 'left', label: t`Left edge` },
    { value: 'right', label: t`Right edge` },
    { value: 'bottomLeft', label: t`Bottom left` },
    { value: 'bottomRight', label: t`Bottom right` },
  ]
  return (
    <DesignPage
      title={t`Sidebar`}
      subtitle={t`A floating button that opens your reviews on any page.`}
      shop={shop}
      form={form}
      widget="reviewSidebar"
      preview={(parts) => (
        <WidgetPreview
          widget="reviewSidebar"
          settings={form.values}
          {...parts}
          note={
            parts.data.invented
              ? t`Shows sample reviews until you publish some.`
              : t`Select the button in the preview to open the sidebar.`
          }
        />
      )}
    >
      <SettingsFold open title={t`Display`}>
        <SettingCheckbox form={form} name="enableSidebar" label={t`Show the sidebar`} />
        <MinimumRatingField form={form} name="minimumRating" />
      </SettingsFold>
      <SettingsFold open title={t`Button`}>
        <Tiles
          form={form}
          name="floatButton.icon"
          label={t`Icon`}
          tiles={[
            { value: 'star', label: t`Star`, picture: starPicture('star') },
            { value: 'roundedStar', label: t`Rounded`, picture: starPicture('roundedStar') },
            { value: 'heart', label: t`Heart`, picture: starPicture('heart') },
            { value: 'circle', label: t`Circle`, picture: starPicture('circle') },
            { value: 'thumb', label: t`Thumb`, picture: starPicture('thumb') },
          ]}
        />
        <div className="c-colours">
          <SettingColour form={form} name="floatButton.background" label={t`Background`} />
          <SettingColour form={form} name="floatButton.text" label={t`Text`} />
        </div>
        <ContrastWarning form={form} pairs={[['floatButton.text', 'floatButton.background', t`Text`]]} />
      </SettingsFold>
      <SettingsFold title={t`Devices`}>
        <SettingCheckbox form={form} name="showOnDesktop" label={t`Show on desktop`} />
        <SettingSelect
          form={form}
          name="desktopPosition"
          label={t`Position on desktop`}
          options={sides}
          disabled={!form.values.showOnDesktop}
        />
        <SettingCheckbox form={form} name="showOnMobile" label={t`Show on mobile`} />
        <SettingSelect
          form={form}
          name="mobilePosition"
          label={t`Position on mobile`}
          options={sides}
          disabled={!form.values.showOnMobile}
        />
      </SettingsFold>
      <SettingsFold title={t`Pages`}>
        <PageLines form={form} name="excludedPages" label={t`Don’t show on these pages`} />
      </SettingsFold>
      <CustomCss form={form} name="customCss" />
    </DesignPage>
  )
}
