import { Plural, Trans } from '@lingui/react/macro'
import { Card, InlineGrid, Text } from '@shopify/polaris'
import { hrefIn, useMode } from '../../../shell/frame/mode.tsx'
import { useFormat } from '../../../shell/words/useFormat.ts'
import { RatingHistogram } from '../../../ui/RatingHistogram.tsx'
import { Stars } from '../../../ui/Stars.tsx'

interface Props {
  summary: { count: number; average: number; histogram: readonly number[] }
}

/** Number, average and distribution of the published reviews. */
export function RatingOverview({ summary }: Props) {
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
