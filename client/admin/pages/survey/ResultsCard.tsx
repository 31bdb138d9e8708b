import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { BlockStack, Card, InlineStack, Link, Text } from '@shopify/polaris'
import type { surveyLoaderQuery$data } from '../../../__generated__/surveyLoaderQuery.graphql.ts'
import { hrefIn, useMode } from '../../shell/frame/mode.tsx'
import { useFormat } from '../../shell/words/useFormat.ts'
import { SurveySplit } from '../../ui/SurveySplit.tsx'

type Results = NonNullable<surveyLoaderQuery$data['viewer']['shop']>['surveyResults']

/** The results of the last 30 days at a glance. */
export function ResultsCard({ results, isOn }: { results: Results; isOn: boolean }) {
  const { t } = useLingui()
  const mode = useMode()
  const format = useFormat()
  const { answers, nps } = results
  return (
    <Card>
      <BlockStack gap="300">
        <InlineStack align="space-between" blockAlign="center">
          <Text as="h2" variant="headingMd">{t`Last 30 days`}</Text>
          <Link url={hrefIn(mode, '/analytics/survey?date=last30Days')}>{t`View all results`}</Link>
        </InlineStack>
        {answers === 0 || nps == null ? (
          <Text as="p" tone="subdued">
            {isOn
              ? t`Answers appear here: your recommendation score, who would recommend you, and what customers say.`
              : t`Turn the survey on to see here who would recommend you, and what customers say.`}
          </Text>
        ) : (
          <>
            <InlineStack gap="300" blockAlign="baseline">
              <strong className="c-survey-nps">
                {format.number(nps, { maximumFractionDigits: 0, signDisplay: 'exceptZero' })}
              </strong>
              <Text as="span" tone="subdued">
                <Trans>Net promoter score</Trans> · <Plural value={answers} one="# answer" other="# answers" />
              </Text>
            </InlineStack>
            <SurveySplit {...results} />
          </>
        )}
      </BlockStack>
    </Card>
  )
}
