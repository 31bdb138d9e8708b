import { Trans, useLingui } from '@lingui/react/macro'
import { msg } from '@lingui/core/macro'
import type { MessageDescriptor } from '@lingui/core'
import { Banner, Card, Text } from '@shopify/polaris'
import { Link } from 'react-router'
import { hrefIn, useMode } from '../../shell/frame/mode.tsx'
import { useFormat } from '../../shell/words/useFormat.ts'
import type { ShopData } from './PlanCard.tsx'

interface Act {
  /** Lowest tier that has it. */
  tier: number
  path: string
  label: MessageDescriptor
  line: MessageDescriptor
}

/** First acts on a new plan, those of the highest tier first. */
const acts: readonly Act[] = [
  {
    tier: 1,
    path: '/collect-reviews/qr-code',
    label: msg`Print QR codes`,
    line: msg`Put them into your packages. Customers scan one and write a review.`,
  },
  {
    tier: 1,
    path: '/collect-reviews/discount',
    label: msg`Send discounts by email`,
    line: msg`Thank customers for a review with a code for the next order.`,
  },
  {
    tier: 0,
    path: '/reviews/list',
    label: msg`Reply to your reviews`,
    line: msg`Shoppers see your answers below the reviews.`,
  },
  {
    tier: 0,
    path: '/branding',
    label: msg`Remove the Candor branding`,
    line: msg`Your widgets and emails then carry only your name.`,
  },
  {
    tier: 0,
    path: '/collect-reviews/emails',
    label: msg`Ask for photos`,
    line: msg`A second email asks customers to add a photo to their review.`,
  },
]
const shownActs = 3

/** Says what a new plan opened, when the first charge comes, and what to do first. */
export function Welcome({ shop: { subscription, ianaTimezone } }: { shop: ShopData }) {
  const { t, i18n } = useLingui()
  const mode = useMode()
  const format = useFormat()
  const { plan, trialEndsAt } = subscription
  const name = plan.displayName
  if (plan.tier < 0)
    return (
      <Banner tone="success" title={t`You’re on the ${name} plan`}>
        <p>
          <Trans>What you saved on a higher plan stays for your return.</Trans>
        </p>
      </Banner>
    )
  const day = trialEndsAt && format.date(trialEndsAt, { dateStyle: 'long', timeZone: ianaTimezone })
  return (
    <Card>
      <section className="c-welcome" aria-labelledby="welcome">
        <div role="status">
          <Text as="h2" variant="headingLg" id="welcome">
            <Trans>You’re on the {name} plan</Trans>
          </Text>
          <Text as="p" tone="subdued">
            {day ? (
              <Trans>Everything in it is open now. You pay nothing before {day}.</Trans>
            ) : (
              <Trans>Everything in it is open now.</Trans>
            )}
          </Text>
        </div>
        <ul className="c-welcome-acts">
          {acts
            .filter(({ tier }) => tier <= plan.tier)
            .slice(0, shownActs)
            .map(({ path, label, line }) => (
              <li key={path}>
                <Link to={hrefIn(mode, path)}>{i18n._(label)}</Link>
                <span>{i18n._(line)}</span>
              </li>
            ))}
        </ul>
      </section>
    </Card>
  )
}
