import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { BlockStack, Card, InlineGrid, Layout, SkeletonBodyText, Text } from '@shopify/polaris'
import type { homeLoaderQuery$data } from '../../../__generated__/homeLoaderQuery.graphql.ts'
import { hrefIn, useMode } from '../../shell/frame/mode.tsx'
import { Part } from '../../shell/Part.tsx'
import { lazyComponent } from '../../shell/relay/lazyComponent.tsx'
import { AdminPage } from '../../ui/AdminPage.tsx'
import { RatingHistogram } from '../../ui/RatingHistogram.tsx'
import { Stars } from '../../ui/Stars.tsx'
import { useReviewWatch } from '../../ui/useReviewWatch.ts'
import { AppSwitch } from './AppSwitch.tsx'
import { LatestReviews } from './LatestReviews.tsx'
import { QuickStart } from './QuickStart.tsx'
import { RatingPrompt } from './RatingPrompt.tsx'
import { useFormat } from '../../shell/words/useFormat.ts'

const MailPauseBanner = lazyComponent(() =>
  import('../../ui/MailPauseBanner.tsx').then((module) => module.MailPauseBanner),
)
const AccessBanner = lazyComponent(() => import('../../ui/AccessBanner.tsx').then((module) => module.AccessBanner))
const FirstImportCard = lazyComponent(() => import('./FirstImportCard.tsx').then((module) => module.FirstImportCard))
const ReportCard = lazyComponent(() => import('../../ui/charts/ReportCard.tsx').then((module) => module.ReportCard))

/** Height in pixels of a card with one series, reserved so that the page doesn't jump. */
const reportHeight = 364

type Shop = NonNullable<homeLoaderQuery$data['viewer']['shop']>

export function Dashboard({ shop }: { shop: Shop }) {
  const { t } = useLingui()
  const { firstName } = shop
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
            <QuickStart shop={shop} />
            <RatingOverview summary={shop.ratingSummary} />
            <div style={{ minHeight: reportHeight }}>
              <Part
                waits={
                  <Card>
                    <SkeletonBodyText lines={4} />
                  </Card>
                }
              >
                <ReportCard name="reviews-received" kind="bar" />
              </Part>
            </div>
            <LatestReviews shop={shop} />
          </BlockStack>
        </Layout.Section>
        <Layout.Section variant="oneThird">
          <BlockStack gap="400">
            <AppSwitch shop={shop} />
            <RatingPrompt shop={shop} />
          </BlockStack>
        </Layout.Section>
      </Layout>
    </AdminPage>
  )
}

/** Number, average and distribution of the published reviews. */
function RatingOverview({ summary }: { summary: Shop['ratingSummary'] }) {
  const format = useFormat()
  const mode = useMode()
  const average = format.number(summary.average, { minimumFractionDigits: 1, maximumFractionDigits: 1 })
  return (
    <Card>
      <InlineGrid columns={{ xs: 1, sm: 'minmax(0, 1fr) minmax(0, 2fr)' }} gap="500" alignItems="center">
        <div className="c-average">
          <Text as="h2" variant="headingSm">
            <Trans>Your rating</Trans>
          </Text>
          <strong>{summary.count === 0 ? '–' : average}</strong>
          <Stars rate={summary.average} size={20} />
          <Text as="p" tone="subdued">
            <Plural value={summary.count} one="# published review" other="# published reviews" />
          </Text>
        </div>
        <RatingHistogram
          histogram={summary.histogram}
          hrefOf={(rate) => hrefIn(mode, `/reviews/list?statusFilter=published&rateMultipleFilter=${rate}`)}
        />
      </InlineGrid>
    </Card>
  )
}
