import { Trans, useLingui } from '@lingui/react/macro'
import { Button, ButtonGroup, InlineStack } from '@shopify/polaris'
import { useState } from 'react'
import type { SubscribeInput } from '../../../__generated__/useSubscribeMutation.graphql.ts'
import { stayCoupon } from '../../../../rules/coupons.ts'
import { plans, type PlanId } from '../../../../rules/plans.ts'
import { isDowngrade, promisedTrialDays, type Interval } from '../../../../rules/subscription.ts'
import { CouponField } from './CouponField.tsx'
import { DowngradeDialog } from './DowngradeDialog.tsx'
import { PlanCard, type Offer, type Subscription } from './PlanCard.tsx'
import { useCoupon } from './useCoupon.ts'
import { useSubscribe } from './useSubscribe.ts'

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
  const present = { plan: subscription.plan.id as PlanId, interval: subscription.interval as Interval }
  const { interval, setChosen, coupon, leaving, setLeaving, ask, choose, busy } = useChoice(present, publicOffer)
  const isPresent = ({ plan }: Offer) =>
    plan.id === present.plan && subscription.renews && (interval === present.interval || present.plan === 'free')
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
      <div className="c-plans">
        {subscription.offers.map((offer, at) => (
          <PlanCard
            key={offer.plan.id}
            offer={publicOffer ? withPublicTrial(offer) : offer}
            below={subscription.offers[at - 1]}
            interval={interval}
            percent={coupon.percent}
            isPresent={isPresent(offer)}
            isOtherInterval={offer.plan.id === present.plan && subscription.renews && present.plan !== 'free'}
            isNext={offer.plan.id === subscription.next?.id}
            isHigher={offer.plan.tier > plans[present.plan].tier}
            isLower={isDowngrade(present, { plan: offer.plan.id as PlanId, interval })}
            isFirst={present.plan === 'free'}
            mark={markOf(offer)}
            busy={busy || Boolean(subscription.refusal)}
            choose={() => choose(offer)}
          />
        ))}
      </div>
      <Terms />
      {leaving && (
        <DowngradeDialog
          offer={leaving}
          sent={sent}
          present={subscription.plan.displayName}
          endsAt={endOf(subscription, leaving)}
          zone={zone}
          busy={busy}
          stay={!isHosted && canStay(subscription) ? () => void ask({ ...present, coupon: stayCoupon }) : null}
          downgrade={(reason, reasonText) => void ask({ plan: leaving.plan.id, interval, reason, reasonText })}
          onClose={() => setLeaving(null)}
        />
      )}
    </div>
  )
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
function useChoice(present: Present, publicOffer: boolean) {
  const [chosen, setChosen] = useState<Interval | null>(null)
  // The approval may change the interval while the page is open.
  const interval = chosen ?? present.interval
  const coupon = useCoupon()
  const [leaving, setLeaving] = useState<Offer | null>(null)
  const [subscribe, busy] = useSubscribe()
  const ask = async (input: SubscribeInput) => {
    const code = input.plan === 'free' ? '' : coupon.text.trim()
    const errors = await subscribe({ ...(code && { coupon: code }), ...(publicOffer && { publicOffer }), ...input })
    if (errors['coupon']) coupon.fail(errors['coupon'])
    setLeaving(null)
  }
  const choose = (offer: Offer) => {
    const wanted = { plan: offer.plan.id as PlanId, interval }
    if (isDowngrade(present, wanted)) setLeaving(offer)
    else void ask(wanted)
  }
  return { interval, setChosen, coupon, leaving, setLeaving, ask, choose, busy }
}

/** Whether half the price for two months is offered: once, to merchants who pay by month. */
const canStay = ({ status, interval, coupon }: Subscription): boolean =>
  status === 'active' && interval === 'monthly' && coupon !== stayCoupon

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
