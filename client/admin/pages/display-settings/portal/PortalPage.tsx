import { useLingui } from '@lingui/react/macro'
import { Suspense } from 'react'
import { usePreloadedQuery, type PreloadedQuery } from 'react-relay/hooks'
import type { portalLoaderQuery, portalLoaderQuery$data } from '../../../../__generated__/portalLoaderQuery.graphql.ts'
import { PageSkeleton } from '../../../shell/frame/PageSkeleton.tsx'
import { useRouteQuery } from '../../../shell/relay/routeQuery.ts'
import { SettingCheckbox } from '../../../ui/settings/SettingFields.tsx'
import { SettingsFold } from '../../../ui/settings/SettingsFold.tsx'
import { CustomCss, DesignPage } from '../DesignPage.tsx'
import { usePortalForm } from './portalForm.ts'
import { portalQuery } from './portalLoader.ts'

/** Design of the reviews in a customer's account (spec 2). */
export function Component() {
  const query = useRouteQuery<portalLoaderQuery>()
  return (
    <Suspense fallback={<PageSkeleton kind="form" />}>
      <Loaded query={query} />
    </Suspense>
  )
}

function Loaded({ query }: { query: PreloadedQuery<portalLoaderQuery> }) {
  const {
    viewer: { shop },
  } = usePreloadedQuery<portalLoaderQuery>(portalQuery, query)
  return shop && <Portal shop={shop} />
}

function Portal({ shop }: { shop: NonNullable<portalLoaderQuery$data['viewer']['shop']> }) {
  const { t } = useLingui()
  const form = usePortalForm(shop.customerPortalReviews)
  return (
    <DesignPage
      title={t`Reviews in customer accounts`}
      subtitle={t`Signed-in customers see their own reviews.`}
      shop={shop}
      form={form}
      widget="customerPortalReviews"
    >
      <SettingsFold open title={t`Display`}>
        <SettingCheckbox form={form} name="enabled" label={t`Show reviews in customer accounts`} />
        <SettingCheckbox
          form={form}
          name="showToReview"
          label={t`Show products still to review`}
          helpText={t`Shipped products that the customer hasn’t reviewed.`}
        />
      </SettingsFold>
      <SettingsFold open title={t`What customers can do`}>
        <SettingCheckbox
          form={form}
          name="allowEdit"
          label={t`Edit their reviews`}
          helpText={t`Your publishing rules apply again. Hidden and imported reviews can’t be edited.`}
        />
        <SettingCheckbox
          form={form}
          name="allowDelete"
          label={t`Delete their reviews`}
          helpText={t`Deleted reviews go to the trash. Plans without a trash delete them permanently.`}
        />
      </SettingsFold>
      <CustomCss form={form} name="customCss" />
    </DesignPage>
  )
}
