import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button, Card, Text } from '@shopify/polaris'
import { graphql, useFragment } from 'react-relay/hooks'
import type { Today_shop$data, Today_shop$key } from '../../../../__generated__/Today_shop.graphql.ts'
import { failedEmailPeriod, negativeReviewPeriod, type AttentionKind } from '../../../../../rules/attention.ts'
import { TodayAct } from './TodayAct.tsx'

const fragment = graphql`fragment Today_shop on Shop { attention { kind count limit rate importId name } }`

type Attention = Today_shop$data['attention'][number]

/** Lists what needs the merchant today, each with the button that leads to it or does it. */
export function Today({ shop: key }: { shop: Today_shop$key }) {
  const { t } = useLingui()
  const { attention } = useFragment(fragment, key)
  const acts: Record<AttentionKind, string> = {
    planOnHold: t`See plans`,
    suspicious: t`Look`,
    objections: t`Decide`,
    reports: t`Decide`,
    negative: t`Reply`,
    pending: t`Check reviews`,
    failedEmails: t`See emails`,
    unverifiedSender: t`Verify`,
    quota: t`See plans`,
    import: t`Finish import`,
  }
  return (
    <Card>
      <Text as="h2" variant="headingMd">
        <Trans>Today</Trans>
      </Text>
      {attention.length === 0 ? (
        <p className="c-today-done">
          <Trans>Nothing needs you right now.</Trans>
        </p>
      ) : (
        <ul className="c-today">
          {attention.map((item) => (
            <li key={item.kind} data-kind={item.kind}>
              <span>
                <Sentence item={item} />
              </span>
              <div className="c-today-acts">
                <Button url={pathOf(item)}>{acts[item.kind as AttentionKind]}</Button>
                <TodayAct kind={item.kind as AttentionKind} />
              </div>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

function Sentence({ item: { kind, count, limit, name } }: { item: Attention }) {
  switch (kind as AttentionKind) {
    case 'planOnHold':
      return <Trans>Your plan is on hold</Trans>
    case 'objections':
      return <Plural value={count} one="# author objects to a refusal" other="# authors object to a refusal" />
    case 'reports':
      return <Plural value={count} one="A shopper reported # review" other="Shoppers reported # reviews" />
    case 'suspicious':
      return <Plural value={count} one="# new review stands out" other="# new reviews stand out" />
    case 'negative':
      return <Plural value={count} one="# negative review has no reply" other="# negative reviews have no reply" />
    case 'pending':
      return <Plural value={count} one="# review is waiting for you" other="# reviews are waiting for you" />
    case 'failedEmails':
      return <Plural value={count} one="# email failed this week" other="# emails failed this week" />
    case 'unverifiedSender':
      return <Trans>{name} isn’t verified, so your emails come from our address</Trans>
    case 'quota':
      return (
        <Trans>
          {count} of {limit} review requests of this month are used
        </Trans>
      )
    case 'import':
      return <Trans>The import of {name} is waiting for you</Trans>
  }
}

function pathOf({ kind, rate, importId }: Attention): string {
  switch (kind as AttentionKind) {
    case 'objections':
      return '/reviews/list?objectionFilter=open'
    case 'reports':
      return '/reviews/list?reportedFilter=open'
    case 'suspicious':
      return '/reviews/suspicions'
    case 'negative': {
      const rates = Array.from({ length: rate ?? 1 }, (_, index) => index + 1)
      return `/reviews/list?statusFilter=published&rateMultipleFilter=${rates.join(',')}&replyFilter=none&createdDate=${negativeReviewPeriod}`
    }
    case 'pending':
      return '/reviews/list?statusFilter=pending'
    case 'failedEmails':
      return `/collect-reviews/review-request?statusFilter=failed&scheduledDate=${failedEmailPeriod}`
    case 'unverifiedSender':
      return '/settings/sender'
    case 'planOnHold':
    case 'quota':
      return '/subscription'
    case 'import':
      return `/collect-reviews/import-reviews?run=${encodeURIComponent(importId ?? '')}`
  }
}
