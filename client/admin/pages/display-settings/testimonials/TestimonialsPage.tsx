import { useLingui } from '@lingui/react/macro'
import { Suspense } from 'react'
import { usePreloadedQuery, type PreloadedQuery } from 'react-relay/hooks'
import type {
  testimonialsLoaderQuery,
  testimonialsLoaderQuery$data,
} from '../../../../__generated__/testimonialsLoaderQuery.graphql.ts'
import { PageSkeleton } from '../../../shell/frame/PageSkeleton.tsx'
import { useRouteQuery } from '../../../shell/relay/routeQuery.ts'
import { CustomCss, DesignPage } from '../DesignPage.tsx'
import { StyleFields } from './StyleFields.tsx'
import { SourceFields } from './SourceFields.tsx'
import { TestimonialsPreview } from './TestimonialsPreview.tsx'
import { useTestimonialsForm } from './testimonialsForm.ts'
import { testimonialsQuery } from './testimonialsLoader.ts'

/** Design of the testimonials (spec 2, 3). */
export function Component() {
  const query = useRouteQuery<testimonialsLoaderQuery>()
  return (
    <Suspense fallback={<PageSkeleton kind="form" />}>
      <Loaded query={query} />
    </Suspense>
  )
}

function Loaded({ query }: { query: PreloadedQuery<testimonialsLoaderQuery> }) {
  const {
    viewer: { shop },
  } = usePreloadedQuery<testimonialsLoaderQuery>(testimonialsQuery, query)
  return shop && <Testimonials shop={shop} />
}

function Testimonials({ shop }: { shop: NonNullable<testimonialsLoaderQuery$data['viewer']['shop']> }) {
  const { t } = useLingui()
  const form = useTestimonialsForm(shop.testimonials)
  return (
    <DesignPage
      title={t`Testimonials`}
      subtitle={t`Your best reviews as quotes on your home page.`}
      shop={shop}
      form={form}
      widget="testimonials"
      preview={(parts) => <TestimonialsPreview {...parts} settings={form.values} />}
    >
      <SourceFields form={form} />
      <StyleFields form={form} />
      <CustomCss form={form} name="customCss" />
    </DesignPage>
  )
}
