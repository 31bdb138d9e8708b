import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Badge, BlockStack, Button, Text } from '@shopify/polaris'
import type { subscriptionLoaderQuery$data } from '../../../__generated__/subscriptionLoaderQuery.graphql.ts'
import { seasonalMonths } from '../../../../rules/coupons.ts'
import { COMING_FEATURES, plans, type Feature } from '../../../../rules/plans.ts'
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
  /** Percent off by an applied coupon; 0: none. */
  percent: number
  isPresent: boolean
  /** The present plan, on hold until the merchant pays the platform's bill. */
  isHeld: boolean
  isHigher: boolean
  /** Less than the present plan: a reason is asked for first. */
  isLower: boolean
  /** The shop has the Free plan. */
  isFirst: boolean
  /** asked: the plan that a locked feature led to. fits: the cheapest with enough requests. */
  mark: 'asked' | 'fits' | null
  /** The present plan, billed by the other interval. */
  isOtherInterval: boolean
  /** The offer begins when the present plan ends. */
  isNext: boolean
  busy: boolean
  choose: () => void
}

/** A plan with its price, its trial and what it adds to the cheaper one. */
export function PlanCard({ offer, below, interval, percent, isPresent, mark, ...action }: Props) {
  const { t, i18n } = useLingui()
  const { plan } = offer
  const name = plan.displayName
  const line = planLines[name]
  return (
    <section
      className="c-plan"
      aria-label={name}
      data-asked={mark !== null || undefined}
      data-present={isPresent || undefined}
      data-plan={plan.id}
    >
      {(isPresent || mark) && (
        <div className="c-plan-badge">
          {isPresent ? (
            <Badge tone="success">{t`Current plan`}</Badge>
          ) : (
            <Badge tone="attention">{mark === 'asked' ? t`Has what you need` : t`Fits your shop`}</Badge>
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
      <Price offer={offer} interval={interval} percent={percent} />
      <ChooseButton offer={offer} interval={interval} isPresent={isPresent} {...action} />
      <Features offer={offer} below={below} />
    </section>
  )
}

type ChooseProps = Omit<Props, 'below' | 'mark' | 'percent'>

function ChooseButton({
  offer,
  interval,
  isPresent,
  isHeld,
  isOtherInterval,
  isNext,
  busy,
  choose,
  ...rank
}: ChooseProps) {
  const { t } = useLingui()
  const { plan, trialDays, refusal } = offer
  const { isHigher, isLower, isFirst } = rank
  const name = plan.displayName
  const labelOf = () => {
    if (isHeld) return t`On hold: pay your Shopify bill`
    if (isPresent) return t`Your plan`
    if (refusal) return t`For Shopify Plus stores`
    if (isNext) return t`Your next plan`
    if (isOtherInterval) return interval === 'annual' ? t`Switch to annual billing` : t`Switch to monthly billing`
    if (isLower) return t`Downgrade to ${name}`
    if (isFirst && trialDays > 0) return t`Start free trial`
    return isHigher ? t`Upgrade to ${name}` : t`Choose ${name}`
  }
  const label = labelOf()
  const isClosed = isPresent || isNext || Boolean(refusal)
  return (
    <BlockStack gap="200">
      <Button
        fullWidth
        size="large"
        variant={isHigher && !isClosed ? 'primary' : 'secondary'}
        disabled={isClosed || busy}
        onClick={choose}
        accessibilityLabel={isPresent && !isHeld ? t`${name} is your plan` : isClosed ? label : `${label}: ${name}`}
      >
        {label}
      </Button>
      {trialDays > 0 && !isClosed && !isOtherInterval && !isLower && (
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

const isComing = (feature: string): boolean => COMING_FEATURES.includes(feature as Feature)

/** Lists what a plan adds to the next cheaper offer; features that are coming last. */
function Features({ offer: { plan, features }, below }: Pick<Props, 'offer' | 'below'>) {
  const { t, i18n } = useLingui()
  const belowName = below?.plan.displayName
  const added = features
    .filter((feature) => !below?.features.includes(feature))
    .sort((one, other) => Number(isComing(one)) - Number(isComing(other)))
  return (
    <ul className="c-plan-features">
      {belowName && (
        <li>
          <Trans>Everything in {belowName}</Trans>
        </li>
      )}
      <Limits plan={plan} below={below?.plan} />
      {plan.tier < 0 && (
        <>
          <li>
            <Trans>All widgets for your store</Trans>
          </li>
          <li>
            <Trans>Export everything</Trans>
          </li>
        </>
      )}
      {added.map((feature) => (
        <li key={feature} data-coming={isComing(feature) || undefined}>
          {i18n._(featureWords[feature as Feature])}
          {isComing(feature) && (
            <>
              {' '}
              <Badge>{t`Coming`}</Badge>
            </>
          )}
        </li>
      ))}
    </ul>
  )
}

/** Lists the limits in which a plan differs from the next cheaper one. */
function Limits({ plan, below }: { plan: Offer['plan']; below: Offer['plan'] | undefined }) {
  const format = useFormat()
  const rows = format.number(plan.maxImportRows)
  return (
    <>
      {typeof plan.monthlyRequests === 'number' && (
        <li>
          <Plural value={plan.monthlyRequests} one="# review request a month" other="# review requests a month" />
        </li>
      )}
      {plan.oldOrderRequests !== below?.oldOrderRequests && (
        <li>
          {typeof plan.oldOrderRequests === 'number' ? (
            <Plural
              value={plan.oldOrderRequests}
              one="Ask customers of # past order"
              other="Ask customers of # past orders"
            />
          ) : (
            <Trans>Ask customers of all past orders</Trans>
          )}
        </li>
      )}
      {plan.maxImportRows !== below?.maxImportRows && (
        <li>
          <Trans>Import {rows} reviews at a time</Trans>
        </li>
      )}
    </>
  )
}

interface PriceProps {
  offer: Offer
  interval: Interval
  percent: number
}

/** The price per month, reduced by a coupon or a special offer, and what a year costs and saves. */
function Price({ offer: { plan, annualUsd }, interval, percent }: PriceProps) {
  const format = useFormat()
  const money = (amount: number) =>
    format.number(Math.round(amount * 100) / 100, {
      style: 'currency',
      currency: 'USD',
      trailingZeroDisplay: 'stripIfInteger',
    })
  const isAnnual = interval === 'annual'
  const reduced = 1 - (plan.monthlyUsd > 0 ? percent : 0) / 100
  const full = isAnnual ? plan.annualMonthlyUsd : plan.monthlyUsd
  // The special prices of Pro are compared to the usual one.
  const regular = plan.displayName === plans.pro.displayName ? plans.pro.monthlyUsd : plan.monthlyUsd
  const old = regular > full ? regular : full
  return (
    <BlockStack gap="050">
      <p className="c-plan-price">
        {old > full * reduced && (
          <>
            <Text as="span" visuallyHidden>
              <Trans>Regular price:</Trans>
            </Text>{' '}
            <s>{money(old)}</s>{' '}
          </>
        )}
        <strong>{money(full * reduced)}</strong>{' '}
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
            <BilledAs
              isAnnual={isAnnual}
              isReduced={percent > 0}
              now={money(isAnnual ? annualUsd * reduced : plan.monthlyUsd * reduced)}
              later={money(isAnnual ? annualUsd : plan.monthlyUsd)}
            />
          </Text>
          <Saving isAnnual={isAnnual} amount={money(plan.monthlyUsd * 12 - annualUsd)} />
        </>
      )}
    </BlockStack>
  )
}

interface BilledProps {
  isAnnual: boolean
  isReduced: boolean
  now: string
  later: string
}

function BilledAs({ isAnnual, isReduced, now, later }: BilledProps) {
  if (isReduced)
    return isAnnual ? (
      <Trans>
        {now} for the first year, then {later} a year
      </Trans>
    ) : (
      <Trans>
        for {seasonalMonths} months, then {later} a month
      </Trans>
    )
  return isAnnual ? <Trans>{now} billed once a year</Trans> : <Trans>Billed every 30 days</Trans>
}

function Saving({ isAnnual, amount }: { isAnnual: boolean; amount: string }) {
  return (
    <p className="c-plan-saving">
      {isAnnual ? <Trans>You save {amount} a year</Trans> : <Trans>Save {amount} with annual billing</Trans>}
    </p>
  )
}
