import './rewards.css'
import '../analytics.css'
import { Trans, useLingui } from '@lingui/react/macro'
import { Banner, BlockStack, Text } from '@shopify/polaris'
import { Suspense } from 'react'
import { usePreloadedQuery, type PreloadedQuery } from 'react-relay/hooks'
import type {
  rewardsLoaderQuery,
  rewardsLoaderQuery$data,
} from '../../../../__generated__/rewardsLoaderQuery.graphql.ts'
import { hrefIn, useMode } from '../../../shell/frame/mode.tsx'
import { PageSkeleton } from '../../../shell/frame/PageSkeleton.tsx'
import { Part } from '../../../shell/Part.tsx'
import { useRouteQuery } from '../../../shell/relay/routeQuery.ts'
import { AccessBanner } from '../../../ui/AccessBanner.tsx'
import { AdminPage } from '../../../ui/AdminPage.tsx'
import { EmptyPlace } from '../../../ui/EmptyPlace.tsx'
import { RangeFault, RangePicker, type Shown } from '../AnalyticsFrame.tsx'
import { BarList } from '../BarList.tsx'
import { AnalyticsCard, FigureChart, Tiles } from '../cards.tsx'
import { breakdownOf } from '../figures.ts'
import { LatestCodes } from './LatestCodes.tsx'
import { RewardCards } from './RewardCards.tsx'
import { rewardsQuery } from './rewardsLoader.ts'
import { useRewardNames } from './rewardNames.ts'

/** What a review earns, what was given, and what it brought (spec 2: /reward-reviews). */
export function Component() {
  const query = useRouteQuery<rewardsLoaderQuery>()
  return (
    <Suspense fallback={<PageSkeleton kind="dashboard" />}>
      <Loaded query={query} />
    </Suspense>
  )
}

function Loaded({ query }: { query: PreloadedQuery<rewardsLoaderQuery> }) {
  const {
    viewer: { shop },
  } = usePreloadedQuery<rewardsLoaderQuery>(rewardsQuery, query)
  return shop && <Rewards shop={shop} />
}

type Shop = NonNullable<rewardsLoaderQuery$data['viewer']['shop']>

function Rewards({ shop }: { shop: Shop }) {
  const { t } = useLingui()
  const mode = useMode()
  const { integrated, enableReviewDiscount } = shop.joy
  const hasJoy = shop.installedAvadaApps.includes('joy') && integrated && enableReviewDiscount
  const codes = shop.discounts.edges.map(({ node }) => node)
  return (
    <AdminPage
      title={t`Reward reviews`}
      subtitle={t`Thank reviewers, and see what it brings.`}
      fullWidth
      secondaryActions={[{ content: t`Discount settings`, url: hrefIn(mode, '/collect-reviews/discount') }]}
    >
      <BlockStack gap="400">
        <Part waits={null} failed={() => null}>
          <AccessBanner features={['discounts']} />
        </Part>
        {hasJoy && (
          <Banner>
            <Trans>Your store has Joy, which gives points for reviews. Discount codes of Candor work beside it.</Trans>
          </Banner>
        )}
        <RewardCards shop={shop.cards} />
        <p className="c-quiet c-rewards-note">
          <Trans>
            Reviews that earn a reward are marked as incentivized wherever they appear. Low ratings earn the same as
            high ones, as Google and the FTC require.
          </Trans>
        </p>
        {codes.length === 0 ? (
          <EmptyPlace title={t`No codes yet`}>
            <Trans>
              When a review earns a code, you see here how many were sent and used, and the revenue they brought.
            </Trans>
          </EmptyPlace>
        ) : (
          <>
            <Results shown={{ page: shop.analytics.page, currency: shop.currency }} />
            <LatestCodes codes={codes.map(({ code }) => code)} />
          </>
        )}
      </BlockStack>
    </AdminPage>
  )
}

function Results({ shown }: { shown: Shown }) {
  const { t } = useLingui()
  const rewardName = useRewardNames()
  const { page, currency } = shown
  return (
    <>
      <div className="c-analytics-bar c-rewards-note">
        <Text as="h2" variant="headingMd">
          <Trans>What it brought</Trans>
        </Text>
        <RangePicker page={page} />
      </div>
      <RangeFault />
      <Tiles shown={shown} names={['codesIssued', 'codesUsed', 'redemptionRate', 'codeRevenue']} />
      <AnalyticsCard
        shown={shown}
        title={t`Codes over time`}
        file={{ figures: ['codesIssued', 'codesUsed'] }}
        help={t`Each code counts on the day it was sent, and again on the day an order used it.`}
      >
        <FigureChart shown={shown} names={['codesIssued', 'codesUsed']} title={t`Codes over time`} />
      </AnalyticsCard>
      <AnalyticsCard
        shown={shown}
        title={t`By reward`}
        file={{ table: 'reward', of: t`Reward` }}
        help={t`Revenue is the total of the orders that used a code.`}
      >
        <BarList
          title={t`By reward`}
          of={t`Reward`}
          breakdown={breakdownOf(page, 'reward')}
          currency={currency}
          nameOf={rewardName}
          empty={t`No codes in this period. Choose a longer range.`}
        />
      </AnalyticsCard>
    </>
  )
}
