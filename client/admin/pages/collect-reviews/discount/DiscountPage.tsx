import './discount.css'
import { Trans, useLingui } from '@lingui/react/macro'
import { Banner, BlockStack, Card, InlineStack, Link, Text } from '@shopify/polaris'
import { Suspense } from 'react'
import { usePreloadedQuery, type PreloadedQuery } from 'react-relay/hooks'
import { planOf } from '../../../../../rules/plans.ts'
import { listSendingMethods } from '../../../../../rules/settings/discount.ts'
import type {
  discountLoaderQuery,
  discountLoaderQuery$data,
} from '../../../../__generated__/discountLoaderQuery.graphql.ts'
import { hrefIn, useMode } from '../../../shell/frame/mode.tsx'
import { Part } from '../../../shell/Part.tsx'
import { PageSkeleton } from '../../../shell/frame/PageSkeleton.tsx'
import { useRouteQuery } from '../../../shell/relay/routeQuery.ts'
import { useFormat } from '../../../shell/words/useFormat.ts'
import { AccessBanner } from '../../../ui/AccessBanner.tsx'
import { BrandShown, useBranding } from '../../../ui/settings/brand.ts'
import { SettingsPage } from '../../../ui/settings/SettingsPage.tsx'
import { CodeFields } from './CodeFields.tsx'
import { useDiscountForm } from './discountForm.ts'
import { discountQuery } from './discountLoader.ts'
import { DiscountPreview } from './DiscountPreview.tsx'
import { RewardFields } from './RewardFields.tsx'

export function Component() {
  const query = useRouteQuery<discountLoaderQuery>()
  return (
    <Suspense fallback={<PageSkeleton kind="form" />}>
      <Discount query={query} />
    </Suspense>
  )
}

type Shop = NonNullable<discountLoaderQuery$data['viewer']['shop']>
export type DiscountEmail = Shop['emailTemplates']['discountReview']

function Discount({ query }: { query: PreloadedQuery<discountLoaderQuery> }) {
  const {
    viewer: { shop },
  } = usePreloadedQuery<discountLoaderQuery>(discountQuery, query)
  return shop && <Settings shop={shop} />
}

function Settings({ shop }: { shop: Shop }) {
  const { t } = useLingui()
  const mode = useMode()
  const form = useDiscountForm(shop.discount)
  const branding = useBranding(shop.branding)
  const { discountReview: email } = shop.emailTemplates
  const ways = listSendingMethods(form.values, planOf(shop.plan).id)
  return (
    <SettingsPage
      title={t`Reviewer discount`}
      subtitle={t`Thank reviewers with a discount code, whatever their rating.`}
      wide
      forms={[form]}
      backAction={{ content: t`Collect reviews`, url: hrefIn(mode, '/collect-reviews') }}
    >
      <div className="c-discount">
        <BlockStack gap="400">
          <Part waits={null} failed={() => null}>
            <AccessBanner features={['discounts']} />
          </Part>
          {form.values.enableDiscount && ways.mailed && !(email.enabled && email.discountNotification) && (
            <Banner tone="warning">{t`The discount email is turned off, so no codes are emailed.`}</Banner>
          )}
          <RewardFields form={form} currency={shop.currency} email={email} />
          <BrandShown value={{ branding, document: 'discount' }}>
            <CodeFields form={form} email={email} />
          </BrandShown>
        </BlockStack>
        <div className="c-discount-side">
          <DiscountPreview values={form.values} branding={branding} currency={shop.currency} isShown={ways.shown} />
          <Totals shop={shop} />
        </div>
      </div>
    </SettingsPage>
  )
}

function Totals({
  shop: {
    currency,
    discountTotals: { issued, redeemed, revenueCents },
  },
}: {
  shop: Shop
}) {
  const { t } = useLingui()
  const mode = useMode()
  const format = useFormat()
  const revenue = format.number(revenueCents / 100, { style: 'currency', currency })
  const rows = [
    [t`Codes issued`, format.number(issued)],
    [t`Codes used`, format.number(redeemed)],
    [t`Revenue`, revenue],
  ] as const
  return (
    <Card>
      <BlockStack gap="300">
        <Text as="h2" variant="headingMd">{t`Results`}</Text>
        {rows.map(([label, value]) => (
          <InlineStack key={label} align="space-between">
            <span>{label}</span>
            <Text as="span" fontWeight="semibold">
              {value}
            </Text>
          </InlineStack>
        ))}
        <Link url={hrefIn(mode, '/collect-reviews/discount/codes')}>
          <Trans>View all codes</Trans>
        </Link>
      </BlockStack>
    </Card>
  )
}
