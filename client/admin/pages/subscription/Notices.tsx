import { Trans, useLingui } from '@lingui/react/macro'
import { Banner } from '@shopify/polaris'
import { useFormat } from '../../shell/words/useFormat.ts'
import type { Subscription } from './PlanCard.tsx'

interface Props {
  subscription: Subscription
  zone: string
  isDone: boolean
}

/** Says what the platform and the merchant have to know about the plan now. */
export function Notices({
  subscription: { plan, next, until, periodEnd, frozen, test, billing },
  zone,
  isDone,
}: Props) {
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
