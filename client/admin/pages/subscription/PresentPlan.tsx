import { Plural, Trans } from '@lingui/react/macro'
import { Badge, BlockStack, Card, InlineStack, ProgressBar, Text } from '@shopify/polaris'
import { useFormat } from '../../shell/words/useFormat.ts'
import type { ShopData, Subscription } from './PlanCard.tsx'

interface Props {
  shop: ShopData
}

/** Shows the plan, what it costs, and what of it is used. */
export function PresentPlan({ shop: { subscription, requestQuota, now, ianaTimezone } }: Props) {
  const name = subscription.plan.displayName
  const { limit, sent } = requestQuota
  const { trialEndsAt } = subscription
  // A trial that begins while the page is read would otherwise have a day too many.
  const daysLeft = trialEndsAt ? Math.ceil((Date.parse(trialEndsAt) - Date.parse(now) - 60_000) / 86_400_000) : 0
  return (
    <Card>
      <BlockStack gap="400">
        <InlineStack align="space-between" blockAlign="center" gap="200">
          <InlineStack gap="200" blockAlign="center">
            <Text as="h2" variant="headingLg">
              <Trans>Your plan: {name}</Trans>
            </Text>
            {daysLeft > 0 && (
              <Badge tone="success">
                {/* @ts-expect-error Badge types its children as text; Plural renders text. */}
                <Plural value={daysLeft} one="# trial day left" other="# trial days left" />
              </Badge>
            )}
          </InlineStack>
          <Bill subscription={subscription} zone={ianaTimezone} />
        </InlineStack>
        <Usage limit={limit ?? null} sent={sent} renewsAt={requestQuota.renewsAt} zone={ianaTimezone} />
      </BlockStack>
    </Card>
  )
}

/** Says when the platform charges how much next. */
function Bill({ subscription, zone }: { subscription: Subscription; zone: string }) {
  const { plan, interval, trialEndsAt, periodEnd, renews } = subscription
  const format = useFormat()
  const price = format.number(
    interval === 'annual' ? Math.round(plan.annualMonthlyUsd * 1200) / 100 : plan.monthlyUsd,
    {
      style: 'currency',
      currency: 'USD',
    },
  )
  const end = trialEndsAt ?? periodEnd
  if (!end || !renews) return null
  const day = format.date(end, { dateStyle: 'long', timeZone: zone })
  return (
    <Text as="p" tone="subdued">
      {trialEndsAt ? (
        <Trans>
          First charge on {day}: {price}
        </Trans>
      ) : (
        <Trans>
          Renews on {day} for {price}
        </Trans>
      )}
    </Text>
  )
}

interface UsageProps {
  limit: number | null
  sent: number
  renewsAt: string
  zone: string
}

function Usage({ limit, sent, renewsAt, zone }: UsageProps) {
  const format = useFormat()
  const renewal = format.date(renewsAt, { dateStyle: 'long', timeZone: zone })
  return (
    <BlockStack gap="100">
      <InlineStack align="space-between" gap="200">
        <Text as="p" id="quota">
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
  )
}
