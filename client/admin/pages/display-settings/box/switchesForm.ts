import { graphql, useFragment } from 'react-relay/hooks'
import { GENERAL } from '../../../../../rules/settings/general.ts'
import type { switchesForm_general$key } from '../../../../__generated__/switchesForm_general.graphql.ts'
import { useSettingsForm } from '../../../ui/settings/useSettingsForm.ts'

const fragment = graphql`
  fragment switchesForm_general on GeneralSettings {
    id version isUsingPresetV2 enableUGCContent isInfiniteScrollingBlockAll enableGGTopQuality positionGGTopQuality hideProductDetailOnSeeMore
  }
`

const mutation = graphql`
  mutation switchesFormMutation($input: SaveGeneralInput!) {
    saveGeneral(input: $input) {
      __typename
      ... on SaveGeneralSuccess { data { ...switchesForm_general } }
      ... on Refusal { code message params }
      ... on InvalidInputError { fields { path code message params } }
    }
  }
`

export const useSwitchesForm = (key: switchesForm_general$key) =>
  useSettingsForm({ document: GENERAL, stored: useFragment(fragment, key), mutation })

export type SwitchesForm = ReturnType<typeof useSwitchesForm>
