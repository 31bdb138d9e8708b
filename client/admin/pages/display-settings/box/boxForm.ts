import { graphql, useFragment } from 'react-relay/hooks'
import { REVIEW_BOX, applyPalette, type ReviewBoxSettings } from '../../../../../rules/settings/review-box.ts'
import { fromGraphql } from '../../../../../rules/settings/shape.ts'
import type { boxForm_settings$key } from '../../../../__generated__/boxForm_settings.graphql.ts'
import { useSettingsForm } from '../../../ui/settings/useSettingsForm.ts'

const fragment = graphql`
  fragment boxForm_settings on ReviewBoxSettings {
    id version designPreset preset layout mobileGridColumnsCount desktopGridColumnsCount cardSizeCarousel mediaPositionCarousel
    inlinePosition customPosition customPositionDirection sortingDefault isPrioritizeImageReviews paging perPage
    isShowHelpful displayHelpful appearanceHelpful showHelpfulCount likedColor dislikedColor
    colours { star emptyStar text mutedText background border button buttonText verified }
    font starIconType styleAvatar badge { enabled style orderText shopText } enabledVariant dateFormat formatCustomerName
    summaryButton { enabled text } formType requiredName requiredEmail hasPolicy policy customCss
  }
`

const mutation = graphql`
  mutation boxFormMutation($input: SaveReviewBoxInput!) {
    saveReviewBox(input: $input) {
      __typename
      ... on SaveReviewBoxSuccess { data { ...boxForm_settings } }
      ... on Refusal { code message params }
      ... on InvalidInputError { fields { path code message params } }
    }
  }
`

/** Returns the stored settings of the review box as the widget's templates take them: with the palette's colors. */
export const useBoxSettings = (key: boxForm_settings$key): ReviewBoxSettings =>
  applyPalette(fromGraphql(REVIEW_BOX.shape, useFragment(fragment, key)) as ReviewBoxSettings)

export const useBoxForm = (key: boxForm_settings$key) =>
  useSettingsForm({ document: REVIEW_BOX, stored: useFragment(fragment, key), mutation })

export type BoxForm = ReturnType<typeof useBoxForm>
