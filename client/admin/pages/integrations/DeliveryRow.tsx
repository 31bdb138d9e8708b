import type { MessageDescriptor } from '@lingui/core'
import { msg, plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { Badge, type BadgeProps } from '@shopify/polaris'
import { graphql, useFragment } from 'react-relay/hooks'
import type { DeliveryRow_delivery$key } from '../../../__generated__/DeliveryRow_delivery.graphql.ts'
import { formatRefusal } from '../../shell/words/sentences.ts'
import { useFormat } from '../../shell/words/useFormat.ts'
import { eventNames } from './services.ts'

const fragment = graphql`
  fragment DeliveryRow_delivery on IntegrationDelivery { name event state attempts lastStatus reason message detail createdAt }
`

/** Labels and tones of the states of deliveries. */
export const deliveryStates: Readonly<
  Record<string, { label: MessageDescriptor; tone?: NonNullable<BadgeProps['tone']> }>
> = {
  WAITING: { label: msg`Waiting`, tone: 'info' },
  SENT: { label: msg`Sent`, tone: 'success' },
  FAILED: { label: msg`Failed`, tone: 'critical' },
  DROPPED: { label: msg`Not sent` },
}

interface Props {
  delivery: DeliveryRow_delivery$key
  isNamed: boolean
}

/** One delivery of the log. `isNamed` shows the service. */
export function DeliveryRow({ delivery, isNamed }: Props) {
  const { t, i18n } = useLingui()
  const format = useFormat()
  const { name, event, state, attempts, lastStatus, reason, message, detail, createdAt } = useFragment(
    fragment,
    delivery,
  )
  const shown = deliveryStates[state]
  const eventName = eventNames[event]
  const details = [
    lastStatus === null || reason === null ? null : t`HTTP ${lastStatus}`,
    attempts > 1 ? t`${plural(attempts, { one: '# attempt', other: '# attempts' })}` : null,
  ].filter((detail) => detail !== null)
  return (
    <tr>
      <td>{format.date(createdAt, { dateStyle: 'medium', timeStyle: 'short' })}</td>
      {isNamed && <td>{name}</td>}
      <td>{eventName ? i18n._(eventName) : event}</td>
      <td>{shown && <Badge {...(shown.tone ? { tone: shown.tone } : {})}>{i18n._(shown.label)}</Badge>}</td>
      <td>
        {reason && formatRefusal(i18n, { code: reason, message: message ?? null })}
        {detail && <q className="c-delivery-detail">{detail}</q>}
        {details.length > 0 && <span className="c-quiet"> {format.list(details)}</span>}
      </td>
    </tr>
  )
}
