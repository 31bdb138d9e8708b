import { useLingui } from '@lingui/react/macro'
import { graphql, useFragment } from 'react-relay/hooks'
import { plans, requiredPlan } from '../../../../../rules/plans.ts'
import type { ReviewAction } from '../../../../../rules/review-status.ts'
import type { useActionStates_review$key } from '../../../../__generated__/useActionStates_review.graphql.ts'
import { formatRefusal } from '../../../shell/words/sentences.ts'
import { featureOf } from './reviewPageActs.ts'

interface ActionState {
  allowed: boolean
  code: string | null
  /** Why not, in the merchant's language; null if allowed. */
  reason: string | null
}

/** Returns the actions that a review allows now, with reasons for the others (spec 4). */
export function useActionStates(key: useActionStates_review$key): (action: ReviewAction) => ActionState {
  const { i18n } = useLingui()
  const { actions } = useFragment(
    graphql`
    fragment useActionStates_review on Review { actions { action allowed code reason } }
  `,
    key,
  )
  return (action) => {
    const state = actions.find((each) => each.action === action)
    if (!state) return { allowed: false, code: null, reason: null }
    const { allowed, code = null, reason = null } = state
    const feature = featureOf[action]
    if (allowed || !code) return { allowed, code, reason: null }
    const params = code === 'planRequired' && feature ? { plan: plans[requiredPlan(feature)].displayName } : null
    return { allowed, code, reason: formatRefusal(i18n, { code, message: reason, params }) }
  }
}
