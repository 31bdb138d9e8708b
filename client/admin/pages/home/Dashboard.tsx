import { useLingui } from '@lingui/react/macro'
import { BlockStack, Card, Layout, SkeletonBodyText } from '@shopify/polaris'
import type { ReactNode } from 'react'
import { TIPS } from '../../../../rules/banners.ts'
import type { homeLoaderQuery$data } from '../../../__generated__/homeLoaderQuery.graphql.ts'
import { useMode } from '../../shell/frame/mode.tsx'
import { useReadOnly } from '../../shell/frame/viewer.tsx'
import { Part } from '../../shell/Part.tsx'
import { lazyComponent } from '../../shell/relay/lazyComponent.tsx'
import { AdminPage } from '../../ui/AdminPage.tsx'
import { useReviewWatch } from '../../ui/useReviewWatch.ts'
import { laterPart } from '../../shell/relay/laterPart.ts'

const MailPauseBanner = lazyComponent(() =>
  import('../../ui/MailPauseBanner.tsx').then((module) => module.MailPauseBanner),
)
const AccessBanner = lazyComponent(() => import('../../ui/AccessBanner.tsx').then((module) => module.AccessBanner))
const FirstImportCard = laterPart(() => import('./later/FirstImportCard.tsx').then((module) => module.FirstImportCard))
const ReportCard = lazyComponent(() => import('../../ui/charts/ReportCard.tsx').then((module) => module.ReportCard))
const AppSwitch = laterPart(() => import('./later/AppSwitch.tsx').then((module) => module.AppSwitch))
const Today = laterPart(() => import('./later/Today.tsx').then((module) => module.Today))
const QuickStart = laterPart(() => import('./later/QuickStart.tsx').then((module) => module.QuickStart))
const RatingOverview = laterPart(() => import('./later/RatingOverview.tsx').then((module) => module.RatingOverview))
const RequestFunnel = laterPart(() => import('./later/RequestFunnel.tsx').then((module) => module.RequestFunnel))
const LatestReviews = laterPart(() => import('./later/LatestReviews.tsx').then((module) => module.LatestReviews))
const WidgetStates = laterPart(() => import('./later/WidgetStates.tsx').then((module) => module.WidgetStates))
const Tip = laterPart(() => import('./later/Tip.tsx').then((module) => module.Tip))
const RatingPrompt = laterPart(() => import('./later/RatingPrompt.tsx').then((module) => module.RatingPrompt))

/** Heights in pixels of cards that load later, reserved so that the page doesn't jump. */
const heights = {
  done: 84,
  head: 64,
  row: 53,
  quickStart: 560,
  rating: 206,
  report: 364,
  funnel: 156,
  latest: 560,
  appSwitch: 150,
  widgets: 268,
  tip: 180,
} as const

type Shop = NonNullable<homeLoaderQuery$data['viewer']['shop']>

export function Dashboard({ shop }: { shop: Shop }) {
  const { t } = useLingui()
  const { firstName, dismissedBanners: hidden } = shop
  useReviewWatch()
  const greeting = firstName === '' ? t`Hello` : t`Hello, ${firstName}`
  return (
    <AdminPage title={t`Dashboard`} subtitle={greeting}>
      <Layout>
        <Layout.Section>
          <BlockStack gap="400">
            <Part waits={null} failed={() => null}>
              <MailPauseBanner />
            </Part>
            <Part waits={null} failed={() => null}>
              <AccessBanner />
            </Part>
            <Part waits={null} failed={() => null}>
              <FirstImportCard />
            </Part>
            <LaterCard
              height={shop.attention.length === 0 ? heights.done : heights.head + heights.row * shop.attention.length}
            >
              <Today shop={shop} />
            </LaterCard>
            {!hidden.includes('quick-start') && (
              <LaterCard height={heights.quickStart}>
                <QuickStart />
              </LaterCard>
            )}
            <LaterCard height={heights.rating}>
              <RatingOverview summary={shop.ratingSummary} />
            </LaterCard>
            {shop.ratingSummary.count > 0 && (
              <LaterCard height={heights.report}>
                <ReportCard name="reviews-received" kind="bar" />
              </LaterCard>
            )}
            <LaterCard height={heights.funnel}>
              <RequestFunnel />
            </LaterCard>
            <LaterCard height={heights.latest}>
              <LatestReviews shop={shop} />
            </LaterCard>
          </BlockStack>
        </Layout.Section>
        <Layout.Section variant="oneThird">
          <Aside shop={shop} />
        </Layout.Section>
      </Layout>
    </AdminPage>
  )
}

/** The app's switch, the widgets in the theme, a tip. */
function Aside({ shop }: { shop: Shop }) {
  const mode = useMode()
  const readOnly = useReadOnly()
  return (
    <BlockStack gap="400">
      <LaterCard height={heights.appSwitch}>
        <AppSwitch shop={shop} />
      </LaterCard>
      <LaterCard height={heights.widgets}>
        <WidgetStates />
      </LaterCard>
      {!readOnly && TIPS.some((tip) => !shop.dismissedBanners.includes(tip)) && (
        <LaterCard height={heights.tip}>
          <Tip shop={shop} />
        </LaterCard>
      )}
      {mode === 'embedded' && !readOnly && (
        <Part waits={null} failed={() => null}>
          <RatingPrompt shop={shop} reviews={shop.ratingSummary.count} />
        </Part>
      )}
    </BlockStack>
  )
}

/** A card that loads after the page and keeps its place. */
function LaterCard({ height, children }: { height: number; children: ReactNode }) {
  const inCard = (content: ReactNode) => <Card>{content}</Card>
  return (
    <Part
      waits={
        <div className="c-later" style={{ minHeight: height }}>
          <SkeletonBodyText lines={4} />
        </div>
      }
      failed={inCard}
    >
      {children}
    </Part>
  )
}
