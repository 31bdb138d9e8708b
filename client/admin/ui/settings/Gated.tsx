import { createContext, use, type ReactNode } from 'react'
import type { Feature } from '../../../../rules/plans.ts'
import { PlanBadge } from '../PlanGate.tsx'

/** The feature whose badge the section shows already. */
export const GateShown = createContext<Feature | null>(null)

/** Names the plan that opens a locked control, unless its section does. */
export function Gated({ feature, children }: { feature: Feature | null, children: ReactNode }) {
  const shown = use(GateShown)
  if (!feature || feature === shown) return children
  return <div className="c-gate"><div className="c-gate-control">{children}</div><PlanBadge feature={feature} /></div>
}
