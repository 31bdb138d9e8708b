import { Trans, useLingui } from '@lingui/react/macro'
import { Button, ButtonGroup, InlineStack, TextField } from '@shopify/polaris'
import { useState } from 'react'
import type { SubscribeInput } from '../../../__generated__/useSubscribeMutation.graphql.ts'
import { stayCoupon } from '../../../../rules/coupons.ts'
import { plans, type PlanId } from '../../../../rules/plans.ts'
import { isDowngrade, type Interval } from '../../../../rules/subscription.ts'
import { DowngradeDialog } from './DowngradeDialog.tsx'
import { PlanCard, type Offer, type Subscription } from './PlanCard.tsx'
import { useSubscribe } from './useSubscribe.ts'

interface Props {
  subscription: Subscription
  zone: string
  /** Tier that a locked feature needs. */
  tier: number | null
}

/** Offers the plans by month or by year, with a coupon. A lower plan asks for the reason first. */
export function Offers({ subscription, zone, tier }: Props) {
  const present = { plan: subscription.plan.id as PlanId, interval: subscription.interval as Interval }
  const { interval, setChosen, coupon, leaving, setLeaving, ask, choose, busy } = useChoice(present)
  const isPresent = ({ plan }: Offer) =>
    plan.id === present.plan && subscription.renews && (interval === present.interval || present.plan === 'free')
  return (
    <div className="c-offers">
      <InlineStack align="space-between" blockAlign="end" gap="400">
        <IntervalChoice interval={interval} choose={setChosen} />
        <CouponField {...coupon} />
      </InlineStack>
      <div className="c-plans">
        {subscription.offers.map((offer, at) => (
          <PlanCard
            key={offer.plan.id}
            offer={offer}
            below={subscription.offers[at - 1]}
            interval={interval}
            isPresent={isPresent(offer)}
            isOtherInterval={offer.plan.id === present.plan && subscription.renews && present.plan !== 'free'}
            isNext={offer.plan.id === subscription.next?.id}
            isHigher={offer.plan.tier > plans[present.plan].tier}
            isAsked={tier !== null && offer.plan.tier === tier}
            busy={busy || Boolean(subscription.refusal)}
            choose={() => choose(offer)}
          />
        ))}
      </div>
      <Terms />
      {leaving && (
        <DowngradeDialog
          offer={leaving}
          present={subscription.plan.displayName}
          endsAt={subscription.trialEndsAt ?? subscription.periodEnd ?? null}
          zone={zone}
          busy={busy}
          stay={canStay(subscription) ? () => void ask({ ...present, coupon: stayCoupon }) : null}
          downgrade={(reason, reasonText) => void ask({ plan: leaving.plan.id, interval, reason, reasonText })}
          onClose={() => setLeaving(null)}
        />
      )}
    </div>
  )
}

interface Present {
  plan: PlanId
  interval: Interval
}

/** Holds what the merchant chose: the interval, the coupon, and the lower plan that waits for a reason. */
function useChoice(present: Present) {
  const [chosen, setChosen] = useState<Interval | null>(null)
  // The approval may change the interval while the page is open.
  const interval = chosen ?? present.interval
  const [code, setCode] = useState('')
  const [error, setError] = useState('')
  const [leaving, setLeaving] = useState<Offer | null>(null)
  const [subscribe, busy] = useSubscribe()
  const ask = async (input: SubscribeInput) => {
    const coupon = input.plan === 'free' ? '' : code.trim()
    const errors = await subscribe({ ...(coupon && { coupon }), ...input })
    setError(errors['coupon'] ?? '')
    setLeaving(null)
  }
  const choose = (offer: Offer) => {
    const wanted = { plan: offer.plan.id as PlanId, interval }
    if (isDowngrade(present, wanted)) setLeaving(offer)
    else void ask(wanted)
  }
  const change = (text: string) => {
    setCode(text)
    setError('')
  }
  return { interval, setChosen, coupon: { coupon: code, error, change }, leaving, setLeaving, ask, choose, busy }
}

/** Whether half the price for two months is offered: once, to merchants who pay by month. */
const canStay = ({ status, interval, coupon }: Subscription): boolean =>
  status === 'active' && interval === 'monthly' && coupon !== stayCoupon

function IntervalChoice({ interval, choose }: { interval: Interval; choose: (interval: Interval) => void }) {
  const { t } = useLingui()
  return (
    <ButtonGroup variant="segmented">
      <Button pressed={interval === 'monthly'} onClick={() => choose('monthly')}>{t`Monthly`}</Button>
      <Button pressed={interval === 'annual'} onClick={() => choose('annual')}>{t`Annual, 15% off`}</Button>
    </ButtonGroup>
  )
}

interface CouponProps {
  coupon: string
  error: string
  change: (text: string) => void
}

function CouponField({ coupon, error, change }: CouponProps) {
  const { t } = useLingui()
  return (
    <div className="c-coupon">
      <TextField label={t`Coupon`} value={coupon} onChange={change} error={error} autoComplete="off" />
    </div>
  )
}

/** What lets a merchant try without worry (spec 9). */
function Terms() {
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
