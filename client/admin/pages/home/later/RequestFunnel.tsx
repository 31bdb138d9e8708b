import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { BlockStack, Button, Card, InlineStack, Text } from '@shopify/polaris'
import { graphql } from 'react-relay/hooks'
import type { RequestFunnelQuery } from '../../../../__generated__/RequestFunnelQuery.graphql.ts'
import { useOwnQuery } from '../../../shell/Part.tsx'
import { useFormat } from '../../../shell/words/useFormat.ts'

const steps = [
  { key: 'requests.sent', name: msg`Sent` },
  { key: 'requests.opened', name: msg`Opened` },
  { key: 'requests.reviewed', name: msg`Reviewed` },
] as const

/** How many requests of the last 30 days were sent, opened and answered. Render it below a Part. */
export function RequestFunnel() {
  const { t, i18n } = useLingui()
  const format = useFormat()
  const report = useOwnQuery<RequestFunnelQuery>(
    graphql`
    query RequestFunnelQuery {
      viewer { shop { id report(name: REQUESTS, period: LAST_30_DAYS, interval: MONTH) { series { key total } } } }
    }
  `,
    {},
    'store-and-network',
  ).viewer.shop?.report
  const totals = steps.map(({ key }) => report?.series.find((one) => one.key === key)?.total ?? 0)
  const [sent = 0] = totals
  const share = (total: number) => (sent === 0 ? 0 : total / sent)
  return (
    <Card>
      <BlockStack gap="400">
        <InlineStack align="space-between" blockAlign="center" gap="200">
          <Text as="h2" variant="headingMd">
            <Trans>Review requests, last 30 days</Trans>
          </Text>
          <Button variant="plain" url="/collect-reviews/review-request">{t`All requests`}</Button>
        </InlineStack>
        <div className="c-funnel-body">
          {sent === 0 ? (
            <Text as="p" tone="subdued">
              <Trans>No request was sent yet. Once orders are delivered, you see here how many customers answer.</Trans>
            </Text>
          ) : (
            <ol className="c-funnel">
              {steps.map(({ key, name }, index) => {
                const total = totals[index] ?? 0
                return (
                  <li key={key}>
                    <span>{i18n._(name)}</span>
                    <i aria-hidden="true">
                      <b style={{ inlineSize: `${Math.min(100, share(total) * 100)}%` }} />
                    </i>
                    <strong>{format.number(total)}</strong>
                    <span className="c-funnel-share">
                      {index > 0 && format.number(share(total), { style: 'percent' })}
                    </span>
                  </li>
                )
              })}
            </ol>
          )}
        </div>
      </BlockStack>
    </Card>
  )
}
