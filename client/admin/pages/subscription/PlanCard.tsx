import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Badge, BlockStack, Button, InlineStack, Text } from '@shopify/polaris'
import type { subscriptionLoaderQuery$data } from '../../../__generated__/subscriptionLoaderQuery.graphql.ts'
import type { Feature } from '../../../../rules/plans.ts'
import type { Interval } from '../../../../rules/subscription.ts'
import { useFormat } from '../../shell/words/useFormat.ts'
import { featureWords } from './planWords.ts'

type ShopData = NonNullable<subscriptionLoaderQuery$data['viewer']['shop']>
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
  busy: boolean
  choose: () => void
}

/** A plan with its price, its trial and what it adds to the cheaper one. */
export function PlanCard({ offer, below, interval, isPresent, isHigher, isAsked, busy, choose }: Props) {
  const { t } = useLingui()
  const { plan, trialDays } = offer
  const name = plan.displayName
  return (
    <section
      className="c-plan"
      aria-label={name}
      data-asked={isAsked || undefined}
      data-present={isPresent || undefined}
      data-plan={plan.id}
    >
      <BlockStack gap="400">
        <BlockStack gap="200">
          <InlineStack align="space-between" blockAlign="center" gap="200">
            <Text as="h2" variant="headingMd">
              {name}
            </Text>
            {isPresent ? (
              <Badge tone="success">{t`Current plan`}</Badge>
            ) : (
              isAsked && <Badge tone="attention">{t`Has what you need`}</Badge>
            )}
          </InlineStack>
          <Price offer={offer} interval={interval} />
        </BlockStack>
        <Button
          fullWidth
          variant={isHigher ? 'primary' : 'secondary'}
          disabled={isPresent || busy}
          onClick={choose}
          accessibilityLabel={isPresent ? t`${name} is your plan` : t`Choose ${name}`}
        >
          {isPresent
            ? t`Your plan`
            : plan.tier < 0
              ? t`Switch to Free`
              : trialDays > 0
                ? t`Start free trial`
                : t`Choose ${name}`}
        </Button>
        {trialDays > 0 && !isPresent && (
          <Text as="p" tone="subdued" variant="bodySm">
            <Plural
              value={trialDays}
              one="# day free. You pay nothing today."
              other="# days free. You pay nothing today."
            />
          </Text>
        )}
        <Features offer={offer} below={below} />
      </BlockStack>
    </section>
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

function Price({ offer: { plan, annualUsd }, interval }: { offer: Offer; interval: Interval }) {
  const format = useFormat()
  const money = (amount: number) => format.number(amount, { style: 'currency', currency: 'USD' })
  const monthly = interval === 'annual' ? plan.annualMonthlyUsd : plan.monthlyUsd
  const [perMonth, perYear] = [money(monthly), money(annualUsd)]
  return (
    <BlockStack gap="050">
      <p className="c-plan-price">
        <strong>{perMonth}</strong>{' '}
        <span>
          <Trans>a month</Trans>
        </span>
      </p>
      <Text as="p" tone="subdued" variant="bodySm">
        {monthly === 0 ? (
          <Trans>Free for as long as you like</Trans>
        ) : interval === 'annual' ? (
          <Trans>{perYear} billed once a year</Trans>
        ) : (
          <Trans>Billed every 30 days</Trans>
        )}
      </Text>
    </BlockStack>
  )
}
