import { useLingui } from '@lingui/react/macro'
import { Suspense } from 'react'
import { usePreloadedQuery, type PreloadedQuery } from 'react-relay/hooks'
import type {
  submitFormLoaderQuery,
  submitFormLoaderQuery$data,
} from '../../../../__generated__/submitFormLoaderQuery.graphql.ts'
import { maxSubmitFormTextChars } from '../../../../../rules/limits.ts'
import { PageSkeleton } from '../../../shell/frame/PageSkeleton.tsx'
import { useRouteQuery } from '../../../shell/relay/routeQuery.ts'
import { SettingCheckbox, SettingChoices, SettingColour, SettingText } from '../../../ui/settings/SettingFields.tsx'
import { SettingsFold } from '../../../ui/settings/SettingsFold.tsx'
import { CustomCss, DesignPage } from '../DesignPage.tsx'
import { ContrastWarning } from '../ContrastWarning.tsx'
import { useSubmitFormForm } from './submitFormForm.ts'
import { submitFormQuery } from './submitFormLoader.ts'

/** Design of the separate review form (spec 2, 5). */
export function Component() {
  const query = useRouteQuery<submitFormLoaderQuery>()
  return (
    <Suspense fallback={<PageSkeleton kind="form" />}>
      <Loaded query={query} />
    </Suspense>
  )
}

function Loaded({ query }: { query: PreloadedQuery<submitFormLoaderQuery> }) {
  const {
    viewer: { shop },
  } = usePreloadedQuery<submitFormLoaderQuery>(submitFormQuery, query)
  return shop && <SubmitForm shop={shop} />
}

function SubmitForm({ shop }: { shop: NonNullable<submitFormLoaderQuery$data['viewer']['shop']> }) {
  const { t } = useLingui()
  const form = useSubmitFormForm(shop.submitForm)
  return (
    <DesignPage
      title={t`Submit form`}
      subtitle={t`A button on your product pages that opens the review form.`}
      shop={shop}
      form={form}
      widget="submitForm"
    >
      <SettingsFold open title={t`Display`}>
        <SettingCheckbox form={form} name="enabled" label={t`Show the form`} />
        <SettingCheckbox
          form={form}
          name="showOnProductPage"
          label={t`Show on product pages`}
          helpText={t`Turn this off to show the form only on other pages that name a product.`}
        />
        <SettingChoices
          form={form}
          name="type"
          label={t`How the form opens`}
          choices={[
            { value: 'popup', label: t`Pop-up`, helpText: t`Over the page` },
            { value: 'collapsible', label: t`Collapsible`, helpText: t`Below the button` },
          ]}
        />
      </SettingsFold>
      <SettingsFold open title={t`Texts`}>
        <SettingText
          form={form}
          name="title"
          label={t`Heading`}
          maxLength={maxSubmitFormTextChars}
          helpText={t`Leave empty for “Write a review” in your store’s language.`}
        />
        <SettingText
          form={form}
          name="buttonText"
          label={t`Button`}
          maxLength={maxSubmitFormTextChars}
          helpText={t`Leave empty for “Write a review” in your store’s language.`}
        />
      </SettingsFold>
      <SettingsFold title={t`Colors`}>
        <div className="c-colours">
          <SettingColour form={form} name="buttonColor" label={t`Button`} />
          <SettingColour form={form} name="buttonTextColor" label={t`Button text`} />
        </div>
        <ContrastWarning form={form} pairs={[['buttonTextColor', 'buttonColor', t`Button text`]]} />
      </SettingsFold>
      <SettingsFold title={t`Photos and videos`}>
        <SettingCheckbox form={form} name="allowPhotos" label={t`Shoppers can add photos`} />
        <SettingCheckbox
          form={form}
          name="allowVideos"
          label={t`Shoppers can add a video`}
          helpText={t`If your plan includes videos.`}
        />
      </SettingsFold>
      <CustomCss form={form} name="customCss" />
    </DesignPage>
  )
}
