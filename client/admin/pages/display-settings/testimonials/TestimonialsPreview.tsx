import { useLingui } from '@lingui/react/macro'
import { useDeferredValue, useMemo } from 'react'
import { graphql } from 'react-relay/hooks'
import { testimonialMaxReviews } from '../../../../../rules/limits.ts'
import { TESTIMONIALS, type TestimonialSettings } from '../../../../../rules/settings/testimonials.ts'
import { toEnumName } from '../../../../../rules/enum-name.ts'
import type {
  TestimonialsPreviewQuery,
  TestimonialsSource,
} from '../../../../__generated__/TestimonialsPreviewQuery.graphql.ts'
import { Part, useOwnQuery } from '../../../shell/Part.tsx'
import type { PreviewParts } from '../DesignPage.tsx'
import { rawReview } from '../../../ui/preview/previewReviews.ts'
import { PreviewSkeleton, WidgetPreview } from '../preview/WidgetPreview.tsx'

type Props = PreviewParts & { settings: TestimonialSettings }

/** Previews the testimonials with the chosen reviews, or with examples if the shop has none. */
export function TestimonialsPreview(props: Props) {
  const note = useTestimonialsNote()
  if (props.data.invented) return <Examples {...props} />
  return (
    <Part waits={<PreviewSkeleton widget="testimonials" note={note} />}>
      <Chosen {...props} />
    </Part>
  )
}

/** Returns the note below a preview with the shop's reviews. */
export function useTestimonialsNote(): string {
  const { t } = useLingui()
  return t`Shows the reviews that match these settings.`
}

/** Shows as many examples as the settings allow reviews. */
function Examples({ data, ...props }: Props) {
  const { testimonialsSource, maxRecentReviews } = props.settings
  const most = testimonialsSource === 'manuallyAdded' ? testimonialMaxReviews : readableCount(maxRecentReviews)
  const shown = useMemo(() => ({ ...data, testimonials: data.reviews.slice(0, most) }), [data, most])
  return <WidgetPreview widget="testimonials" {...props} data={shown} />
}

function Chosen({ settings, data, format }: Props) {
  const note = useTestimonialsNote()
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
      note={note}
    />
  )
}

/** Returns the default while the typed number is invalid. */
const readableCount = (count: number): number =>
  TESTIMONIALS.schema.shape.maxRecentReviews.safeParse(count).success ? count : TESTIMONIALS.defaults.maxRecentReviews
