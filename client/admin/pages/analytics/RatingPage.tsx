import { useLingui } from '@lingui/react/macro'
import { InlineGrid } from '@shopify/polaris'
import { useFormat } from '../../shell/words/useFormat.ts'
import { Chart } from '../../ui/charts/Chart.tsx'
import { axisName, pointName } from '../../ui/charts/pointNames.ts'
import { RatingHistogram } from '../../ui/RatingHistogram.tsx'
import { AnalyticsFrame, type Shown } from './AnalyticsFrame.tsx'
import { BarList } from './BarList.tsx'
import { AnalyticsCard, FigureChart, Tiles } from './cards.tsx'
import { breakdownOf } from './figures.ts'
import { useCountryNames, useSourceNames, useStarNames } from './names.ts'
import { ProductTable } from './ProductTable.tsx'
import { Topics } from './topics/Topics.tsx'
import { useNoReviews } from './useNoReviews.ts'
import { useReviewsLink } from './useReviewsLink.ts'

/** How shoppers rate (spec 2: /analytics/rating). */
export function Component() {
  const { t } = useLingui()
  return <AnalyticsFrame title={t`Rating analytics`}>{(shown) => <Rating shown={shown} />}</AnalyticsFrame>
}

function Rating({ shown }: { shown: Shown }) {
  const { t } = useLingui()
  const countryName = useCountryNames()
  const sourceName = useSourceNames()
  const { page, currency } = shown
  const hrefOf = useReviewsLink(page)
  const noReviews = useNoReviews()
  const { rows } = breakdownOf(page, 'rating')
  return (
    <>
      <Tiles shown={shown} names={['averageRating', 'reviews', 'publishingRate', 'photoRate']} />
      <InlineGrid columns={{ xs: 1, lg: 'minmax(0, 2fr) minmax(0, 1fr)' }} gap="400">
        <AnalyticsCard shown={shown} title={t`Ratings over time`} file={{ figures: ['reviews', 'averageRating'] }}>
          <RatingsChart shown={shown} />
        </AnalyticsCard>
        <AnalyticsCard shown={shown} title={t`Reviews by rating`} file={{ table: 'rating', of: t`Stars` }}>
          <RatingHistogram
            histogram={rows.map(({ totals }) => totals[0] ?? 0).reverse()}
            hrefOf={(rate) => hrefOf({ rateMultipleFilter: String(rate) })}
          />
        </AnalyticsCard>
      </InlineGrid>
      <AnalyticsCard shown={shown} title={t`Average rating over time`} file={{ figures: ['averageRating'] }}>
        <FigureChart shown={shown} names={['averageRating']} title={t`Average rating over time`} empty={noReviews} />
      </AnalyticsCard>
      <Topics />
      <AnalyticsCard shown={shown} title={t`Products`} file={{ table: 'product', of: t`Product` }}>
        <ProductTable shown={shown} />
      </AnalyticsCard>
      <InlineGrid columns={{ xs: 1, lg: 2 }} gap="400">
        <AnalyticsCard shown={shown} title={t`Reviews by country`} file={{ table: 'country', of: t`Country` }}>
          <BarList
            title={t`Reviews by country`}
            of={t`Country`}
            breakdown={breakdownOf(page, 'country')}
            currency={currency}
            nameOf={countryName}
            empty={t`Countries of your reviewers, with their rating, are listed here.`}
          />
        </AnalyticsCard>
        <AnalyticsCard
          shown={shown}
          title={t`Reviews by source`}
          file={{ table: 'source', of: t`Source` }}
          help={t`With imported reviews.`}
        >
          <BarList
            title={t`Reviews by source`}
            of={t`Source`}
            breakdown={breakdownOf(page, 'source')}
            currency={currency}
            nameOf={sourceName}
            empty={t`Where your reviews come from is shown here.`}
          />
        </AnalyticsCard>
      </InlineGrid>
    </>
  )
}

/** Reviews over time, stacked by stars. */
function RatingsChart({ shown: { page } }: { shown: Shown }) {
  const { t } = useLingui()
  const format = useFormat()
  const starName = useStarNames()
  const empty = useNoReviews()
  const rows = breakdownOf(page, 'rating').rows.toReversed()
  return (
    <Chart
      title={t`Ratings over time`}
      kind="stack"
      points={page.at.map((at) => pointName(at, page.interval, format))}
      axis={page.at.map((at) => axisName(at, page.interval, format))}
      series={rows.map(({ key, values }) => ({ label: starName(key), values: values ?? [] }))}
      empty={empty}
      write={(value) => format.number(value)}
      colors={rows.map(({ key }) => `rate${key}`)}
    />
  )
}
