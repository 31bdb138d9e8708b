import { Trans, useLingui } from '@lingui/react/macro'
import { Badge, BlockStack, Card, Link } from '@shopify/polaris'
import type { ReactNode } from 'react'
import { graphql, useFragment } from 'react-relay/hooks'
import type {
  WebhookCard_webhook$data,
  WebhookCard_webhook$key,
} from '../../../../__generated__/WebhookCard_webhook.graphql.ts'
import { hrefIn, useMode } from '../../../shell/frame/mode.tsx'
import { useFormat } from '../../../shell/words/useFormat.ts'

export const webhookFragment = graphql`
  fragment WebhookCard_webhook on Webhook { id url topics enabled disabledReason failingSince oldSecretUntil }
`

interface Props {
  webhook: WebhookCard_webhook$key
  /** On its own page, which the card then doesn't link to. */
  isOwnPage?: boolean
  children?: (webhook: WebhookCard_webhook$data) => ReactNode
}

/** Shows a webhook's address, state and topics. */
export function WebhookCard({ webhook: key, isOwnPage = false, children }: Props) {
  const mode = useMode()
  const webhook = useFragment(webhookFragment, key)
  const { id, url, topics } = webhook
  return (
    <Card>
      <BlockStack gap="300">
        <div className="c-webhook-head">
          {isOwnPage ? (
            <h2>{url}</h2>
          ) : (
            <h2>
              <Link url={hrefIn(mode, `/settings/integration/webhook?id=${id}`)}>{url}</Link>
            </h2>
          )}
          <State webhook={webhook} />
        </div>
        <ul className="c-webhook-topics">
          {topics.map((topic) => (
            <li key={topic}>
              <code>{topic}</code>
            </li>
          ))}
        </ul>
        <Trouble webhook={webhook} />
        {children?.(webhook)}
      </BlockStack>
    </Card>
  )
}

function State({ webhook: { enabled, disabledReason, failingSince } }: { webhook: WebhookCard_webhook$data }) {
  const { t } = useLingui()
  if (!enabled) return disabledReason ? <Badge tone="critical">{t`Disabled`}</Badge> : <Badge>{t`Disabled`}</Badge>
  return failingSince ? <Badge tone="warning">{t`Failing`}</Badge> : <Badge tone="success">{t`Enabled`}</Badge>
}

/** Says what is wrong, and what to do. */
function Trouble({ webhook: { enabled, disabledReason, failingSince } }: { webhook: WebhookCard_webhook$data }) {
  const format = useFormat()
  const since = failingSince && format.date(failingSince, { dateStyle: 'medium', timeStyle: 'short' })
  if (!enabled && disabledReason === 'gone')
    return (
      <p className="c-quiet">
        <Trans>The receiver answered that it wants no more events. Enable the webhook once it does.</Trans>
      </p>
    )
  if (!enabled && disabledReason)
    return (
      <p className="c-quiet">
        <Trans>The receiver accepted nothing for five days. Enable the webhook once it works again.</Trans>
      </p>
    )
  return enabled && since ? (
    <p className="c-quiet">
      <Trans>No event was accepted since {since}. After five days, we disable the webhook and email you.</Trans>
    </p>
  ) : null
}
