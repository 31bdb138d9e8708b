import { Trans, useLingui } from '@lingui/react/macro'
import { Badge, InlineStack } from '@shopify/polaris'
import type { ReactNode } from 'react'
import { Link, useNavigate } from 'react-router'
import { allows, FEATURES, plans, requiredPlan, type Feature } from '../../../rules/plans.ts'
import { hrefIn, useMode } from '../shell/frame/mode.tsx'
import { useViewer } from '../shell/frame/viewer.tsx'

/** Returns whether the shop's plan has a feature, and the name of the plan that has it (spec 6). */
export function useFeature(feature: Feature): { allowed: boolean; planName: string } {
  const { shop } = useViewer()
  return { allowed: allows(shop.plan, feature), planName: plans[requiredPlan(feature)].displayName }
}

interface Props {
  feature: Feature
  /** Renders the control; `locked` must disable it. */
  children: (locked: boolean) => ReactNode
}

/** Shows a control that needs a higher plan: locked, with the plan's name, if the shop's plan is too low. */
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

/** Returns a link to the plan with a feature (spec 6). */
export function usePlansLink(feature: Feature): { url: string; open: () => void } {
  const mode = useMode()
  const navigate = useNavigate()
  const url = hrefIn(mode, `/subscription?tier=${FEATURES[feature]}`)
  return { url, open: () => void navigate(url) }
}

/** Names the plan that has a feature and links to it. */
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
