import { useLingui } from '@lingui/react/macro'
import { Badge, Tooltip } from '@shopify/polaris'
import { graphql, useFragment } from 'react-relay/hooks'
import { overQuotaDays } from '../../../../../rules/limits.ts'
import { QUEUE_BADGES, queueBadge, queueTooltip } from '../../../../../rules/queue-status.ts'
import type { RequestBadge_item$key } from '../../../../__generated__/RequestBadge_item.graphql.ts'
import { sentenceOf } from '../../../shell/sentences.ts'
import { requestBadgeLabels, statusOf } from './requestStatus.ts'

/** Where a request stands, in the colour of its status; the reason comes with the pointer or the keyboard (spec 4, 8). */
export function RequestBadge({ item: key }: { item: RequestBadge_item$key }) {
  const { i18n } = useLingui()
  const item = useFragment(graphql`
    fragment RequestBadge_item on QueueItem { status skipReason errorMessage senderApp }
  `, key)
  const state = { status: statusOf(item.status), skipReason: item.skipReason ?? null, errorMessage: item.errorMessage ?? null, senderApp: item.senderApp }
  const id = queueBadge(state)
  const tooltip = queueTooltip(state)
  const badge = <Badge tone={QUEUE_BADGES[id].tone}>{i18n._(requestBadgeLabels[id])}</Badge>
  if (!tooltip) return badge
  const words = 'text' in tooltip ? tooltip.text : sentenceOf(i18n, { code: tooltip.code, params: { days: overQuotaDays } })
  return <Tooltip content={words}><span tabIndex={0} className="c-why">{badge}</span></Tooltip>
}
