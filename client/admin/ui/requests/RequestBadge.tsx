import { useLingui } from '@lingui/react/macro'
import { Badge } from '@shopify/polaris'
import { graphql, useFragment } from 'react-relay/hooks'
import { overQuotaDays } from '../../../../rules/limits.ts'
import { QUEUE_BADGES, queueBadge, queueTooltip, type QueueStatus } from '../../../../rules/queue-status.ts'
import type { RequestBadge_item$key } from '../../../__generated__/RequestBadge_item.graphql.ts'
import { formatRefusal } from '../../shell/words/sentences.ts'
import { requestBadgeLabels, statusOf } from './requestStatus.ts'

const fragment = graphql`
  fragment RequestBadge_item on QueueItem { status skipReason moveReason reasonValue errorMessage senderApp isBlockCustomer }
`

interface Props {
  item: RequestBadge_item$key
  /** The event that the shop's request delays start from, as the API spells it; null if unknown. */
  sendMethod: string | null
}

/** Shows a request's status in its color (spec 4). */
export function RequestBadge({ item: key }: Pick<Props, 'item'>) {
  const { i18n } = useLingui()
  const id = queueBadge(useRequestState(key))
  return <Badge tone={QUEUE_BADGES[id].tone}>{i18n._(requestBadgeLabels[id])}</Badge>
}

/** Says why a request waits, was skipped or failed (spec 4, 8). Nothing for others. */
export function RequestReason(props: Props) {
  const reason = useReason(props)
  return reason && <p className="c-quiet c-request-reason">{reason}</p>
}

const waits = (status: QueueStatus): boolean =>
  status === 'waiting' || status === 'waitingCondition' || status === 'paused'

function useRequestState(key: RequestBadge_item$key) {
  const { status, skipReason, moveReason, reasonValue, errorMessage, senderApp, isBlockCustomer } = useFragment(
    fragment,
    key,
  )
  return {
    status: statusOf(status),
    skipReason: skipReason ?? null,
    moveReason: moveReason ?? null,
    reasonValue: reasonValue ?? null,
    errorMessage: errorMessage ?? null,
    senderApp,
    isBlockCustomer,
  }
}

function useReason({ item: key, sendMethod }: Props): string | null {
  const { t, i18n } = useLingui()
  const state = useRequestState(key)
  if (state.isBlockCustomer && waits(state.status)) return t`This email won’t be sent, because the customer is blocked.`
  const tooltip = queueTooltip(state)
  if (!tooltip) return null
  if ('text' in tooltip) {
    const answered = tooltip.text
    return t`The email server responded: ${answered}`
  }
  const condition =
    tooltip.code === 'needCondition' &&
    {
      FULFILLMENT: t`Waits until the order is fulfilled`,
      DELIVERY: t`Waits until the order is delivered`,
    }[sendMethod ?? '']
  return condition || formatRefusal(i18n, { code: tooltip.code, params: { days: overQuotaDays, ...tooltip.params } })
}
