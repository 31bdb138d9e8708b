import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Badge, Button } from '@shopify/polaris'
import { graphql, useFragment } from 'react-relay/hooks'
import type { WebhookDelivery_delivery$key } from '../../../../__generated__/WebhookDelivery_delivery.graphql.ts'
import { formatRefusal } from '../../../shell/words/sentences.ts'
import { useFormat } from '../../../shell/words/useFormat.ts'
import { deliveryStates } from '../DeliveryRow.tsx'
import { useResendDelivery } from './useWebhookActs.ts'

const fragment = graphql`
  fragment WebhookDelivery_delivery on IntegrationDelivery {
    id event state attempts lastStatus reason message body answer durationMs dueAt createdAt
  }
`

interface Props {
  delivery: WebhookDelivery_delivery$key
  /** Whether the webhook is enabled and the plan includes it. */
  canResend: boolean
  onResent: () => void
}

/** An entry of the log: what was sent, and what the receiver answered. */
export function WebhookDelivery({ delivery, canResend, onResent }: Props) {
  const { t, i18n } = useLingui()
  const format = useFormat()
  const { id, event, state, attempts, lastStatus, reason, message, body, answer, durationMs, dueAt, createdAt } =
    useFragment(fragment, delivery)
  const [resend, busy] = useResendDelivery()
  const shown = deliveryStates[state]
  const time = (at: string) => format.date(at, { dateStyle: 'medium', timeStyle: 'medium' })
  const nextAt = time(dueAt)
  const run = async () => {
    await resend({ input: { id } }, { success: t`The event is sent again` })
    onResent()
  }
  return (
    <li>
      <details className="c-webhook-delivery">
        <summary>
          {shown && <Badge {...(shown.tone ? { tone: shown.tone } : {})}>{i18n._(shown.label)}</Badge>}
          <code>{event}</code>
          <span className="c-quiet">{lastStatus === null ? '' : t`HTTP ${lastStatus}`}</span>
          <time className="c-quiet" dateTime={createdAt}>
            {time(createdAt)}
          </time>
        </summary>
        <p>
          {reason && <>{formatRefusal(i18n, { code: reason, message: message ?? null })}. </>}
          <span className="c-quiet">
            {t`${plural(attempts, { one: '# attempt', other: '# attempts' })}`}
            {durationMs !== null && durationMs !== undefined && <> · {t`${durationMs} ms`}</>}
            {state === 'WAITING' && attempts > 0 && <> · {t`Next attempt: ${nextAt}`}</>}
          </span>
        </p>
        <div className="c-webhook-sides">
          <section>
            <h3>
              <Trans>Sent</Trans>
            </h3>
            <pre tabIndex={0}>{pretty(body ?? '')}</pre>
          </section>
          <section>
            <h3>
              <Trans>Answer</Trans>
            </h3>
            <pre tabIndex={0}>{answer ? pretty(answer) : t`Nothing`}</pre>
          </section>
        </div>
        <Button disabled={!canResend} loading={busy} onClick={() => void run()}>{t`Send again`}</Button>
      </details>
    </li>
  )
}

function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
