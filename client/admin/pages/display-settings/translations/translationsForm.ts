import { graphql, useFragment } from 'react-relay/hooks'
import { GENERAL } from '../../../../../rules/settings/general.ts'
import { TRANSLATIONS } from '../../../../../rules/settings/translations.ts'
import type { translationsForm_general$key } from '../../../../__generated__/translationsForm_general.graphql.ts'
import type { translationsForm_settings$key } from '../../../../__generated__/translationsForm_settings.graphql.ts'
import { useSettingsForm } from '../../../ui/settings/useSettingsForm.ts'

const fragment = graphql`
  fragment translationsForm_settings on TranslationsSettings {
    id version enableTranslateReviewContent showTranslateReviewContent primaryLanguage languages monthlyCharacters
    labels { language label text }
  }
`

const mutation = graphql`
  mutation translationsFormMutation($input: SaveTranslationsInput!) {
    saveTranslations(input: $input) {
      __typename
      ... on SaveTranslationsSuccess { data { ...translationsForm_settings } }
      ... on Refusal { code message params }
      ... on InvalidInputError { fields { path code message params } }
    }
  }
`

export const useTranslationsForm = (key: translationsForm_settings$key) =>
  useSettingsForm({ document: TRANSLATIONS, stored: useFragment(fragment, key), mutation })

export type TranslationsForm = ReturnType<typeof useTranslationsForm>

const generalMutation = graphql`
  mutation translationsFormGeneralMutation($input: SaveGeneralInput!) {
    saveGeneral(input: $input) {
      __typename
      ... on SaveGeneralSuccess { data { ...translationsForm_general } }
      ... on Refusal { code message params }
      ... on InvalidInputError { fields { path code message params } }
    }
  }
`

/** Form of the switch for new reviews, which is one of the general settings. */
export function useAutoTranslateForm(key: translationsForm_general$key) {
  const stored = useFragment(
    graphql`fragment translationsForm_general on GeneralSettings { id version autoTranslate }`,
    key,
  )
  return useSettingsForm({ document: GENERAL, stored, mutation: generalMutation })
}

export type AutoTranslateForm = ReturnType<typeof useAutoTranslateForm>
