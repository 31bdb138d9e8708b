import { graphql, useFragment } from 'react-relay/hooks'
import { SUBMIT_FORM } from '../../../../../rules/settings/submit-form.ts'
import type { submitFormForm_settings$key } from '../../../../__generated__/submitFormForm_settings.graphql.ts'
import { useSettingsForm } from '../../../ui/settings/useSettingsForm.ts'

const fragment = graphql`
  fragment submitFormForm_settings on SubmitFormSettings {
    id version enabled type title buttonText buttonColor buttonTextColor allowPhotos allowVideos showOnProductPage customCss
  }
`

const mutation = graphql`
  mutation submitFormFormMutation($input: SaveSubmitFormInput!) {
    saveSubmitForm(input: $input) {
      __typename
      ... on SaveSubmitFormSuccess { data { ...submitFormForm_settings } }
      ... on Refusal { code message params }
      ... on InvalidInputError { fields { path code message params } }
    }
  }
`

export const useSubmitFormForm = (key: submitFormForm_settings$key) =>
  useSettingsForm({ document: SUBMIT_FORM, stored: useFragment(fragment, key), mutation })
