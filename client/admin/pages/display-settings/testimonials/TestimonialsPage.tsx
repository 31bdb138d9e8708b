import { useLingui } from '@lingui/react/macro'
import { Suspense } from 'react'
import { usePreloadedQuery, type PreloadedQuery } from 'react-relay/hooks'
import type {
  testimonialsLoaderQuery,
  testimonialsLoaderQuery$data,
} from '../../../../__generated__/testimonialsLoaderQuery.graphql.ts'
import { useRouteQuery } from '../../../shell/relay/routeQuery.ts'
import { CustomCss, DesignPage } from '../DesignPage.tsx'
import { DesignSkeleton } from '../DesignSkeleton.tsx'
import { StyleFields } from './StyleFields.tsx'
import { SourceFields } from './SourceFields.tsx'
import { TestimonialsPreview, useTestimonialsNote } from './TestimonialsPreview.tsx'
import { useTestimonialsForm } from './testimonialsForm.ts'
import { testimonialsQuery } from './testimonialsLoader.ts'

/** Design of the testimonials (spec 2, 3). */
export function Component() {
  const query = useRouteQuery<testimonialsLoaderQuery>()
  const heading = useHeading()
  const note = useTestimonialsNote()
  return (
    <Suspense fallback={<DesignSkeleton {...heading} widget="testimonials" note={note} />}>
      <Loaded query={query} />
    </Suspense>
  )
}

function useHeading() {
  const { t } = useLingui()
  return { title: t`Testimonials`, subtitle: t`Your best reviews as quotes on your home page.` }
}

function Loaded({ query }: { query: PreloadedQuery<testimonialsLoaderQuery> }) {
  const {
    viewer: { shop },
  } = usePreloadedQuery<testimonialsLoaderQuery>(testimonialsQuery, query)
  return shop && <Testimonials shop={shop} />
}

function Testimonials({ shop }: { shop: NonNullable<testimonialsLoaderQuery$data['viewer']['shop']> }) {
  const heading = useHeading()
  const form = useTestimonialsForm(shop.testimonials)
  return (
    <DesignPage
      {...heading}
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
