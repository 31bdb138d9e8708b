import './subscription.css'
import { useLingui } from '@lingui/react/macro'
import { BlockStack } from '@shopify/polaris'
import { Suspense, useEffect, useEffectEvent } from 'react'
import { usePreloadedQuery, type PreloadedQuery } from 'react-relay/hooks'
import { useParams, useSearchParams } from 'react-router'
import type { subscriptionLoaderQuery } from '../../../__generated__/subscriptionLoaderQuery.graphql.ts'
import { plans, type PlanId } from '../../../../rules/plans.ts'
import { PageSkeleton } from '../../shell/frame/PageSkeleton.tsx'
import { useRouteQuery } from '../../shell/relay/routeQuery.ts'
import { AdminPage } from '../../ui/AdminPage.tsx'
import { Notices } from './Notices.tsx'
import { Offers } from './Offers.tsx'
import { PresentPlan } from './PresentPlan.tsx'
import { subscriptionQuery } from './subscriptionLoader.ts'
import { useRefreshSubscription } from './useSubscribe.ts'

/** Plans and billing (spec 2). `?tier=` names the plan that a locked feature needs; `?success=true` follows an approval. */
export function Component() {
  const query = useRouteQuery<subscriptionLoaderQuery>()
  return (
    <Suspense fallback={<PageSkeleton kind="form" />}>
      <Plans query={query} />
    </Suspense>
  )
}

function Plans({ query }: { query: PreloadedQuery<subscriptionLoaderQuery> }) {
  const { t } = useLingui()
  const {
    viewer: { shop },
  } = usePreloadedQuery<subscriptionLoaderQuery>(subscriptionQuery, query)
  const [params] = useSearchParams()
  const { plan: asked } = useParams()
  const isDone = params.get('success') === 'true'
  const isAsking = useRefreshAfterApproval(isDone)
  if (!shop) return null
  const { subscription } = shop
  return (
    <AdminPage title={t`Subscription`}>
      <BlockStack gap="400">
        <Notices shop={shop} isDone={isDone && !isAsking} />
        <PresentPlan shop={shop} />
        {subscription.billing === 'none' ? null : (
          <Offers
            subscription={subscription}
            zone={shop.ianaTimezone}
            tier={readTier(params.get('tier'), asked)}
            sent={shop.requestQuota.sent}
            publicOffer={params.get('trial') === 'public'}
          />
        )}
      </BlockStack>
    </AdminPage>
  )
}

/** Returns the tier to highlight: of the parameter, or of the plan in /subscribe/{plan}. */
function readTier(tier: string | null, plan: string | undefined): number | null {
  if (plan && Object.hasOwn(plans, plan)) return plans[plan as PlanId].tier
  return tier !== null && /^[0-2]$/.test(tier) ? Number(tier) : null
}

/** Asks the platform once after an approval, as its webhook may be late. Returns whether it still asks. */
function useRefreshAfterApproval(isDone: boolean): boolean {
  const [refresh, busy] = useRefreshSubscription()
  const ask = useEffectEvent(() => void refresh({}, { quiet: true }))
  useEffect(() => {
    if (isDone) ask()
  }, [isDone])
  return busy
}
