import { useLingui } from '@lingui/react/macro'
import { InlineGrid } from '@shopify/polaris'
import { hrefIn, useMode } from '../../shell/frame/mode.tsx'
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

/** How shoppers rate (spec 2: /analytics/rating). */
export function Component() {
  const { t } = useLingui()
  return <AnalyticsFrame title={t`Rating analytics`}>{(shown) => <Rating shown={shown} />}</AnalyticsFrame>
}

function Rating({ shown }: { shown: Shown }) {
  const { t } = useLingui()
  const mode = useMode()
  const countryName = useCountryNames()
  const sourceName = useSourceNames()
  const { page, currency } = shown
  const { rows } = breakdownOf(page, 'rating')
  return (
    <>
      <Tiles shown={shown} names={['averageRating', 'reviews', 'publishingRate', 'photoRate']} />
      <InlineGrid columns={{ xs: 1, lg: 'minmax(0, 2fr) minmax(0, 1fr)' }} gap="400">
        <AnalyticsCard title={t`Ratings over time`}>
          <RatingsChart shown={shown} />
        </AnalyticsCard>
        <AnalyticsCard title={t`Reviews by rating`} table="rating">
          <RatingHistogram
            histogram={rows.map(({ totals }) => totals[0] ?? 0).reverse()}
            hrefOf={(rate) => hrefIn(mode, `/reviews/list?rateMultipleFilter=${rate}`)}
          />
        </AnalyticsCard>
      </InlineGrid>
      <AnalyticsCard title={t`Average rating over time`}>
        <FigureChart shown={shown} names={['averageRating']} title={t`Average rating over time`} />
      </AnalyticsCard>
      <Topics />
      <AnalyticsCard title={t`Products`} table="product">
        <ProductTable shown={shown} />
      </AnalyticsCard>
      <InlineGrid columns={{ xs: 1, lg: 2 }} gap="400">
        <AnalyticsCard title={t`Reviews by country`} table="country">
          <BarList
            title={t`Reviews by country`}
            of={t`Country`}
            breakdown={breakdownOf(page, 'country')}
            currency={currency}
            nameOf={countryName}
            empty={t`Countries of your reviewers, with their rating, are listed here.`}
          />
        </AnalyticsCard>
        <AnalyticsCard title={t`Reviews by source`} help={t`With imported reviews.`} table="source">
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
  const rows = breakdownOf(page, 'rating').rows.toReversed()
  return (
    <Chart
      title={t`Ratings over time`}
      kind="stack"
      points={page.at.map((at) => pointName(at, page.interval, format))}
      axis={page.at.map((at) => axisName(at, page.interval, format))}
      series={rows.map(({ key, values }) => ({ label: starName(key), values: values ?? [] }))}
      write={(value) => format.number(value)}
      colors={rows.map(({ key }) => `rate${key}`)}
    />
  )
}
