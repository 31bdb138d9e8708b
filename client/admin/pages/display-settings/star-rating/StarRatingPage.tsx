import { useLingui } from '@lingui/react/macro'
import { Suspense } from 'react'
import { usePreloadedQuery, type PreloadedQuery } from 'react-relay/hooks'
import type {
  starRatingLoaderQuery,
  starRatingLoaderQuery$data,
} from '../../../../__generated__/starRatingLoaderQuery.graphql.ts'
import { PageSkeleton } from '../../../shell/frame/PageSkeleton.tsx'
import { useRouteQuery } from '../../../shell/relay/routeQuery.ts'
import { SettingCheckbox, SettingSelect } from '../../../ui/settings/SettingFields.tsx'
import { SettingsFold } from '../../../ui/settings/SettingsFold.tsx'
import { CustomCss, DesignPage } from '../DesignPage.tsx'
import { useStarRatingForm } from './starRatingForm.ts'
import { starRatingQuery } from './starRatingLoader.ts'

/** Design of the star rating (spec 2, 3). */
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
  return shop && <StarRating shop={shop} />
}

function StarRating({ shop }: { shop: NonNullable<starRatingLoaderQuery$data['viewer']['shop']> }) {
  const { t } = useLingui()
  const form = useStarRatingForm(shop.starRating)
  return (
    <DesignPage
      title={t`Star rating`}
      subtitle={t`The rating next to product titles and in lists of products.`}
      shop={shop}
      form={form}
      widget="starRating"
    >
      <SettingsFold open title={t`Display`}>
        <SettingCheckbox form={form} name="enableStarRating" label={t`Show the star rating`} />
        <SettingSelect
          form={form}
          name="presetStarRating"
          label={t`Style`}
          helpText={t`Stars use your brand’s color and the star shape of the review box.`}
          options={[
            { value: 'full', label: t`Stars, average, and number of reviews` },
            { value: 'simple', label: t`Stars and number of reviews` },
            { value: 'compact', label: t`One star and average` },
          ]}
        />
        <SettingCheckbox form={form} name="hideNoStarRating" label={t`Hide for products without reviews`} />
        <SettingCheckbox
          form={form}
          name="enablePopupReview"
          label={t`Show the star breakdown on click`}
          helpText={t`On product pages. Otherwise a click leads to the reviews.`}
        />
      </SettingsFold>
      <SettingsFold open title={t`Pages`}>
        <SettingCheckbox form={form} name="showProductPage" label={t`Product pages, next to the title`} />
        <SettingCheckbox form={form} name="showOnProductList" label={t`Lists of products`} />
        <SettingCheckbox
          form={form}
          name="showOnHomePage"
          label={t`Lists on the home page`}
          disabled={!form.values.showOnProductList}
        />
        <SettingCheckbox
          form={form}
          name="showCatalogPage"
          label={t`Lists on catalog pages`}
          disabled={!form.values.showOnProductList}
        />
      </SettingsFold>
      <CustomCss form={form} name="customCss" />
    </DesignPage>
  )
}
