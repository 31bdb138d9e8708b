import { Trans, useLingui } from '@lingui/react/macro'
import { Badge, InlineStack } from '@shopify/polaris'
import type { ReactNode } from 'react'
import { Link, useNavigate } from 'react-router'
import { allows, FEATURES, plans, requiredPlan, type Feature } from '../../../rules/plans.ts'
import { hrefIn, useMode } from '../shell/frame/mode.tsx'
import { useRouteExists } from '../shell/relay/existing.ts'
import { useViewer } from '../shell/frame/viewer.tsx'

/** Whether the shop's plan has a feature, and the name of the plan that does (spec 6). */
export function useFeature(feature: Feature): { allowed: boolean; planName: string } {
  const { shop } = useViewer()
  return { allowed: allows(shop.plan, feature), planName: plans[requiredPlan(feature)].displayName }
}

interface Props {
  feature: Feature
  /** The control; `locked` must disable it. */
  children: (locked: boolean) => ReactNode
}

/** A control that a higher plan opens: shown to everyone, locked with the plan's name where the plan is too low. */
export function PlanGate({ feature, children }: Props) {
  const { allowed } = useFeature(feature)
  if (allowed) return children(false)
  return (
    <div className="c-gate">
      <div className="c-gate-control">{children(true)}</div>
      <PlanBadge feature={feature} />
    </div>
  )
}

/** Where the merchant finds the plan that has a feature (spec 6). */
export function usePlansLink(feature: Feature): { url: string; open: () => void } {
  const mode = useMode()
  const navigate = useNavigate()
  const canSubscribe = useRouteExists('/subscription')
  // Until plans have a page of their own, the settings list them.
  const url = hrefIn(mode, canSubscribe ? `/subscription?tier=${FEATURES[feature]}` : '/settings#plan')
  return { url, open: () => void navigate(url) }
}

/** Names the plan that has a feature and leads to it. */
export function PlanBadge({ feature }: { feature: Feature }) {
  const { t } = useLingui()
  const { planName } = useFeature(feature)
  const { url } = usePlansLink(feature)
  return (
    <InlineStack gap="200" blockAlign="center">
      <Badge tone="attention">{t`${planName} plan`}</Badge>
      <Link className="c-plans-link" to={url}>
        <Trans>See plans</Trans>
      </Link>
    </InlineStack>
  )
}
