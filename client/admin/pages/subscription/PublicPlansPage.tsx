import './subscription.css'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { FEATURES, OFFERED_PLANS, plans, type Feature, type PlanId } from '../../../../rules/plans.ts'
import { cycleCents, publicTrialDays, type Interval } from '../../../../rules/subscription.ts'
import { OpenPage } from '../../shell/frame/OpenPage.tsx'
import { IntervalChoice, Terms } from './Offers.tsx'
import { PlanCard, type Offer } from './PlanCard.tsx'

const offerOf = (id: PlanId): Offer => ({
  plan: plans[id],
  features: (Object.keys(FEATURES) as Feature[]).filter((feature) => plans[id].tier >= FEATURES[feature]),
  refusal: null,
  annualUsd: cycleCents(id, 'annual') / 100,
  trialDays: publicTrialDays(id),
  losses: [],
})
const offers = OFFERED_PLANS.map(offerOf)

/** The plans for merchants without a login. A choice leads through the sign-in to the subscription, with this trial. */
export function Component() {
  const { t } = useLingui()
  const navigate = useNavigate()
  const [interval, setInterval] = useState<Interval>('monthly')
  return (
    <OpenPage title={t`Honest reviews, at a fair price`}>
      <div className="c-public-plans">
        <header>
          <h1>{t`Honest reviews, at a fair price`}</h1>
          <p className="c-open-lead">
            <Trans>Try a paid plan free for 14 days, Enterprise for 60. Change or cancel at any time.</Trans>
          </p>
        </header>
        <div className="c-offers">
          <div>
            <IntervalChoice interval={interval} choose={setInterval} />
          </div>
          <div className="c-plans">
            {offers.map((offer, at) => (
              <PlanCard
                key={offer.plan.id}
                offer={offer}
                below={offers[at - 1]}
                interval={interval}
                percent={0}
                isPresent={false}
                isOtherInterval={false}
                isNext={false}
                isHigher={offer.plan.tier >= 0}
                isLower={false}
                isFirst
                mark={null}
                busy={false}
                choose={() => void navigate(offer.plan.tier < 0 ? '/' : `/subscribe/${offer.plan.id}?trial=public`)}
              />
            ))}
          </div>
          <Terms />
        </div>
        <p className="c-open-after">
          <Link className="c-open-link" to="/auth/login">
            <Trans>Sign in</Trans>
          </Link>
        </p>
      </div>
    </OpenPage>
  )
}
