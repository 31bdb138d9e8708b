import { Trans, useLingui } from '@lingui/react/macro'
import { Button, ButtonGroup, InlineStack } from '@shopify/polaris'
import { useEffect, useRef, useState } from 'react'
import type { SubscribeInput } from '../../../__generated__/useSubscribeMutation.graphql.ts'
import { stayCoupon, takesCoupons } from '../../../../rules/coupons.ts'
import { plans, type PlanId } from '../../../../rules/plans.ts'
import { isDowngrade, promisedTrialDays, type DowngradeReason, type Interval } from '../../../../rules/subscription.ts'
import { useIsOwner } from '../../ui/useIsOwner.ts'
import { CouponField } from './CouponField.tsx'
import { LeavingDialog } from './DowngradeDialog.tsx'
import { PlanCard, type Offer, type Subscription } from './PlanCard.tsx'
import { useCoupon } from './useCoupon.ts'
import { useStartDowngrade, useSubscribe } from './useSubscribe.ts'

interface Props {
  subscription: Subscription
  zone: string
  /** Tier that a locked feature needs. */
  tier: number | null
  /** Review requests of this month. */
  sent: number
  /** The merchant comes from the public plans page, which promises a longer trial. */
  publicOffer: boolean
}

/** Offers the plans by month or by year, with a coupon. A lower plan asks for the reason first. */
export function Offers({ subscription, zone, tier, sent, publicOffer }: Props) {
  const isOwner = useIsOwner()
  const { held } = subscription
  const present = { plan: (held ?? subscription.plan).id as PlanId, interval: subscription.interval as Interval }
  const endsAt = (offer: Offer) => (held ? null : endOf(subscription, offer))
  const choice = useChoice(present, endsAt, publicOffer)
  const { interval, setChosen, coupon, leaving, setLeaving, ask, stay, choose, busy } = choice
  const isPresent = ({ plan }: Offer) =>
    plan.id === present.plan &&
    subscription.renews &&
    (interval === present.interval || present.plan === 'free' || Boolean(held))
  // The platform's hosted page has its own trials and no coupons.
  const isHosted = subscription.billing === 'app-pricing'
  const markOf = ({ plan }: Offer) =>
    plan.tier === (tier ?? findFittingTier(subscription, sent)) ? (tier === null ? 'fits' : 'asked') : null
  return (
    <div className="c-offers">
      <InlineStack align="space-between" blockAlign="end" gap="400">
        <IntervalChoice interval={interval} choose={setChosen} />
        {isHosted ? null : <CouponField coupon={coupon} interval={interval} />}
      </InlineStack>
      <div className="c-plans" ref={useScrollToAsked(tier)}>
        {subscription.offers.map((offer, at) => (
          <PlanCard
            key={offer.plan.id}
            offer={publicOffer ? withPublicTrial(offer) : offer}
            below={subscription.offers[at - 1]}
            interval={interval}
            percent={takesCoupons(offer.plan.id as PlanId) ? coupon.percent : 0}
            isPresent={isPresent(offer)}
            isHeld={offer.plan.id === held?.id}
            isOtherInterval={offer.plan.id === present.plan && subscription.renews && present.plan !== 'free'}
            isNext={offer.plan.id === subscription.next?.id}
            isHigher={offer.plan.tier > plans[present.plan].tier}
            isLower={isDowngrade(present, { plan: offer.plan.id as PlanId, interval })}
            isFirst={present.plan === 'free'}
            mark={markOf(offer)}
            busy={busy || Boolean(subscription.refusal) || !isOwner}
            choose={() => choose(offer)}
          />
        ))}
      </div>
      <Terms />
      {leaving && (
        <LeavingDialog
          isSwitch={leaving.plan.id === present.plan}
          offer={leaving}
          sent={sent}
          present={(held ?? subscription.plan).displayName}
          endsAt={endsAt(leaving)}
          zone={zone}
          busy={busy}
          stay={!isHosted && canStay(subscription) ? stay : null}
          downgrade={(reason, reasonText) => void ask({ plan: leaving.plan.id, interval, reason, reasonText })}
          onClose={() => setLeaving(null)}
        />
      )}
    </div>
  )
}

/** Brings the plan that a locked feature led to into view: on phones it is below the fold. */
function useScrollToAsked(tier: number | null) {
  const plansRef = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (tier !== null) plansRef.current?.querySelector('[data-asked]')?.scrollIntoView({ block: 'nearest' })
  }, [tier])
  return plansRef
}

