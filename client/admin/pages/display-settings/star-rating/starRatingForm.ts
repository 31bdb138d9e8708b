import { graphql, useFragment } from 'react-relay/hooks'
import { STAR_RATING } from '../../../../../rules/settings/star-rating.ts'
import type { starRatingForm_settings$key } from '../../../../__generated__/starRatingForm_settings.graphql.ts'
import { useSettingsForm } from '../../../ui/settings/useSettingsForm.ts'

const fragment = graphql`
  fragment starRatingForm_settings on StarRatingSettings {
    id version enableStarRating presetStarRating hideNoStarRating showProductPage showOnProductList showOnHomePage showCatalogPage enablePopupReview
    enableSidebar minimumRating showOnMobile mobilePosition showOnDesktop desktopPosition floatButton { background text icon } excludedPages customCss
  }
`

const mutation = graphql`
  mutation starRatingFormMutation($input: SaveStarRatingInput!) {
    saveStarRating(input: $input) {
      __typename
      ... on SaveStarRatingSuccess { data { ...starRatingForm_settings } }
      ... on Refusal { code message params }
      ... on InvalidInputError { fields { path code message params } }
    }
  }
`

export const useStarRatingForm = (key: starRatingForm_settings$key) =>
  useSettingsForm({ document: STAR_RATING, stored: useFragment(fragment, key), mutation })
