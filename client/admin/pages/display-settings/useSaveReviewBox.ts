import { useLingui } from '@lingui/react/macro'
import { graphql } from 'react-relay/hooks'
import type { ReviewBoxSettings } from '../../../../rules/settings/review-box.ts'
import type { useSaveReviewBoxMutation } from '../../../__generated__/useSaveReviewBoxMutation.graphql.ts'
import { useCommit, type FieldErrors } from '../../shell/useCommit.ts'
import { toWire } from './boxSettings.ts'

/** Saves the settings of the review box; answers field errors, none when they are saved. */
export function useSaveReviewBox(): (settings: ReviewBoxSettings) => Promise<FieldErrors> {
  const { t } = useLingui()
  const [commit] = useCommit<useSaveReviewBoxMutation>(graphql`
    mutation useSaveReviewBoxMutation($input: UpdateReviewBoxSettingsInput!) {
      updateReviewBoxSettings(input: $input) {
        __typename
        ... on UpdateReviewBoxSettingsSuccess { data { id ...boxSettings_shop } }
        ... on Refusal { code message params }
        ... on InvalidInputError { fields { path code message params } }
      }
    }
  `)
  return async (settings) => {
    const outcome = await commit({ input: toWire(settings) }, { success: t`Saved. Your store now shows the changes.` })
    return outcome.ok ? {} : outcome.fields
  }
}
