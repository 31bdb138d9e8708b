import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { BlockStack, Button, Card, InlineStack, Text } from '@shopify/polaris'
import { graphql, useFragment } from 'react-relay/hooks'
import { TIPS, type TipName } from '../../../../../rules/banners.ts'
import type { TipQuery } from '../../../../__generated__/TipQuery.graphql.ts'
import type { Tip_shop$key } from '../../../../__generated__/Tip_shop.graphql.ts'
import { useOwnQuery } from '../../../shell/Part.tsx'
import { useDismissBanner } from '../../../ui/useDismissBanner.ts'

interface Words {
  title: MessageDescriptor
  text: MessageDescriptor
  act: MessageDescriptor
  path: string
}

const words: Readonly<Record<TipName, Words>> = {
  'tip-past-orders': {
    title: msg`Ask past customers`,
    text: msg`Orders of the last 60 days without a request can bring new reviews this week.`,
    act: msg`Ask them`,
    path: '/collect-reviews/setting-request#past-orders',
  },
  'tip-photos': {
    title: msg`Reviews with photos`,
    text: msg`Shoppers look at photos first. Give a higher discount for a review with a photo.`,
    act: msg`Set the discount`,
    path: '/collect-reviews/discount',
  },
  'tip-sender': {
    title: msg`Send from your own address`,
    text: msg`Customers open emails from a name they know more often.`,
    act: msg`Set up the sender`,
    path: '/settings/sender',
  },
  'tip-testimonials': {
    title: msg`Your best sentences on the home page`,
    text: msg`Testimonials show what customers say before a visitor has seen a product.`,
    act: msg`Choose testimonials`,
    path: '/display-settings/testimonial',
  },
  'tip-qr': {
    title: msg`A QR code in the parcel`,
    text: msg`Print a card: customers scan it and review the product they hold.`,
    act: msg`Make a card`,
    path: '/collect-reviews/qr-code',
  },
}

/** Shows one tip at a time; past customers only while there are orders to ask. Render it below a Part. A tip can be put off by a day, three times, or hidden for good. */
export function Tip({ shop: key }: { shop: Tip_shop$key }) {
  const { t, i18n } = useLingui()
  const { dismissedBanners } = useFragment(graphql`fragment Tip_shop on Shop { dismissedBanners }`, key)
  const [dismiss, busy] = useDismissBanner()
  const pastOrders = useOwnQuery<TipQuery>(
    graphql`query TipQuery { viewer { shop { id oldOrders { count left run { id } } } } }`,
    {},
  ).viewer.shop?.oldOrders
  const hasPastOrders = (pastOrders?.count ?? 0) > 0 && pastOrders?.left !== 0 && !pastOrders?.run
  const tip = TIPS.find((name) => !dismissedBanners.includes(name) && (name !== 'tip-past-orders' || hasPastOrders))
  if (!tip) return null
  const { title, text, act, path } = words[tip]
  return (
    <Card>
      <BlockStack gap="200">
        <Text as="h2" variant="headingSm">
          {i18n._(title)}
        </Text>
        <Text as="p" tone="subdued">
          {i18n._(text)}
        </Text>
        <div>
          <Button url={path}>{i18n._(act)}</Button>
        </div>
        <InlineStack gap="300">
          <Button
            variant="plain"
            disabled={busy}
            onClick={() => void dismiss(tip, { snooze: true })}
          >{t`Remind me tomorrow`}</Button>
          <Button variant="plain" disabled={busy} onClick={() => void dismiss(tip)}>{t`Hide`}</Button>
        </InlineStack>
      </BlockStack>
    </Card>
  )
}
