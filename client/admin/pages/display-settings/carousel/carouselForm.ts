import { graphql, useFragment } from 'react-relay/hooks'
import { CAROUSEL } from '../../../../../rules/settings/carousel.ts'
import type { carouselForm_settings$key } from '../../../../__generated__/carouselForm_settings.graphql.ts'
import { useSettingsForm } from '../../../ui/settings/useSettingsForm.ts'

const fragment = graphql`
  fragment carouselForm_settings on CarouselSettings {
    id version enableCarousel carouselMinimumRating carouselHeadingColor hideCarouselImages hideCarouselProductName showMobileNavigation productPosition homePosition catalogPosition
  }
`

const mutation = graphql`
  mutation carouselFormMutation($input: SaveCarouselInput!) {
    saveCarousel(input: $input) {
      __typename
      ... on SaveCarouselSuccess { data { ...carouselForm_settings } }
      ... on Refusal { code message params }
      ... on InvalidInputError { fields { path code message params } }
    }
  }
`

export const useCarouselForm = (key: carouselForm_settings$key) =>
  useSettingsForm({ document: CAROUSEL, stored: useFragment(fragment, key), mutation })
