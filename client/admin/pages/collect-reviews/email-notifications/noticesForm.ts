import { graphql, useFragment } from 'react-relay/hooks'
import { EMAIL_SETTING } from '../../../../../rules/settings/email-setting.ts'
import type { noticesForm_setting$key } from '../../../../__generated__/noticesForm_setting.graphql.ts'
import { useSettingsForm } from '../../../ui/settings/useSettingsForm.ts'

const mutation = graphql`
  mutation noticesFormMutation($input: SaveEmailSettingInput!) {
    saveEmailSetting(input: $input) {
      __typename
      ... on SaveEmailSettingSuccess { data { ...noticesForm_setting } }
      ... on Refusal { code message params }
      ... on InvalidInputError { fields { path code message params } }
    }
  }
`

/** Form of the merchant's notifications (spec 3: Email setting). */
export function useNoticesForm(key: noticesForm_setting$key) {
  const stored = useFragment(
    graphql`
    fragment noticesForm_setting on EmailSetting {
      id version enabledEmailNewReview enabledEmailNegativeReview enabledEmailReportedReview enabledEmailAssignedReview receiverNewReview receiverNegativeReview negativeReview enabledEmailWeeklySummary receiverWeeklySummary
    }
  `,
    key,
  )
  return useSettingsForm({ document: EMAIL_SETTING, stored, mutation })
}

export type NoticesForm = ReturnType<typeof useNoticesForm>
