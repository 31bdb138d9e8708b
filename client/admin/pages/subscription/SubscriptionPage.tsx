import './subscription.css'
import { Trans, useLingui } from '@lingui/react/macro'
import {
  Banner,
  BlockStack,
  Button,
  ButtonGroup,
  Card,
  InlineStack,
  ProgressBar,
  Text,
  TextField,
} from '@shopify/polaris'
import { Suspense, useEffect, useEffectEvent, useState } from 'react'
import { usePreloadedQuery, type PreloadedQuery } from 'react-relay/hooks'
import { useParams, useSearchParams } from 'react-router'
import type { subscriptionLoaderQuery } from '../../../__generated__/subscriptionLoaderQuery.graphql.ts'
import { plans, type PlanId } from '../../../../rules/plans.ts'
import { isDowngrade, type DowngradeReason, type Interval } from '../../../../rules/subscription.ts'
import { stayCoupon } from '../../../../rules/coupons.ts'
import { PageSkeleton } from '../../shell/frame/PageSkeleton.tsx'
import { useRouteQuery } from '../../shell/relay/routeQuery.ts'
import { useFormat } from '../../shell/words/useFormat.ts'
import { AdminPage } from '../../ui/AdminPage.tsx'
import { DowngradeDialog } from './DowngradeDialog.tsx'
import { PlanCard, type Offer, type Subscription } from './PlanCard.tsx'
import { subscriptionQuery } from './subscriptionLoader.ts'
import { useRefreshSubscription, useSubscribe } from './useSubscribe.ts'

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
  useRefreshAfterApproval(params.get('success') === 'true')
  if (!shop) return null
  const { subscription } = shop
  return (
    <AdminPage title={t`Subscription`}>
      <BlockStack gap="400">
        <Notices subscription={subscription} zone={shop.ianaTimezone} isDone={params.get('success') === 'true'} />
        <PresentPlan subscription={subscription} quota={shop.requestQuota} zone={shop.ianaTimezone} />
        {subscription.billing === 'none' ? null : (
          <Offers subscription={subscription} zone={shop.ianaTimezone} tier={readTier(params.get('tier'), asked)} />
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

/** Asks the platform once after an approval: its webhook may come later than the merchant. */
function useRefreshAfterApproval(isDone: boolean): void {
  const [refresh] = useRefreshSubscription()
  const ask = useEffectEvent(() => void refresh({}, { quiet: true }))
  useEffect(() => {
    if (isDone) ask()
  }, [isDone])
}

interface NoticesProps {
  subscription: Subscription
  zone: string
  isDone: boolean
}

function Notices({
  subscription: { plan, next, until, periodEnd, frozen, test, billing },
  zone,
  isDone,
}: NoticesProps) {
  const { t } = useLingui()
  const format = useFormat()
  const name = plan.displayName
  const after = next?.displayName
  const end = until ?? periodEnd
  const day = end ? format.date(end, { dateStyle: 'long', timeZone: zone }) : ''
  return (
    <>
      {frozen && (
        <Banner tone="critical" title={t`Your plan is on hold`}>
          <p>
            <Trans>Shopify couldn’t charge your store. Pay your Shopify bill, and your plan comes back at once.</Trans>
          </p>
        </Banner>
      )}
      {isDone && !frozen && !next && (
        <Banner tone="success" title={t`You’re on the ${name} plan`}>
          <p>
            <Trans>Everything in it is unlocked.</Trans>
          </p>
        </Banner>
      )}
      {after && day && (
        <Banner tone="info" title={t`${name} until ${day}, then ${after}`}>
          <p>
            <Trans>You keep what you paid for. To stay, choose {name} again.</Trans>
          </p>
        </Banner>
      )}
      {test && (
        <Banner tone="info">
          <p>
            <Trans>This is a development store, so Shopify doesn’t charge you.</Trans>
          </p>
        </Banner>
      )}
      {billing === 'none' && (
        <Banner tone="info">
          <p>
            <Trans>The operator of this Candor decides what your shop can use. There is nothing to pay here.</Trans>
          </p>
        </Banner>
      )}
    </>
  )
}

interface PresentProps {
  subscription: Subscription
  quota: { limit?: number | null | undefined; sent: number; renewsAt: string }
  zone: string
}

function PresentPlan({ subscription: { plan, trialEndsAt, periodEnd, renews }, quota, zone }: PresentProps) {
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

interface OffersProps {
  subscription: Subscription
  zone: string
  tier: number | null
}

function Offers({ subscription, zone, tier }: OffersProps) {
  const { t } = useLingui()
  const present = { plan: subscription.plan.id as PlanId, interval: subscription.interval as Interval }
  const [interval, setInterval] = useState<Interval>(present.interval)
  const [coupon, setCoupon] = useState('')
  const [couponError, setCouponError] = useState<string>()
  const [leaving, setLeaving] = useState<Offer | null>(null)
  const [subscribe, busy] = useSubscribe()
  const isPaid = present.plan !== 'free'
  const ask = async (input: Parameters<typeof subscribe>[0]) => {
    const errors = await subscribe({ ...(coupon.trim() && { coupon: coupon.trim() }), ...input })
    setCouponError(errors['coupon'])
    setLeaving(null)
  }
  const choose = (offer: Offer) => {
    const wanted = { plan: offer.plan.id as PlanId, interval }
    if (isDowngrade(present, wanted)) setLeaving(offer)
    else void ask(wanted)
  }
  const paidTier = plans[present.plan].tier
  return (
    <>
      <InlineStack align="space-between" blockAlign="end" gap="400">
        <ButtonGroup variant="segmented">
          <Button pressed={interval === 'monthly'} onClick={() => setInterval('monthly')}>{t`Monthly`}</Button>
          <Button pressed={interval === 'annual'} onClick={() => setInterval('annual')}>{t`Annual, 15% off`}</Button>
        </ButtonGroup>
        <div className="c-coupon">
          <TextField
            label={t`Coupon`}
            value={coupon}
            onChange={(text) => {
              setCoupon(text)
              setCouponError(undefined)
            }}
            error={couponError ?? ''}
            autoComplete="off"
          />
        </div>
      </InlineStack>
      <div className="c-plans">
        {subscription.offers.map((offer, at) => {
          const isPresent =
            offer.plan.id === present.plan && subscription.renews && (interval === present.interval || !isPaid)
          return (
            <PlanCard
              key={offer.plan.id}
              offer={offer}
              below={subscription.offers[at - 1]}
              interval={interval}
              isPresent={isPresent}
              isHigher={offer.plan.tier > paidTier}
              isAsked={tier !== null && offer.plan.tier === tier}
              busy={busy}
              choose={() => {
                choose(offer)
              }}
            />
          )
        })}
      </div>
      <Text as="p" tone="subdued">
        <Trans>
          Shopify bills your plan with your store’s other charges, every 30 days or once a year. You can change or
          cancel at any time. If Candor isn’t right for you, we give your money back within 30 days.
        </Trans>
      </Text>
      {leaving && (
        <DowngradeDialog
          offer={leaving}
          present={subscription.plan.displayName}
          endsAt={subscription.trialEndsAt ?? subscription.periodEnd ?? null}
          zone={zone}
          busy={busy}
          stay={
            subscription.status === 'active' && present.interval === 'monthly' && subscription.coupon !== stayCoupon
              ? () => void ask({ ...present, coupon: stayCoupon })
              : null
          }
          downgrade={(reason: DowngradeReason, reasonText: string) =>
            void ask({ plan: leaving.plan.id, interval, reason, reasonText })
          }
          onClose={() => setLeaving(null)}
        />
      )}
    </>
  )
}
