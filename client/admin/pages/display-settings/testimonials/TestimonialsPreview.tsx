import { Spinner } from '@shopify/polaris'
import { useLingui } from '@lingui/react/macro'
import { useDeferredValue } from 'react'
import { graphql } from 'react-relay/hooks'
import { TESTIMONIALS, type TestimonialSettings } from '../../../../../rules/settings/testimonials.ts'
import { toEnumName } from '../../../../../rules/enum-name.ts'
import type {
  TestimonialsPreviewQuery,
  TestimonialsSource,
} from '../../../../__generated__/TestimonialsPreviewQuery.graphql.ts'
import { Part, useOwnQuery } from '../../../shell/Part.tsx'
import type { PreviewParts } from '../DesignPage.tsx'
import { rawReview } from '../preview/previewReviews.ts'
import { WidgetPreview } from '../preview/WidgetPreview.tsx'

type Props = PreviewParts & { settings: TestimonialSettings }

/** Previews the testimonials with the chosen reviews, or with examples if the shop has none. */
export function TestimonialsPreview(props: Props) {
  const { t } = useLingui()
  if (props.data.invented) return <WidgetPreview widget="testimonials" {...props} />
  return (
    <Part waits={<Spinner size="small" accessibilityLabel={t`Loading`} />}>
      <Chosen {...props} />
    </Part>
  )
}

function Chosen({ settings, data, format }: Props) {
  const { t } = useLingui()
  const { testimonialsSource, selectedReviews, selectedProducts, maxRecentReviews } = settings
  const asked = useDeferredValue(
    JSON.stringify({
      testimonialsSource: toEnumName(testimonialsSource),
      selectedReviews,
      selectedProducts,
      maxRecentReviews: readableCount(maxRecentReviews),
    }),
  )
  const {
    viewer: { shop },
  } = useOwnQuery<TestimonialsPreviewQuery>(
    graphql`
    query TestimonialsPreviewQuery($testimonialsSource: TestimonialsSource!, $selectedReviews: [String!]!, $selectedProducts: [String!]!, $maxRecentReviews: Int!) {
      viewer {
        shop {
          testimonialReviews(testimonialsSource: $testimonialsSource, selectedReviews: $selectedReviews, selectedProducts: $selectedProducts, maxRecentReviews: $maxRecentReviews) {
            ...previewReviews_review @relay(mask: false)
          }
        }
      }
    }
  `,
    JSON.parse(asked) as {
      testimonialsSource: TestimonialsSource
      selectedReviews: string[]
      selectedProducts: string[]
      maxRecentReviews: number
    },
  )
  const testimonials = shop?.testimonialReviews.map(rawReview) ?? []
  return (
    <WidgetPreview
      widget="testimonials"
      settings={settings}
      format={format}
      data={{ ...data, testimonials }}
      note={t`Shows the reviews that match these settings.`}
    />
  )
}

/** Returns the default while the typed number is invalid. */
const readableCount = (count: number): number =>
  TESTIMONIALS.schema.shape.maxRecentReviews.safeParse(count).success ? count : TESTIMONIALS.defaults.maxRecentReviews
