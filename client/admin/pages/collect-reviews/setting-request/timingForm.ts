import { graphql, useFragment } from 'react-relay/hooks'
import { REQUEST_TIMING } from '../../../../../rules/settings/request-timing.ts'
import type { timingForm_settings$key } from '../../../../__generated__/timingForm_settings.graphql.ts'
import { useSettingsForm } from '../../../ui/settings/useSettingsForm.ts'

const mutation = graphql`
  mutation timingFormMutation($input: SaveRequestTimingInput!) {
    saveRequestTiming(input: $input) {
      __typename
      ... on SaveRequestTimingSuccess { data { ...timingForm_settings } }
      ... on Refusal { code message params }
      ... on InvalidInputError { fields { path code message params } }
    }
  }
`

/** Form of the timing of requests (spec 3: Timing settings). */
export function useTimingForm(key: timingForm_settings$key) {
  const stored = useFragment(
    graphql`
    fragment timingForm_settings on RequestTimingSettings {
      id version sendAfter sendAfterCustom timeUnit sendMethod alternativeSendAfter alternativeUnit isCustomTiming
      timingCountries { priority sendAfter sendAfterCustom timeUnit selectedCountries }
    }
  `,
    key,
  )
  return useSettingsForm({ document: REQUEST_TIMING, stored, mutation })
}

export type TimingForm = ReturnType<typeof useTimingForm>
