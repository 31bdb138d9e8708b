import { graphql, useFragment } from 'react-relay/hooks'
import { EMAIL_TEMPLATES } from '../../../../rules/settings/email-templates.ts'
import { SURVEY } from '../../../../rules/settings/survey.ts'
import type { surveyForm_email$key } from '../../../__generated__/surveyForm_email.graphql.ts'
import type { surveyForm_settings$key } from '../../../__generated__/surveyForm_settings.graphql.ts'
import { useSettingsForm } from '../../ui/settings/useSettingsForm.ts'

const mutation = graphql`
  mutation surveyFormMutation($input: SaveSurveyInput!) {
    saveSurvey(input: $input) {
      __typename
      ... on SaveSurveySuccess { data { ...surveyForm_settings } }
      ... on Refusal { code message params }
      ... on InvalidInputError { fields { path code message params } }
    }
  }
`

export function useSurveyForm(key: surveyForm_settings$key) {
  const stored = useFragment(
    graphql`
    fragment surveyForm_settings on SurveySettings {
      id version enabled question kind choices askComment thankYouPage afterReview emailAfter texts { locale question choices }
    }
  `,
    key,
  )
  return useSettingsForm({ document: SURVEY, stored, mutation })
}

export type SurveyForm = ReturnType<typeof useSurveyForm>

const emailMutation = graphql`
  mutation surveyFormEmailMutation($input: SaveEmailTemplatesInput!) {
    saveEmailTemplates(input: $input) {
      __typename
      ... on SaveEmailTemplatesSuccess { data { ...surveyForm_email } }
      ... on Refusal { code message params }
      ... on InvalidInputError { fields { path code message params } }
    }
  }
`

/** Form of the survey's email: its switch and delay. */
export function useSurveyEmailForm(key: surveyForm_email$key) {
  const stored = useFragment(
    graphql`
    fragment surveyForm_email on EmailTemplatesSettings { id version survey { enabled sendAfter sendAfterCustom timeUnit } }
  `,
    key,
  )
  return useSettingsForm({ document: EMAIL_TEMPLATES, stored, mutation: emailMutation })
}

export type SurveyEmailForm = ReturnType<typeof useSurveyEmailForm>
