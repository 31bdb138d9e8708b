import '../review/review-page.css'
import { useLingui } from '@lingui/react/macro'
import { BlockStack, Layout } from '@shopify/polaris'
import { Suspense } from 'react'
import { graphql, useFragment, usePreloadedQuery, type PreloadedQuery } from 'react-relay/hooks'
import { countDelayMinutes } from '../../../../../rules/email-delays.ts'
import type { replyLoaderQuery } from '../../../../__generated__/replyLoaderQuery.graphql.ts'
import type {
  ReplyPage_templates$data,
  ReplyPage_templates$key,
} from '../../../../__generated__/ReplyPage_templates.graphql.ts'
import type { ReplyPage_review$key } from '../../../../__generated__/ReplyPage_review.graphql.ts'
import { NotFound } from '../../../shell/errors.tsx'
import { PageSkeleton } from '../../../shell/frame/PageSkeleton.tsx'
import { useRouteQuery } from '../../../shell/relay/routeQuery.ts'
import { AdminPage } from '../../../ui/AdminPage.tsx'
import { EditState } from '../review/EditState.tsx'
import { replyQuery } from './replyLoader.ts'
import { ReplyForm } from './ReplyForm.tsx'
import { StatementCard } from '../review/StatementCard.tsx'
import { ReportsCard } from '../review/ReportsCard.tsx'
import { ReviewActions } from '../review/ReviewActions.tsx'
import { ReviewCard } from '../review/ReviewCard.tsx'
import { Reviewer } from './Reviewer.tsx'
import { ReviewHistory } from '../review/ReviewHistory.tsx'
import { useListedReviews } from '../list/useListedReviews.ts'

/** A whole review: actions, the merchant's reply, its author and its history (spec 2). */
export function Component() {
  const query = useRouteQuery<replyLoaderQuery>()
  return (
    <Suspense fallback={<PageSkeleton kind="dashboard" />}>
      <Reply query={query} />
    </Suspense>
  )
}

function Reply({ query }: { query: PreloadedQuery<replyLoaderQuery> }) {
  const {
    node,
    viewer: { shop },
  } = usePreloadedQuery<replyLoaderQuery>(replyQuery, query)
  const stored: ReplyPage_templates$key | null | undefined = shop?.replyTemplates
  const own = useFragment(
    graphql`
    fragment ReplyPage_templates on ReplyTemplatesSettings {
      templates { id name content minRate maxRate words productIds language }
    }
  `,
    stored,
  )
  if (node?.__typename !== 'Review' || !node.page) return <NotFound />
  const delay = shop?.emailTemplates.reviewReply
  return (
    <ReviewPage
      review={node.page}
      timeZone={shop?.ianaTimezone ?? 'UTC'}
      templates={own?.templates ?? []}
      mailMinutes={delay ? countDelayMinutes(delay.sendAfter, delay.sendAfterCustom, delay.timeUnit) : 0}
    />
  )
}

interface Props {
  review: ReplyPage_review$key
  timeZone: string
  templates: ReplyPage_templates$data['templates']
  /** Minutes from a reply to its email. */
  mailMinutes: number
}

function ReviewPage({ review: key, timeZone, mailMinutes, templates }: Props) {
  const { t } = useLingui()
  const review = useFragment(
    graphql`
    fragment ReplyPage_review on Review {
      id
      ...ReviewCard_review
      ...ReportsCard_review
      ...StatementCard_review
      ...ReviewActions_review
      ...ReplyForm_review
      ...EditState_review
      ...Reviewer_review
      ...ReviewHistory_review
    }
  `,
    key,
  )
  const ways = useListedReviews(review.id)
  const pagination = ways && {
    ...ways,
    accessibilityLabels: { previous: t`Previous review`, next: t`Next review` },
    previousTooltip: t`Previous review`,
    nextTooltip: t`Next review`,
  }
  return (
    <AdminPage
      title={t`Review and reply`}
      backAction={{ content: t`Manage reviews`, url: '/reviews/list' }}
      {...(pagination ? { pagination } : {})}
    >
      <Layout key={review.id}>
        <Layout.Section>
          <BlockStack gap="400">
            <ReviewCard review={review}>
              <ReviewActions review={review} />
            </ReviewCard>
            <ReportsCard review={review} />
            <StatementCard review={review} />
            <ReplyForm review={review} timeZone={timeZone} templates={templates} mailMinutes={mailMinutes} />
            <ReviewHistory review={review} />
          </BlockStack>
        </Layout.Section>
        <Layout.Section variant="oneThird">
          <BlockStack gap="400">
            <EditState review={review} />
            <Reviewer review={review} />
          </BlockStack>
        </Layout.Section>
      </Layout>
    </AdminPage>
  )
}
