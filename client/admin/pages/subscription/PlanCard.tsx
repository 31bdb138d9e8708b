import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Badge, BlockStack, Button, Text } from '@shopify/polaris'
import type { subscriptionLoaderQuery$data } from '../../../__generated__/subscriptionLoaderQuery.graphql.ts'
import type { Feature } from '../../../../rules/plans.ts'
import type { Interval } from '../../../../rules/subscription.ts'
import { useFormat } from '../../shell/words/useFormat.ts'
import { featureWords, planLines } from './planWords.ts'

export type ShopData = NonNullable<subscriptionLoaderQuery$data['viewer']['shop']>
export type Subscription = ShopData['subscription']
export type Offer = Subscription['offers'][number]

interface Props {
  offer: Offer
  /** The next cheaper offer: its features are not listed again. */
  below: Offer | undefined
  interval: Interval
  isPresent: boolean
  isHigher: boolean
  /** The plan that a locked feature led to. */
  isAsked: boolean
  /** The present plan, billed by the other interval. */
  isOtherInterval: boolean
  /** The offer begins when the present plan ends. */
  isNext: boolean
  busy: boolean
  choose: () => void
}

/** A plan with its price, its trial and what it adds to the cheaper one. */
export function PlanCard({ offer, below, interval, isPresent, isAsked, ...action }: Props) {
  const { t, i18n } = useLingui()
  const { plan } = offer
  const name = plan.displayName
  const line = planLines[name]
  return (
    <section
      className="c-plan"
      aria-label={name}
      data-asked={isAsked || undefined}
      data-present={isPresent || undefined}
      data-plan={plan.id}
    >
      {(isPresent || isAsked) && (
        <div className="c-plan-badge">
          {isPresent ? (
            <Badge tone="success">{t`Current plan`}</Badge>
          ) : (
            <Badge tone="attention">{t`Has what you need`}</Badge>
          )}
        </div>
      )}
      <BlockStack gap="100">
        <Text as="h2" variant="headingLg">
          {name}
        </Text>
        <Text as="p" tone="subdued">
          {line && i18n._(line)}
        </Text>
      </BlockStack>
      <Price offer={offer} interval={interval} />
      <ChooseButton offer={offer} interval={interval} isPresent={isPresent} {...action} />
      <Features offer={offer} below={below} />
    </section>
  )
}

type ChooseProps = Omit<Props, 'below' | 'isAsked'>

function ChooseButton({ offer, interval, isPresent, isHigher, isOtherInterval, isNext, busy, choose }: ChooseProps) {
  const { t } = useLingui()
  const { plan, trialDays, refusal } = offer
  const name = plan.displayName
  const label = () => {
    if (isPresent) return t`Your plan`
    if (refusal) return t`For Shopify Plus stores`
    if (isNext) return t`Your next plan`
    if (isOtherInterval) return interval === 'annual' ? t`Switch to annual billing` : t`Switch to monthly billing`
    if (plan.tier < 0) return t`Switch to Free`
    return trialDays > 0 ? t`Start free trial` : t`Choose ${name}`
  }
  const isClosed = isPresent || isNext || Boolean(refusal)
  return (
    <BlockStack gap="200">
      <Button
        fullWidth
        size="large"
        variant={isHigher && !isClosed ? 'primary' : 'secondary'}
        disabled={isClosed || busy}
        onClick={choose}
        accessibilityLabel={isPresent ? t`${name} is your plan` : isClosed ? label() : t`Choose ${name}`}
      >
        {label()}
      </Button>
      {trialDays > 0 && !isClosed && !isOtherInterval && (
        <Text as="p" tone="subdued" variant="bodySm" alignment="center">
          <Plural
            value={trialDays}
            one="# day free. You pay nothing today."
            other="# days free. You pay nothing today."
          />
        </Text>
      )}
    </BlockStack>
  )
}

/** Lists what a plan adds to the next cheaper offer. */
function Features({ offer: { plan, features }, below }: Pick<Props, 'offer' | 'below'>) {
  const { i18n } = useLingui()
  const belowName = below?.plan.displayName
  const added = features.filter((feature) => !below?.features.includes(feature))
  return (
    <ul className="c-plan-features">
      {belowName && (
        <li>
          <Trans>Everything in {belowName}</Trans>
        </li>
      )}
      {typeof plan.monthlyRequests === 'number' && (
        <li>
          <Plural value={plan.monthlyRequests} one="# review request a month" other="# review requests a month" />
        </li>
      )}
      {plan.tier < 0 && (
        <>
          <li>
            <Trans>All widgets for your store</Trans>
          </li>
          <li>
            <Trans>Import, and export everything</Trans>
          </li>
        </>
      )}
      {added.map((feature) => (
        <li key={feature}>{i18n._(featureWords[feature as Feature])}</li>
      ))}
    </ul>
  )
}

/** The price per month, what a year costs, and what it saves. */
function Price({ offer: { plan, annualUsd }, interval }: { offer: Offer; interval: Interval }) {
  const format = useFormat()
  const money = (amount: number) => format.number(amount, { style: 'currency', currency: 'USD' })
  const isAnnual = interval === 'annual'
  const saved = Math.round((plan.monthlyUsd * 12 - annualUsd) * 100) / 100
  const [perMonth, regular, perYear, saving] = [
    money(isAnnual ? plan.annualMonthlyUsd : plan.monthlyUsd),
    money(plan.monthlyUsd),
    money(annualUsd),
    money(saved),
  ]
  return (
    <BlockStack gap="050">
      <p className="c-plan-price">
        {isAnnual && saved > 0 && <s>{regular}</s>} <strong>{perMonth}</strong>{' '}
        <span>
          <Trans>a month</Trans>
        </span>
      </p>
      {plan.monthlyUsd === 0 ? (
        <Text as="p" tone="subdued" variant="bodySm">
          <Trans>Free for as long as you like</Trans>
        </Text>
      ) : (
        <>
          <Text as="p" tone="subdued" variant="bodySm">
            {isAnnual ? <Trans>{perYear} billed once a year</Trans> : <Trans>Billed every 30 days</Trans>}
          </Text>
          <p className="c-plan-saving">
            {isAnnual ? (
              <Trans>You save {saving} a year</Trans>
            ) : (
              <Trans>Save {saving} a year with annual billing</Trans>
            )}
          </p>
        </>
      )}
    </BlockStack>
  )
}
