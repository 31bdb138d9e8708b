import { graphql, useFragment } from 'react-relay/hooks'
import { GENERAL } from '../../../../rules/settings/general.ts'
import type { reviewForms_general$key } from '../../../__generated__/reviewForms_general.graphql.ts'
import { useSettingsForm } from '../../ui/settings/useSettingsForm.ts'

const saveGeneral = graphql`
  mutation reviewFormsGeneralMutation($input: SaveGeneralInput!) {
    saveGeneral(input: $input) {
      __typename
      ... on SaveGeneralSuccess { data { ...reviewForms_general } }
      ... on Refusal { code message params }
      ... on InvalidInputError { fields { path code message params } }
    }
  }
`

/** Form of the settings for reviews (spec 3: General setting). */
export function useGeneralForm(key: reviewForms_general$key) {
  const stored = useFragment(
    graphql`
    fragment reviewForms_general on GeneralSettings {
      id version autoSubmitPublish autoPublishThreshold autoPublishPending eligibility isTrashFeatureEnabled enableTrashReview deleteAfterDays
      hideReviewDate enableCountryFlag richSnippets enableAggregateRating richSnippetProduct isRtlStore maxReviewImport
      importOptions {
        amazon { rating sort photo reviewer }
        aliexpress { rating sort photo }
        cjdropshipping { rating sort photo }
        shopee { rating sort photo }
      }
    }
  `,
    key,
  )
  return useSettingsForm({ document: GENERAL, stored, mutation: saveGeneral })
}

export type GeneralForm = ReturnType<typeof useGeneralForm>
