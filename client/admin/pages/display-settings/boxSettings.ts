import { graphql, useFragment } from 'react-relay/hooks'
import { AUTHOR_NAME_FORMATS } from '../../../../rules/author-name.ts'
import { DATE_FORMATS } from '../../../../rules/dates.ts'
import { REVIEW_BOX_DEFAULTS, REVIEW_BOX_SORTS, REVIEW_LAYOUTS, STAR_ICONS, type ReviewBoxSettings } from '../../../../rules/settings/review-box.ts'
import type { boxSettings_shop$data, boxSettings_shop$key } from '../../../__generated__/boxSettings_shop.graphql.ts'
import type { UpdateReviewBoxSettingsInput } from '../../../__generated__/useSaveReviewBoxMutation.graphql.ts'

type Wire = boxSettings_shop$data['reviewBoxSettings']

/** The stored settings of the review box as the rules and the widget's templates know them. */
export function useBoxSettings(shop: boxSettings_shop$key): ReviewBoxSettings {
  const { reviewBoxSettings } = useFragment(graphql`
    fragment boxSettings_shop on Shop {
      reviewBoxSettings {
        layout
        sortingDefault
        colours { star emptyStar text mutedText background border button buttonText verified }
        dateFormat
        formatCustomerName
        starIconType
        requiredName
        requiredEmail
        mobileGridColumnsCount
      }
    }
  `, shop)
  return fromWire(reviewBoxSettings)
}

/** `roundedStar` is ROUNDED_STAR on the wire. */
const wireName = (value: string): string => value.replace(/([a-z])([A-Z])/g, '$1_$2').toUpperCase()

function valueOf<Value extends string>(values: readonly Value[], wire: string, fallback: Value): Value {
  return values.find((value) => wireName(value) === wire) ?? fallback
}

export function fromWire(wire: Wire): ReviewBoxSettings {
  const defaults = REVIEW_BOX_DEFAULTS
  return {
    layout: valueOf(REVIEW_LAYOUTS, wire.layout, defaults.layout),
    sortingDefault: valueOf(REVIEW_BOX_SORTS, wire.sortingDefault, defaults.sortingDefault),
    colours: { ...wire.colours },
    dateFormat: DATE_FORMATS.find((format) => format === wire.dateFormat) ?? defaults.dateFormat,
    formatCustomerName: valueOf(AUTHOR_NAME_FORMATS, wire.formatCustomerName, defaults.formatCustomerName),
    starIconType: valueOf(STAR_ICONS, wire.starIconType, defaults.starIconType),
    requiredName: wire.requiredName,
    requiredEmail: wire.requiredEmail,
    mobileGridColumnsCount: wire.mobileGridColumnsCount === 2 ? 2 : 1,
  }
}

export function toWire({ layout, sortingDefault, formatCustomerName, starIconType, ...rest }: ReviewBoxSettings): UpdateReviewBoxSettingsInput {
  return {
    ...rest,
    layout: wireName(layout) as NonNullable<UpdateReviewBoxSettingsInput['layout']>,
    sortingDefault: wireName(sortingDefault) as NonNullable<UpdateReviewBoxSettingsInput['sortingDefault']>,
    formatCustomerName: wireName(formatCustomerName) as NonNullable<UpdateReviewBoxSettingsInput['formatCustomerName']>,
    starIconType: wireName(starIconType) as NonNullable<UpdateReviewBoxSettingsInput['starIconType']>,
  }
}
