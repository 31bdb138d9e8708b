import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Badge, BlockStack, InlineStack, Text } from '@shopify/polaris'
import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { OFFERED_PLANS, plans, type PlanId } from '../../../../rules/plans.ts'
import { useFormat } from '../../shell/words/useFormat.ts'
import { unfold } from '../../ui/settings/SettingsFold.tsx'
import { SettingsSection } from '../../ui/settings/SettingsPage.tsx'

interface Props {
  displayName: string
  /** Null: unlimited. */
  monthlyRequests: number | null
}

/** Compares the shop's plan with the others. Locked controls link here by `#plan`. */
export function PlanSection({ displayName, monthlyRequests }: Props) {
  const { t } = useLingui()
  const { hash, key } = useLocation()
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (hash !== '#plan' || !list.current) return
    unfold(list.current)
    list.current.scrollIntoView({ block: 'center' })
    list.current.focus({ preventScroll: true })
  }, [hash, key])
  return (
    <SettingsSection title={t`Plan`} description={t`Your plan and what the other plans include.`}>
      <div ref={list} role="group" aria-label={t`Plans`} tabIndex={-1}>
        <BlockStack gap="500">
          <PlanSummary name={displayName} current monthlyRequests={monthlyRequests} />
          {OFFERED_PLANS.filter((id) => plans[id].displayName !== displayName).map((id) => (
            <OtherPlan key={id} id={id} />
          ))}
        </BlockStack>
      </div>
    </SettingsSection>
  )
}

function OtherPlan({ id }: { id: PlanId }) {
  const { displayName, monthlyRequests } = plans[id]
  return <PlanSummary name={displayName} monthlyRequests={monthlyRequests} />
}

function PlanSummary({
  name,
  current = false,
  monthlyRequests,
}: {
  name: string
  current?: boolean
  monthlyRequests: number | null
}) {
  const { t } = useLingui()
  const format = useFormat()
  const id = OFFERED_PLANS.find((offered) => plans[offered].displayName === name)
  // Shops on the same plan may pay different prices, so don't show a price for the current plan.
  const monthlyUsd = id && !current ? plans[id].monthlyUsd : 0
  const price = format.number(monthlyUsd, { style: 'currency', currency: 'USD' })
  const includes: Partial<Record<PlanId, string>> = {
    pro: t`Replies, edit requests and the trash`,
    advanced: t`Everything in Pro, and video reviews`,
    enterprise: t`Everything in Advanced, and the API. For Shopify Plus stores.`,
  }
  return (
    <BlockStack gap="100">
      <InlineStack gap="200" blockAlign="center">
        <Text as="h3" variant="headingMd">
          {name}
        </Text>
        {current && <Badge tone="success">{t`Current plan`}</Badge>}
      </InlineStack>
      {monthlyUsd > 0 && (
        <Text as="p" tone="subdued">
          <Trans>{price} a month</Trans>
        </Text>
      )}
      <Text as="p" tone="subdued">
        {monthlyRequests === null ? (
          <Trans>Unlimited review requests</Trans>
        ) : (
          <Plural value={monthlyRequests} one="# review request a month" other="# review requests a month" />
        )}
      </Text>
      {id && includes[id] && (
        <Text as="p" tone="subdued">
          {includes[id]}
        </Text>
      )}
    </BlockStack>
  )
}
