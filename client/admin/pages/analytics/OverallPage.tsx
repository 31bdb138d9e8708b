import { useLingui } from '@lingui/react/macro'
import { InlineGrid } from '@shopify/polaris'
import { AnalyticsFrame, type Shown } from './AnalyticsFrame.tsx'
import { BarList } from './BarList.tsx'
import { AnalyticsCard, FigureChart, Tiles } from './cards.tsx'
import { breakdownOf } from './figures.ts'
import { Funnel } from './Funnel.tsx'
import { ProductTable } from './ProductTable.tsx'
import { useSourceNames } from './names.ts'
import { useNoReviews } from './useNoReviews.ts'

/** What the reviews do for the shop (spec 2: /analytics). */
export function Component() {
  const { t } = useLingui()
  return <AnalyticsFrame title={t`Analytics`}>{(shown) => <Overall shown={shown} />}</AnalyticsFrame>
}

function Overall({ shown }: { shown: Shown }) {
  const { t } = useLingui()
  const noReviews = useNoReviews()
  return (
    <>
      <Tiles
        shown={shown}
        names={['reviews', 'averageRating', 'responseTime', 'publishingRate', 'photoRate', 'codeRevenue']}
      />
      <InlineGrid columns={{ xs: 1, lg: 'minmax(0, 2fr) minmax(0, 1fr)' }} gap="400">
        <AnalyticsCard
          shown={shown}
          title={t`Reviews over time`}
          file={{ figures: ['reviews'] }}
          help={t`Reviews that shoppers wrote. Imported reviews are not counted.`}
        >
          <FigureChart shown={shown} names={['reviews']} title={t`Reviews over time`} empty={noReviews} />
        </AnalyticsCard>
        <AnalyticsCard
          shown={shown}
          title={t`From page view to review`}
          file={{ figures: ['pageViews', 'formOpens', 'formReviews'] }}
          help={t`On your store, without reviews that emails brought.`}
        >
          <Funnel
            title={t`From page view to review`}
            shown={shown}
            names={['pageViews', 'formOpens', 'formReviews']}
            empty={t`Views of your review widgets, and how many of them lead to a review, are shown here.`}
          />
        </AnalyticsCard>
      </InlineGrid>
      <AnalyticsCard shown={shown} title={t`Products`} file={{ table: 'product', of: t`Product` }}>
        <ProductTable shown={shown} />
      </AnalyticsCard>
      <InlineGrid columns={{ xs: 1, lg: 2 }} gap="400">
        <SourcesCard shown={shown} />
        <CodesCard shown={shown} />
      </InlineGrid>
    </>
  )
}

function SourcesCard({ shown }: { shown: Shown }) {
  const { t } = useLingui()
  const sourceName = useSourceNames()
  return (
    <AnalyticsCard
      shown={shown}
      title={t`Reviews by source`}
      file={{ table: 'source', of: t`Source` }}
      help={t`With imported reviews.`}
    >
      <BarList
        title={t`Reviews by source`}
        of={t`Source`}
        breakdown={breakdownOf(shown.page, 'source')}
        currency={shown.currency}
        nameOf={sourceName}
        empty={t`Where your reviews come from is shown here.`}
      />
    </AnalyticsCard>
  )
}

function CodesCard({ shown }: { shown: Shown }) {
  const { t } = useLingui()
  return (
    <AnalyticsCard
      shown={shown}
      title={t`Revenue through codes`}
      file={{ figures: ['codesIssued', 'codesUsed', 'codeRevenue'] }}
      help={t`Orders paid with a discount code that a review earned.`}
    >
      <Funnel
        title={t`Discount codes`}
        shown={shown}
        names={['codesIssued', 'codesUsed']}
        hasShares={false}
        empty={t`Codes that your reviewers received and used are shown here.`}
      />
      <FigureChart
        shown={shown}
        names={['codeRevenue']}
        title={t`Revenue through codes`}
        kind="bar"
        empty={t`Orders paid with these codes are shown here by day.`}
      />
    </AnalyticsCard>
  )
}
