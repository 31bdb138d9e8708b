import { graphql, useFragment } from 'react-relay/hooks'
import { REQUEST_RULES } from '../../../../../rules/settings/request-rules.ts'
import type { rulesForm_settings$key } from '../../../../__generated__/rulesForm_settings.graphql.ts'
import { useSettingsForm } from '../../../ui/settings/useSettingsForm.ts'

const mutation = graphql`
  mutation rulesFormMutation($input: SaveRequestRulesInput!) {
    saveRequestRules(input: $input) {
      __typename
      ... on SaveRequestRulesSuccess { data { ...rulesForm_settings } }
      ... on Refusal { code message params }
      ... on InvalidInputError { fields { path code message params } }
    }
  }
`

export function useRulesForm(key: rulesForm_settings$key) {
  const stored = useFragment(
    graphql`
    fragment rulesForm_settings on RequestRulesSettings {
      id version coolDownDays splitByFulfillmentDay partlyFulfilled sendHour quietHours { enabled from to } requireMarketingConsent
      excludedCustomerTags excludedProductTags excludedCountries
    }
  `,
    key,
  )
  return useSettingsForm({ document: REQUEST_RULES, stored, mutation })
}

export type RulesForm = ReturnType<typeof useRulesForm>
