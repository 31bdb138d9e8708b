import { Trans } from '@lingui/react/macro'
import { Banner, BlockStack } from '@shopify/polaris'
import { createContext, use, type ReactNode } from 'react'
import type { Feature } from '../../../../rules/plans.ts'
import { PlanBadge } from '../PlanGate.tsx'

/** The feature whose plan the section already names. */
export const GateShown = createContext<Feature | null>(null)

interface Props {
  /** The feature that the plan lacks; null: nothing is locked. */
  feature: Feature | null
  children: ReactNode
}

/** Names the plan that unlocks a control, unless its section does. */
export function Gated({ feature, children }: Props) {
  const shown = use(GateShown)
  if (!feature || feature === shown) return children
  return (
    <div className="c-gate">
      <div className="c-gate-control">{children}</div>
      <PlanBadge feature={feature} />
    </div>
  )
}

/** Fields that need the same feature: one banner names the plan, instead of a badge at each field. */
export function LockedSection({ feature, children }: Props) {
  const shown = use(GateShown)
  if (!feature || feature === shown) return children
  return (
    <BlockStack gap="400">
      <Banner tone="info">
        <BlockStack gap="200">
          <p>
            <Trans>Your plan doesn’t include these settings.</Trans>
          </p>
          <PlanBadge feature={feature} />
        </BlockStack>
      </Banner>
      <GateShown value={feature}>{children}</GateShown>
    </BlockStack>
  )
}
