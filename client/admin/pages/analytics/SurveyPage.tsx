import { Trans, useLingui } from '@lingui/react/macro'
import { Card, InlineGrid, Link, Text } from '@shopify/polaris'
import { groupOfScore, type SurveyGroup } from '../../../../rules/survey.ts'
import { hrefIn, useMode } from '../../shell/frame/mode.tsx'
import { EmptyPlace } from '../../ui/EmptyPlace.tsx'
import { SurveySplit } from '../../ui/SurveySplit.tsx'
import { AnalyticsFrame, type Shown } from './AnalyticsFrame.tsx'
import { BarList } from './BarList.tsx'
import { AnalyticsCard, FigureChart, Tiles } from './cards.tsx'
import { breakdownOf, figureOf } from './figures.ts'
import { useChannelNames } from './names.ts'
import { SurveyAnswers } from './SurveyAnswers.tsx'

/** What customers answer (spec 2: /other-compliance). */
export function Component() {
  const { t } = useLingui()
  return <AnalyticsFrame title={t`Survey analytics`}>{(shown) => <Survey shown={shown} />}</AnalyticsFrame>
}

function Survey({ shown }: { shown: Shown }) {
  const { t } = useLingui()
  const mode = useMode()
  const channelName = useChannelNames()
  const { page, currency } = shown
  const settings = { content: t`Customer survey`, url: hrefIn(mode, '/other-compliance') }
  if (!figureOf(page, 'surveyAnswers').total)
    return (
      <Card>
        <EmptyPlace title={t`No answers in this range`} primary={settings}>
          {t`Your net promoter score, its trend, the answers to your question and what customers write will be here.`}
        </EmptyPlace>
      </Card>
    )
  const { rows } = breakdownOf(page, 'score')
  const inGroup = (group: SurveyGroup) =>
    rows.reduce((sum, { key, totals }) => sum + (groupOfScore(Number(key)) === group ? (totals[0] ?? 0) : 0), 0)
  return (
    <>
      <Tiles shown={shown} names={['nps', 'surveyAnswers']} />
      <InlineGrid columns={{ xs: 1, lg: 'minmax(0, 2fr) minmax(0, 1fr)' }} gap="400">
        <AnalyticsCard
          shown={shown}
          title={t`Net promoter score over time`}
          file={{ figures: ['nps', 'surveyAnswers'] }}
        >
          <FigureChart shown={shown} names={['nps']} title={t`Net promoter score over time`} />
        </AnalyticsCard>
        <AnalyticsCard
          shown={shown}
          title={t`Would they recommend you?`}
          file={{ table: 'score', of: t`Score` }}
          help={t`The score is the share of promoters less the share of detractors.`}
        >
          <SurveySplit
            promoters={inGroup('promoter')}
            passives={inGroup('passive')}
            detractors={inGroup('detractor')}
          />
        </AnalyticsCard>
      </InlineGrid>
      <SurveyAnswers />
      <AnalyticsCard shown={shown} title={t`Where customers answered`} file={{ table: 'channel', of: t`Place` }}>
        <BarList
          title={t`Where customers answered`}
          of={t`Place`}
          breakdown={breakdownOf(page, 'channel')}
          currency={currency}
          nameOf={channelName}
          empty=""
        />
      </AnalyticsCard>
      <Text as="p" tone="subdued">
        <Link url={settings.url}>
          <Trans>Change the question and where you ask</Trans>
        </Link>
      </Text>
    </>
  )
}
