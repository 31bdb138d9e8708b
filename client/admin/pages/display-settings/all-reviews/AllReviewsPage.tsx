import { useLingui } from '@lingui/react/macro'
import { Suspense } from 'react'
import { usePreloadedQuery, type PreloadedQuery } from 'react-relay/hooks'
import type {
  allReviewsLoaderQuery,
  allReviewsLoaderQuery$data,
} from '../../../../__generated__/allReviewsLoaderQuery.graphql.ts'
import { maxReviewsPerPage } from '../../../../../rules/limits.ts'
import { PageSkeleton } from '../../../shell/frame/PageSkeleton.tsx'
import { useRouteQuery } from '../../../shell/relay/routeQuery.ts'
import { SettingCheckbox, SettingSelect } from '../../../ui/settings/SettingFields.tsx'
import { SettingsFold } from '../../../ui/settings/SettingsFold.tsx'
import { CustomCss, DesignPage } from '../DesignPage.tsx'
import { NumberSetting } from '../../../ui/settings/NumberSetting.tsx'
import { layoutPictures } from '../pictures.tsx'
import { Tiles } from '../Tiles.tsx'
import { useAllReviewsForm } from './allReviewsForm.ts'
import { allReviewsQuery } from './allReviewsLoader.ts'

/** Design of the page of all reviews (spec 2). */
export function Component() {
  const query = useRouteQuery<allReviewsLoaderQuery>()
  return (
    <Suspense fallback={<PageSkeleton kind="form" />}>
      <Loaded query={query} />
    </Suspense>
  )
}

function Loaded({ query }: { query: PreloadedQuery<allReviewsLoaderQuery> }) {
  const {
    viewer: { shop },
  } = usePreloadedQuery<allReviewsLoaderQuery>(allReviewsQuery, query)
  return shop && <AllReviews shop={shop} />
}

function AllReviews({ shop }: { shop: NonNullable<allReviewsLoaderQuery$data['viewer']['shop']> }) {
  const { t } = useLingui()
  const form = useAllReviewsForm(shop.allReviews)
  return (
    <DesignPage
      title={t`All reviews page`}
      subtitle={t`Every review of your store on one page.`}
      shop={shop}
      form={form}
      widget="allReviews"
    >
      <SettingsFold open title={t`Display`}>
        <SettingCheckbox form={form} name="enabled" label={t`Show the reviews`} />
        <Tiles
          form={form}
          name="layout"
          label={t`Layout style`}
          tiles={[
            { value: 'list', label: t`List`, picture: layoutPictures.list },
            { value: 'grid', label: t`Grid`, picture: layoutPictures.grid },
            { value: 'carousel', label: t`Carousel`, picture: layoutPictures.carousel },
          ]}
        />
        <NumberSetting form={form} name="perPage" label={t`Reviews per page`} min={1} max={maxReviewsPerPage} />
        <SettingSelect
          form={form}
          name="sortingDefault"
          label={t`Default sort`}
          helpText={t`Shoppers can change this.`}
          options={[
            { value: 'recent', label: t`Newest` },
            { value: 'highest', label: t`Highest rating` },
            { value: 'lowest', label: t`Lowest rating` },
            { value: 'media', label: t`With photos first` },
            { value: 'helpful', label: t`Most helpful` },
          ]}
        />
      </SettingsFold>
      <SettingsFold open title={t`Content`}>
        <SettingCheckbox form={form} name="showSummary" label={t`Show the rating summary`} />
        <SettingCheckbox form={form} name="showProduct" label={t`Show the product of each review`} />
      </SettingsFold>
      <CustomCss form={form} name="customCss" />
    </DesignPage>
  )
}
