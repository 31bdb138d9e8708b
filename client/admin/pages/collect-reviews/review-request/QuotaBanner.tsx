import { Trans, useLingui } from '@lingui/react/macro'
import { Banner } from '@shopify/polaris'
import { graphql, useFragment } from 'react-relay/hooks'
import type { QuotaBanner_shop$key } from '../../../../__generated__/QuotaBanner_shop.graphql.ts'
import { formatSentence } from '../../../shell/words/sentences.ts'
import { useFormat } from '../../../shell/words/useFormat.ts'
import { DismissibleBanner } from '../../../ui/DismissibleBanner.tsx'
import { PlanBadge } from '../../../ui/PlanGate.tsx'

/** Says that the plan's monthly limit is used up, or nearly, which the merchant can snooze (spec 4, 9). */
export function QuotaBanner({ shop: key }: { shop: QuotaBanner_shop$key }) {
  const { t, i18n } = useLingui()
  const format = useFormat()
  const {
    requestQuota: { limit, sent, renewsAt },
    banners,
  } = useFragment(
    graphql`
    fragment QuotaBanner_shop on Shop { requestQuota { limit sent renewsAt } ...DismissibleBanner_shop @alias(as: "banners") }
  `,
    key,
  )
  if (limit == null) return null
  const left = Math.max(0, limit - sent)
  const day = format.date(renewsAt, { dateStyle: 'long' })
  if (left > limit / 10) return null
  const content = (
    <>
      <p>
        <Trans>Your limit resets on {day}. Requests over the limit wait and are sent automatically after that.</Trans>
      </p>
      <PlanBadge feature="unlimitedRequests" />
    </>
  )
  if (left === 0)
    return (
      <Banner tone="warning" title={formatSentence(i18n, 'overQuota', { limit })}>
        {content}
      </Banner>
    )
  return (
    <DismissibleBanner shop={banners} banner="upgrade" snooze title={t`${left} of ${limit} requests left this month`}>
      {content}
    </DismissibleBanner>
  )
}
