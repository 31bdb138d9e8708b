import { Trans } from '@lingui/react/macro'
import { BlockStack, Card, InlineStack, ProgressBar, Text } from '@shopify/polaris'
import { useFormat } from '../../shell/words/useFormat.ts'
import type { Subscription } from './PlanCard.tsx'

interface Props {
  subscription: Subscription
  quota: { limit?: number | null | undefined; sent: number; renewsAt: string }
  zone: string
}

/** Shows the plan and what of it is used. */
export function PresentPlan({ subscription: { plan, trialEndsAt, periodEnd, renews }, quota, zone }: Props) {
  const format = useFormat()
  const name = plan.displayName
  const day = (moment: string) => format.date(moment, { dateStyle: 'long', timeZone: zone })
  const [trialEnd, cycleEnd, renewal] = [
    trialEndsAt && day(trialEndsAt),
    periodEnd && day(periodEnd),
    day(quota.renewsAt),
  ]
  const { limit, sent } = quota
  return (
    <Card>
      <BlockStack gap="300">
        <InlineStack align="space-between" blockAlign="center" gap="200">
          <Text as="h2" variant="headingMd">
            <Trans>Your plan: {name}</Trans>
          </Text>
          <Text as="p" tone="subdued">
            {trialEnd ? (
              <Trans>Free trial until {trialEnd}</Trans>
            ) : cycleEnd && renews ? (
              <Trans>Renews on {cycleEnd}</Trans>
            ) : null}
          </Text>
        </InlineStack>
        <BlockStack gap="100">
          <InlineStack align="space-between" gap="200">
            <Text as="p">
              <Trans>Review requests this month</Trans>
            </Text>
            <Text as="p" tone="subdued">
              {limit ? (
                <Trans>
                  {sent} of {limit}, renews on {renewal}
                </Trans>
              ) : (
                <Trans>{sent} sent, no limit</Trans>
              )}
            </Text>
          </InlineStack>
          {limit ? (
            <ProgressBar
              progress={Math.min(100, Math.round((sent / limit) * 100))}
              size="small"
              tone={sent >= limit ? 'critical' : 'primary'}
              ariaLabelledBy="quota"
            />
          ) : null}
        </BlockStack>
      </BlockStack>
    </Card>
  )
}
