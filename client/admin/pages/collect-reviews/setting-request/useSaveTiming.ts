import { useLingui } from '@lingui/react/macro'
import { graphql } from 'react-relay/hooks'
import { timingSettings, type TimingSettings } from '../../../../../rules/timing.ts'
import { problemsOf } from '../../../../../rules/validation.ts'
import type { useSaveTimingMutation } from '../../../../__generated__/useSaveTimingMutation.graphql.ts'
import { sentenceIn, sentenceOf } from '../../../shell/sentences.ts'
import { useCommit, type FieldErrors } from '../../../shell/useCommit.ts'
import { toWire } from './timingWire.ts'

/** Saves the timing of requests; answers field errors, none when it is saved. */
export function useSaveTiming(): (timing: TimingSettings) => Promise<FieldErrors> {
  const { i18n } = useLingui()
  const [commit] = useCommit<useSaveTimingMutation>(graphql`
    mutation useSaveTimingMutation($input: UpdateRequestTimingInput!) {
      updateRequestTiming(input: $input) {
        __typename
        ... on UpdateRequestTimingSuccess { data { id ...timingWire_shop } }
        ... on Refusal { code message params }
        ... on InvalidInputError { fields { path code message params } }
      }
    }
  `)
  return async (timing) => {
    const outcome = await commit({ input: toWire(timing) }, { success: sentenceIn(i18n, 'saved') })
    return outcome.ok ? {} : outcome.fields
  }
}

/** The sentences of what cannot be saved, by dotted path (spec 5). */
export function useTimingCheck(): (timing: TimingSettings) => FieldErrors {
  const { i18n } = useLingui()
  return (timing) => {
    const checked = timingSettings.safeParse(timing)
    return checked.success ? {} : Object.fromEntries(problemsOf(checked.error).map((problem) => [problem.path, sentenceOf(i18n, problem)]))
  }
}