/** Returns the cheapest tier with enough requests for a shop that has used up its own; null for others. */
function findFittingTier({ plan, offers }: Subscription, sent: number): number | null {
  const { monthlyRequests } = plans[plan.id as PlanId]
  if (monthlyRequests === null || sent < monthlyRequests) return null
  return offers.find((offer) => (offer.plan.monthlyRequests ?? Infinity) > sent)?.plan.tier ?? null
}

/** Shows the longer trial, unless the shop has begun one. */
const withPublicTrial = (offer: Offer): Offer => ({
  ...offer,
  trialDays: promisedTrialDays(offer.plan.id as PlanId, offer.trialDays),
})

/** Returns when a lower plan begins. Null: at once, as for a paid plan during a trial. */
const endOf = ({ trialEndsAt, periodEnd }: Subscription, { plan }: Offer): string | null =>
  (trialEndsAt ? (plan.tier < 0 ? trialEndsAt : null) : periodEnd) ?? null

interface Present {
  plan: PlanId
  interval: Interval
}

/** Holds what the merchant chose: the interval, the coupon, and the lower plan that waits for a reason. */
function useChoice(present: Present, endsAt: (offer: Offer) => string | null, publicOffer: boolean) {
  const [chosen, setChosen] = useState<Interval | null>(null)
  // The approval may change the interval while the page is open.
  const interval = chosen ?? present.interval
  const coupon = useCoupon()
  const [leaving, setLeaving] = useState<Offer | null>(null)
  const [subscribe, isAsking] = useSubscribe()
  const [startDowngrade, isStarting] = useStartDowngrade()
  const ask = async (input: SubscribeInput) => {
    const code = input.plan === 'free' ? '' : coupon.text.trim()
    const errors = await subscribe({ ...(code && { coupon: code }), ...(publicOffer && { publicOffer }), ...input })
    if (errors['coupon']) coupon.fail(errors['coupon'])
    setLeaving(null)
  }
  const stay = (reason: DowngradeReason, reasonText: string) => {
    if (!leaving) return
    void startDowngrade({ input: { plan: leaving.plan.id, interval, reason, reasonText } }).then(({ ok }) =>
      ok ? ask({ ...present, coupon: stayCoupon }) : setLeaving(null),
    )
  }
  const choose = (offer: Offer) => {
    const wanted = { plan: offer.plan.id as PlanId, interval }
    // Another interval needs words only if the paid year goes on first.
    if (isDowngrade(present, wanted) && (wanted.plan !== present.plan || endsAt(offer))) setLeaving(offer)
    else void ask(wanted)
  }
  return { interval, setChosen, coupon, leaving, setLeaving, ask, stay, choose, busy: isAsking || isStarting }
}

/** Whether half the price for two months is offered: once, to merchants who pay the usual price by month. */
const canStay = ({ plan, status, interval, coupon }: Subscription): boolean =>
  status === 'active' && interval === 'monthly' && takesCoupons(plan.id as PlanId) && coupon !== stayCoupon

/** Chooses between monthly and annual prices. */
export function IntervalChoice({ interval, choose }: { interval: Interval; choose: (interval: Interval) => void }) {
  const { t } = useLingui()
  return (
    <ButtonGroup variant="segmented">
      <Button pressed={interval === 'monthly'} onClick={() => choose('monthly')}>{t`Monthly`}</Button>
      <Button pressed={interval === 'annual'} onClick={() => choose('annual')}>{t`Annual, 15% off`}</Button>
    </ButtonGroup>
  )
}

/** What lets a merchant try without worry (spec 9). */
export function Terms() {
  return (
    <ul className="c-terms">
      <li>
        <strong>
          <Trans>30-day money-back guarantee</Trans>
        </strong>
        <span>
          <Trans>If Candor isn’t right for you, we give your money back.</Trans>
        </span>
      </li>
      <li>
        <strong>
          <Trans>Change or cancel at any time</Trans>
        </strong>
        <span>
          <Trans>You keep what you paid for until the end of the billing period.</Trans>
        </span>
      </li>
      <li>
        <strong>
          <Trans>Billed by Shopify</Trans>
        </strong>
        <span>
          <Trans>On the bill of your store, every 30 days or once a year.</Trans>
        </span>
      </li>
    </ul>
  )
}
