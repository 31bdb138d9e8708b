import { graphql, useFragment } from 'react-relay/hooks'
import { POPUP } from '../../../../../rules/settings/popup.ts'
import type { popupForm_settings$key } from '../../../../__generated__/popupForm_settings.graphql.ts'
import { useSettingsForm } from '../../../ui/settings/useSettingsForm.ts'

const fragment = graphql`
  fragment popupForm_settings on PopupSettings {
    id version enabled minimumRating showReviewImage emptyImage pageShow includedPages excludedPages
    showOnMobile popMobileStyle mobilePosition showOnDesktop popDesktopStyle desktopPosition delayDuration showDuration hideDuration
  }
`

const mutation = graphql`
  mutation popupFormMutation($input: SavePopupInput!) {
    savePopup(input: $input) {
      __typename
      ... on SavePopupSuccess { data { ...popupForm_settings } }
      ... on Refusal { code message params }
      ... on InvalidInputError { fields { path code message params } }
    }
  }
`

export const usePopupForm = (key: popupForm_settings$key) =>
  useSettingsForm({ document: POPUP, stored: useFragment(fragment, key), mutation })
