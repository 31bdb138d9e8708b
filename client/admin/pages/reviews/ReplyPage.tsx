import './reviews.css'
import { useLingui } from '@lingui/react/macro'
import { Layout } from '@shopify/polaris'
import { Suspense } from 'react'
import { usePreloadedQuery, type PreloadedQuery } from 'react-relay/hooks'
import type { replyLoaderQuery } from '../../../__generated__/replyLoaderQuery.graphql.ts'
import { NotFound } from '../../shell/errors.tsx'
import { PageSkeleton } from '../../shell/PageSkeleton.tsx'
import { useRouteQuery } from '../../shell/routeQuery.ts'
import { AdminPage } from '../../ui/AdminPage.tsx'
import { replyQuery } from './replyLoader.ts'
import { ReplyForm } from './ReplyForm.tsx'
import { ReviewCard } from './ReviewCard.tsx'

/** One review and the merchant's answer to it (spec 2). */
export function Component() {
  const query = useRouteQuery<replyLoaderQuery>()
  return <Suspense fallback={<PageSkeleton kind="dashboard" />}><Reply query={query} /></Suspense>
}

function Reply({ query }: { query: PreloadedQuery<replyLoaderQuery> }) {
  const { t } = useLingui()
  const { node } = usePreloadedQuery<replyLoaderQuery>(replyQuery, query)
  if (node?.__typename !== 'Review' || !node.card || !node.form) return <NotFound />
  return (
    <AdminPage title={t`Reply to a review`} backAction={{ content: t`Manage reviews`, url: '/reviews/list' }}>
      <Layout>
        <Layout.Section><ReviewCard review={node.card} /></Layout.Section>
        <Layout.Section><ReplyForm review={node.form} /></Layout.Section>
      </Layout>
    </AdminPage>
  )
}
