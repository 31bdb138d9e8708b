import { Trans, useLingui } from '@lingui/react/macro'
import { Banner } from '@shopify/polaris'
import type { ReactNode } from 'react'
import { isDevelopmentShop } from '../../../../rules/extended-mode.ts'
import { useFormat } from '../../shell/words/useFormat.ts'
import { formatSentence } from '../../shell/words/sentences.ts'
import { Welcome } from './Welcome.tsx'
import type { ShopData, Subscription } from './PlanCard.tsx'

interface Props {
  shop: ShopData
  /** The merchant comes back from the approval. */
  isDone: boolean
}

/** Says what the platform and the merchant have to know about the plan now. */
export function Notices({ shop, isDone }: Props) {
  const { t } = useLingui()
  const { subscription, ianaTimezone: zone } = shop
  const { next, frozen, attempt } = subscription
  return (
    <>
      {frozen && (
        <Banner tone="critical" title={t`Your plan is on hold`}>
          <p>
            <Trans>Shopify couldn’t charge your store. Pay your Shopify bill, and your plan comes back at once.</Trans>
          </p>
        </Banner>
      )}
      {isDone && !frozen && !next && !attempt && <Welcome shop={shop} />}
      {next && <NextPlan subscription={subscription} zone={zone} />}
      {attempt && <AttemptNotice attempt={attempt} zone={zone} />}
      <StoreNotices shop={shop} />
    </>
  )
}

function NextPlan({
  subscription: { plan, next, until, periodEnd },
  zone,
}: {
  subscription: Subscription
  zone: string
}) {
  const { t } = useLingui()
  const format = useFormat()
  const [name, after, end] = [plan.displayName, next?.displayName, until ?? periodEnd]
  if (!next || !end) return null
  const day = format.date(end, { dateStyle: 'long', timeZone: zone })
  return (
    <Banner
      tone="info"
      title={
        next.id === plan.id ? t`Annual billing until ${day}, then monthly` : t`${name} until ${day}, then ${after}`
      }
    >
      <p>
        {next.id === plan.id ? (
          <Trans>You keep what you paid for. Your plan stays.</Trans>
        ) : (
          <Trans>You keep what you paid for. To stay, choose {name} again.</Trans>
        )}
      </p>
    </Banner>
  )
}

/** Says what became of the last order: it waits, was declined, was forgotten, or its plan has ended. */
function AttemptNotice({ attempt, zone }: { attempt: NonNullable<Subscription['attempt']>; zone: string }) {
  const { t } = useLingui()
  const format = useFormat()
  const name = attempt.plan.displayName
  const day = format.date(attempt.at, { dateStyle: 'long', timeZone: zone })
  const url = attempt.confirmationUrl
  if (attempt.status === 'pending')
    return (
      <Banner
        tone="warning"
        title={t`${name} waits for your approval`}
        {...(url && { action: { content: t`Approve on Shopify`, onAction: () => void window.open(url, '_top') } })}
      >
        <p>
          <Trans>Nothing is charged before you approve it on Shopify. The link works for two days.</Trans>
        </p>
      </Banner>
    )
  const sentences: Record<string, ReactNode> = {
    declined: <Trans>You declined {name} on Shopify. Nothing was charged, and your plan stays as it is.</Trans>,
    expired: <Trans>{name} was not approved within two days. Nothing was charged. You can choose it again.</Trans>,
    cancelled: (
      <Trans>
        {name} ended on {day}. Everything you saved is still here for your return.
      </Trans>
    ),
  }
  return <Banner tone="info">{<p>{sentences[attempt.status]}</p>}</Banner>
}

/** Says what the store's own plan on the platform, or the operator, means for the subscription. */
function StoreNotices({ shop: { shopifyPlan, subscription } }: { shop: ShopData }) {
  const { i18n } = useLingui()
  const { test, billing, refusal } = subscription
  return (
    <>
      {refusal ? (
        <Banner tone="warning" title={formatSentence(i18n, 'shopNeverPays')}>
          <p>
            <Trans>Choose a plan for your store on Shopify. Then you can subscribe here.</Trans>
          </p>
        </Banner>
      ) : (
        test && (
          <Banner tone="info">
            <p>
              <Trans>This is a development store, so Shopify doesn’t charge you.</Trans>
            </p>
          </Banner>
        )
      )}
      {isDevelopmentShop(shopifyPlan) && (
        <Banner tone="info">
          <p>
            <Trans>We no longer provide support for stores on development plans.</Trans>
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
