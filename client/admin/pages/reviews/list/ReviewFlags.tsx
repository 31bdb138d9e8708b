import { useLingui } from '@lingui/react/macro'
import {
  AlertDiamondIcon,
  ChatIcon,
  FlagIcon,
  PinFilledIcon,
  StarFilledIcon,
  TextQuoteIcon,
} from '@shopify/polaris-icons'
import { graphql, useFragment } from 'react-relay/hooks'
import type { ReviewFlags_review$key } from '../../../../__generated__/ReviewFlags_review.graphql.ts'

/** Icons of a review: pinned, featured, testimonial, replied, waiting for its author's permission. */
export function ReviewFlags({ review: key }: { review: ReviewFlags_review$key }) {
  const { t } = useLingui()
  const { pinned, featured, testimonial, reply, openReports, openObjection } = useFragment(
    graphql`
    fragment ReviewFlags_review on Review { pinned featured testimonial openReports openObjection reply { content } }
  `,
    key,
  )
  const flags = [
    { on: openObjection, Icon: AlertDiamondIcon, label: t`The author objects` },
    { on: openReports > 0, Icon: FlagIcon, label: t`Reported by shoppers` },
    { on: pinned, Icon: PinFilledIcon, label: t`Pinned` },
    { on: featured, Icon: StarFilledIcon, label: t`Featured` },
    { on: testimonial, Icon: TextQuoteIcon, label: t`Testimonial` },
    { on: reply != null, Icon: ChatIcon, label: t`Replied` },
  ].filter(({ on }) => on)
  if (flags.length === 0) return null
  return (
    <span className="c-flags">
      {flags.map(({ Icon, label }) => (
        <span key={label} role="img" aria-label={label} title={label}>
          <Icon width={18} height={18} aria-hidden="true" />
        </span>
      ))}
    </span>
  )
}
