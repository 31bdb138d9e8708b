import { useLingui } from '@lingui/react/macro'
import { Badge } from '@shopify/polaris'
import { graphql, useFragment } from 'react-relay/hooks'
import type { PushBadge_item$key } from '../../../../__generated__/PushBadge_item.graphql.ts'
import { formatRefusal } from '../../../shell/words/sentences.ts'

interface Props {
  item: PushBadge_item$key
  /** Adds the word "push", for places without a column heading. */
  named?: boolean
}

/** Shows the status of a request's push notification; nothing if none was sent. Says why it failed. */
export function PushBadge({ item: key, named = false }: Props) {
  const { t, i18n } = useLingui()
  const { pushStatus, pushError } = useFragment(
    graphql`fragment PushBadge_item on QueueItem { pushStatus pushError }`,
    key,
  )
  if (!pushStatus) return null
  if (pushStatus === 'SENT') return <Badge tone="success">{named ? t`Push sent` : t`Sent`}</Badge>
  if (pushStatus !== 'FAILED') return <Badge tone="info">{named ? t`Sending push notification` : t`Sending`}</Badge>
  const badge = <Badge tone="critical">{named ? t`Push failed` : t`Failed`}</Badge>
  return (
    <>
      {badge}
      {pushError && (
        <p className="c-quiet c-request-reason">{formatRefusal(i18n, { code: pushError, message: null })}</p>
      )}
    </>
  )
}
