import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Badge, BlockStack, Card, InlineStack, ProgressBar, Text } from '@shopify/polaris'
import { useId } from 'react'
import { useFormat } from '../../shell/words/useFormat.ts'
import type { ShopData, Subscription } from './PlanCard.tsx'

interface Props {
  shop: ShopData
}

/** Shows the plan, what it costs, and what of it is used. */
export function PresentPlan({ shop }: Props) {
  const { t } = useLingui()
  const { subscription, now, ianaTimezone } = shop
  const { held } = subscription
  const name = (held ?? subscription.plan).displayName
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
            {held && <Badge tone="critical">{t`On hold`}</Badge>}
            {daysLeft > 0 && (
              <Badge tone="success">
                {/* @ts-expect-error Badge types its children as text; Plural renders text. */}
                <Plural value={daysLeft} one="# trial day left" other="# trial days left" />
              </Badge>
            )}
          </InlineStack>
          <Bill subscription={subscription} zone={ianaTimezone} />
        </InlineStack>
        <Usage shop={shop} />
      </BlockStack>
    </Card>
  )
}

/** Says when the platform charges how much next. */
function Bill({ subscription, zone }: { subscription: Subscription; zone: string }) {
  const { nextChargeUsd, trialEndsAt, periodEnd } = subscription
  const format = useFormat()
  const end = trialEndsAt ?? periodEnd
  if (!end || typeof nextChargeUsd !== 'number') return null
  const price = format.number(nextChargeUsd, { style: 'currency', currency: 'USD' })
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
  shop: ShopData
}

/** Shows what the shop uses of every limit that plans have. */
function Usage({ shop: { requestQuota, oldOrderQuota, subscription, ianaTimezone } }: UsageProps) {
  const { t } = useLingui()
  const format = useFormat()
  const renewal = format.date(requestQuota.renewsAt, { dateStyle: 'long', timeZone: ianaTimezone })
  const rows = format.number(subscription.plan.maxImportRows)
  return (
    <div className="c-usage">
      <Meter
        name={t`Review requests this month`}
        used={requestQuota.sent}
        limit={requestQuota.limit ?? null}
        note={requestQuota.limit ? t`Renews on ${renewal}` : ''}
      />
      <Meter name={t`Requests for past orders`} used={oldOrderQuota.used} limit={oldOrderQuota.limit ?? null} note="" />
      <BlockStack gap="100">
        <Text as="p">
          <Trans>Reviews per import</Trans>
        </Text>
        <Text as="p" tone="subdued">
          <Trans>Up to {rows}</Trans>
        </Text>
      </BlockStack>
    </div>
  )
}

interface MeterProps {
  name: string
  used: number
  limit: number | null
  note: string
}

function Meter({ name, used, limit, note }: MeterProps) {
  const id = useId()
  const format = useFormat()
  const [sent, most] = [format.number(used), format.number(limit ?? 0)]
  return (
    <BlockStack gap="100">
      <Text as="p" id={id}>
        {name}
      </Text>
      {limit !== null && (
        <ProgressBar
          progress={Math.min(100, Math.round((used / limit) * 100))}
          size="small"
          tone={used >= limit ? 'critical' : 'primary'}
          ariaLabelledBy={id}
        />
      )}
      <Text as="p" tone="subdued">
        {limit === null ? (
          <Trans>{sent} sent, no limit</Trans>
        ) : (
          <Trans>
            {sent} of {most}
          </Trans>
        )}
        {note && ` · ${note}`}
      </Text>
    </BlockStack>
  )
}
