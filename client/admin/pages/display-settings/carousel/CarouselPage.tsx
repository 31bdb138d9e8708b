import { useLingui } from '@lingui/react/macro'
import { Suspense } from 'react'
import { usePreloadedQuery, type PreloadedQuery } from 'react-relay/hooks'
import type {
  carouselLoaderQuery,
  carouselLoaderQuery$data,
} from '../../../../__generated__/carouselLoaderQuery.graphql.ts'
import { PageSkeleton } from '../../../shell/frame/PageSkeleton.tsx'
import { useRouteQuery } from '../../../shell/relay/routeQuery.ts'
import { SettingCheckbox, SettingColour, SettingSelect } from '../../../ui/settings/SettingFields.tsx'
import { SettingsFold } from '../../../ui/settings/SettingsFold.tsx'
import { DesignPage } from '../DesignPage.tsx'
import { MinimumRatingField } from '../PlacementFields.tsx'
import { useCarouselForm } from './carouselForm.ts'
import { carouselQuery } from './carouselLoader.ts'

/** Design of the review carousel and the photo carousel (spec 2, 3). */
export function Component() {
  const query = useRouteQuery<carouselLoaderQuery>()
  return (
    <Suspense fallback={<PageSkeleton kind="form" />}>
      <Loaded query={query} />
    </Suspense>
  )
}

function Loaded({ query }: { query: PreloadedQuery<carouselLoaderQuery> }) {
  const {
    viewer: { shop },
  } = usePreloadedQuery<carouselLoaderQuery>(carouselQuery, query)
  return shop && <Carousel shop={shop} />
}

function Carousel({ shop }: { shop: NonNullable<carouselLoaderQuery$data['viewer']['shop']> }) {
  const { t } = useLingui()
  const form = useCarouselForm(shop.carousel)
  const positions = [
    { value: 'top', label: t`Top of the page` },
    { value: 'bottom', label: t`Bottom of the page` },
    { value: 'hidden', label: t`Don’t show` },
  ]
  return (
    <DesignPage
      title={t`Carousels`}
      subtitle={t`Your store’s reviews and your customers’ photos in rows.`}
      shop={shop}
      form={form}
      widget="reviewCarousel"
    >
      <SettingsFold open title={t`Display`}>
        <SettingCheckbox form={form} name="enableCarousel" label={t`Show the carousels`} />
        <MinimumRatingField form={form} name="carouselMinimumRating" />
        <SettingColour form={form} name="carouselHeadingColor" label={t`Heading color`} />
        <SettingCheckbox
          form={form}
          name="hideCarouselImages"
          label={t`Hide photos in reviews`}
          helpText={t`The photo carousel keeps its photos.`}
        />
        <SettingCheckbox form={form} name="hideCarouselProductName" label={t`Hide product names`} />
        <SettingCheckbox
          form={form}
          name="showMobileNavigation"
          label={t`Show arrows on mobile`}
          helpText={t`Shoppers can always swipe.`}
        />
      </SettingsFold>
      <SettingsFold open title={t`Pages`}>
        <SettingSelect form={form} name="homePosition" label={t`Home page`} options={positions} />
        <SettingSelect form={form} name="productPosition" label={t`Product pages`} options={positions} />
        <SettingSelect form={form} name="catalogPosition" label={t`Catalog pages`} options={positions} />
      </SettingsFold>
    </DesignPage>
  )
}
