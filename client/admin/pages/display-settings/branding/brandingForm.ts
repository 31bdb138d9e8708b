import { graphql, useFragment } from 'react-relay/hooks'
import { BRANDING } from '../../../../../rules/settings/branding.ts'
import type { brandingForm_settings$key } from '../../../../__generated__/brandingForm_settings.graphql.ts'
import { useSettingsForm } from '../../../ui/settings/useSettingsForm.ts'

const fragment = graphql`
  fragment brandingForm_settings on BrandingSettings {
    id version primaryColor textColor backgroundColor starColor font starIcon corners logo isRemoveBranding
  }
`

const mutation = graphql`
  mutation brandingFormMutation($input: SaveBrandingInput!) {
    saveBranding(input: $input) {
      __typename
      ... on SaveBrandingSuccess { data { ...brandingForm_settings } }
      ... on Refusal { code message params }
      ... on InvalidInputError { fields { path code message params } }
    }
  }
`

export const useBrandingForm = (key: brandingForm_settings$key) =>
  useSettingsForm({ document: BRANDING, stored: useFragment(fragment, key), mutation })

export type BrandingForm = ReturnType<typeof useBrandingForm>
