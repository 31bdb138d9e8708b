import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Banner } from '@shopify/polaris'
import { useState } from 'react'
import { graphql } from 'react-relay/hooks'
import type { PlanId } from '../../../../../../rules/plans.ts'
import { promisedTrialDays } from '../../../../../../rules/subscription.ts'
import type { PlanStepMutation } from '../../../../../__generated__/PlanStepMutation.graphql.ts'
import type { PlanStepQuery, PlanStepQuery$data } from '../../../../../__generated__/PlanStepQuery.graphql.ts'
import { Part, useOwnQuery } from '../../../../shell/Part.tsx'
import { useCommit } from '../../../../shell/relay/useCommit.ts'
import { useToast } from '../../../../shell/toasts.tsx'
import { useFormat } from '../../../../shell/words/useFormat.ts'
import { usePreviewData, type PreviewData } from '../../../../ui/preview/previewReviews.ts'
import { ProductPreview } from './ProductPreview.tsx'
import type { StepProps } from './Setup.tsx'
import { StepFrame } from './StepFrame.tsx'

const query = graphql`
  query PlanStepQuery {
    viewer {
      shop {
        id
        plan
        subscription {
          billing
          refusal
          attempt { status plan { displayName } }
          offers { plan { id displayName tier monthlyUsd monthlyRequests } refusal trialDays features }
        }
      }
    }
  }
`
type Offer = NonNullable<PlanStepQuery$data['viewer']['shop']>['subscription']['offers'][number]

/** Last step: the plan. Free is chosen; a plan to pay for leads to the platform's approval, then to the dashboard. */
export function PlanStep(props: StepProps) {
  return (
    <Part waits={<div className="c-setup-waits" />}>
      <Plans {...props} />
    </Part>
  )
}

function Plans({ shop: own, wish, next, back }: StepProps) {
  const { t } = useLingui()
  const shop = useOwnQuery<PlanStepQuery>(query, {}).viewer.shop
  const data = usePreviewData(own)
  const [choose, busy] = useChoosePlan(next, wish?.publicOffer ?? false)
  const { offers = [], refusal = null, billing = 'none', attempt = null } = shop?.subscription ?? {}
  const open = offers
    .filter((offer) => offer.refusal === null)
    .map((offer) => (wish?.publicOffer ? withPublicTrial(offer) : offer))
  const [chosen, setChosen] = useState(open.find(({ plan }) => plan.id === wish?.plan)?.plan.id ?? shop?.plan ?? 'free')
  const offer = open.find(({ plan }) => plan.id === chosen)
  const isFree = billing === 'none' || refusal !== null
  const run = () => (isFree || chosen === shop?.plan ? next() : choose(chosen))
  return (
    <StepFrame
      title={t`Choose your plan`}
      lead={
        isFree
          ? t`Everything is ready. Your store isn’t billed.`
          : t`Start free and change at any time. Paid plans begin with a free trial.`
      }
      effect={
        offer && (
          <>
            <PlanEffect offer={offer} />
            <ProductPreview shop={own} data={withPlan(data, offer)} branding={withPlan(data, offer).branding} />
          </>
        )
      }
      primary={{ label: isFree || chosen === shop?.plan ? t`Go to the dashboard` : t`Start the trial`, run, busy }}
      skip={{ label: t`Decide later`, run: next }}
      back={back}
    >
      {attempt?.status === 'declined' && <Declined name={attempt.plan.displayName} />}
      {!isFree && (
        <fieldset className="c-tiles c-tiles-plans">
          <legend>{t({ message: 'Plan', context: 'step of the setup' })}</legend>
          {open.map((each) => (
            <PlanTile
              key={each.plan.id}
              offer={each}
              isChosen={each.plan.id === chosen}
              choose={() => setChosen(each.plan.id)}
            />
          ))}
        </fieldset>
      )}
    </StepFrame>
  )
}

/** Returns the preview's data as the plan shows it: replies, and our mark below the reviews. */
function withPlan(data: PreviewData, { plan, features }: Offer): PreviewData {
  const reviews = features.includes('replies') ? data.reviews : data.reviews.map((one) => ({ ...one, reply: null }))
  return { ...data, reviews, plan: plan.id, branding: { ...data.branding, isRemoveBranding: true } }
}

const withPublicTrial = (offer: Offer): Offer => ({
  ...offer,
  trialDays: promisedTrialDays(offer.plan.id as PlanId, offer.trialDays),
})

function Declined({ name }: { name: string }) {
  return (
    <Banner tone="info">
      <p>
        <Trans>You declined {name} on Shopify. Nothing was charged, and your plan stays as it is.</Trans>
      </p>
    </Banner>
  )
}

function PlanTile({ offer, isChosen, choose }: { offer: Offer; isChosen: boolean; choose: () => void }) {
  const format = useFormat()
  const price = format.number(offer.plan.monthlyUsd, {
    style: 'currency',
    currency: 'USD',
    trailingZeroDisplay: 'stripIfInteger',
  })
  return (
    <label className="c-tile">
      <input type="radio" name="plan" checked={isChosen} onChange={choose} />
      <span className="c-tile-text">
        <strong>{offer.plan.displayName}</strong>
        <span>{offer.trialDays > 0 && <Plural value={offer.trialDays} one="# day free" other="# days free" />}</span>
      </span>
      <span className="c-tile-price">{offer.plan.monthlyUsd === 0 ? price : <Trans>{price} a month</Trans>}</span>
    </label>
  )
}

/** Says what the chosen plan does with the shop's orders. */
function PlanEffect({ offer: { plan, features } }: { offer: Offer }) {
  const { t } = useLingui()
  const { monthlyRequests } = plan
  const has = (feature: string) => features.includes(feature)
  const lines = [
    monthlyRequests === null || monthlyRequests === undefined
      ? t`Every order gets a review request`
      : t`Up to ${monthlyRequests} review requests a month`,
    t`All widgets, unlimited reviews and photos`,
    t`Import from other apps, export of everything`,
    has('replies') && t`Replies to reviews, photo reminders`,
    has('removeBranding') && t`No “Powered by Candor”`,
    has('videoReviews') && t`Video reviews and QR codes`,
    has('translatedContent') && t`Translated reviews`,
    has('api') && t`API, webhooks and headless`,
  ].filter((line) => typeof line === 'string')
  return (
    <section className="c-setup-plan" aria-live="polite">
      <h2>{plan.displayName}</h2>
      <ul>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </section>
  )
}

/** Subscribes, which ends the setup. A plan to pay for leads to the platform's approval page, in the whole window. */
function useChoosePlan(next: () => void, publicOffer: boolean): [(plan: string) => void, boolean] {
  const { t } = useLingui()
  const toast = useToast()
  const [subscribe, busy] = useCommit<PlanStepMutation>(graphql`
    mutation PlanStepMutation($input: SubscribeInput!) {
      subscribe(input: $input) {
        __typename
        ... on SubscribeSuccess { data { confirmationUrl shop { id plan } } }
        ... on Refusal { code message params }
        ... on InvalidInputError { fields { path code message params } }
      }
    }
  `)
  const choose = async (plan: string) => {
    const outcome = await subscribe({ input: { plan, onboarding: true, publicOffer } }, { fieldless: true })
    if (!outcome.ok) return
    const { subscribe: result } = outcome.data
    const url = result.__typename === 'SubscribeSuccess' ? result.data?.confirmationUrl : null
    if (!url) {
      next()
      return
    }
    toast(t`Redirecting to Shopify`)
    window.open(url, '_top')
  }
  return [(plan) => void choose(plan), busy]
}
