import { Trans, useLingui } from '@lingui/react/macro'
import { Banner } from '@shopify/polaris'
import { graphql, useFragment } from 'react-relay/hooks'
import type { QuotaBanner_shop$key } from '../../../../__generated__/QuotaBanner_shop.graphql.ts'
import { formatSentence } from '../../../shell/words/sentences.ts'
import { useFormat } from '../../../shell/words/useFormat.ts'
import { PlanBadge } from '../../../ui/PlanGate.tsx'

/** Says that the plan's monthly limit is used up, and what happens to waiting requests (spec 9). */
export function QuotaBanner({ shop: key }: { shop: QuotaBanner_shop$key }) {
  const { t, i18n } = useLingui()
  const format = useFormat()
  const {
    requestQuota: { limit, sent, renewsAt },
  } = useFragment(
    graphql`
    fragment QuotaBanner_shop on Shop { requestQuota { limit sent renewsAt } }
  `,
    key,
  )
  if (limit == null) return null
  const left = Math.max(0, limit - sent)
  const day = format.date(renewsAt, { dateStyle: 'long' })
  if (left > limit / 10) return null
  return (
    <Banner
      tone={left === 0 ? 'warning' : 'info'}
      title={
        left === 0 ? formatSentence(i18n, 'overQuota', { limit }) : t`${left} of ${limit} requests left this month`
      }
    >
      <p>
        <Trans>Your limit resets on {day}. Requests over the limit wait and are sent automatically after that.</Trans>
      </p>
      <PlanBadge feature="unlimitedRequests" />
    </Banner>
  )
}
