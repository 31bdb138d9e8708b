import { useLingui } from '@lingui/react/macro'
import { Badge, BlockStack, Button, Card, InlineStack, Pagination, SkeletonBodyText, Text } from '@shopify/polaris'
import { ExportIcon } from '@shopify/polaris-icons'
import { useState } from 'react'
import { graphql } from 'react-relay/hooks'
import { useSearchParams } from 'react-router'
import type { SurveyAnswersCsvQuery } from '../../../__generated__/SurveyAnswersCsvQuery.graphql.ts'
import type { SurveyAnswersQuery, SurveyAnswersQuery$data } from '../../../__generated__/SurveyAnswersQuery.graphql.ts'
import { groupOfScore } from '../../../../rules/survey.ts'
import { Part, useOwnQuery } from '../../shell/Part.tsx'
import { useDownload } from '../../shell/relay/useDownload.ts'
import { useFormat } from '../../shell/words/useFormat.ts'
import { readRange } from './analyticsLoader.ts'
import { useChannelNames } from './names.ts'
import { QuestionBars } from './QuestionBars.tsx'

const query = graphql`
  query SurveyAnswersQuery($period: String, $from: String, $to: String, $first: Int, $after: String, $last: Int, $before: String) {
    viewer { shop { surveyResults(period: $period, from: $from, to: $to) {
      questions { question answers choices { choice count } }
      list(first: $first, after: $after, last: $last, before: $before, hasComment: true) {
        pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
        edges { node { id answeredAt score question choice comment channel orderName } }
      }
    } } }
  }
`
const csvQuery = graphql`
  query SurveyAnswersCsvQuery($period: String, $from: String, $to: String) {
    viewer { shop { surveyResults(period: $period, from: $from, to: $to) { from to csv } } }
  }
`

/** Periods by their names in GraphQL's enum. */
const periodNames: Readonly<Record<string, string>> = {
  TODAY: 'today',
  YESTERDAY: 'yesterday',
  LAST_7_DAYS: 'last7Days',
  LAST_30_DAYS: 'last30Days',
  ALL_TIME: 'allTime',
}

const pageSize = 10
type Paging = Pick<SurveyAnswersQuery['variables'], 'first' | 'after' | 'last' | 'before'>

/** The answers of the page's range: bars for each question, and what customers wrote. */
export function SurveyAnswers() {
  const [params] = useSearchParams()
  const { period, from, to } = readRange(params).variables
  const range = { period: periodNames[period] ?? null, from: from ?? null, to: to ?? null }
  return (
    <Card>
      <Part waits={<SkeletonBodyText lines={8} />}>
        <Answers key={JSON.stringify(range)} range={range} />
      </Part>
    </Card>
  )
}

interface Range {
  period: string | null
  from: string | null
  to: string | null
}

function Answers({ range }: { range: Range }) {
  const { t } = useLingui()
  const [paging, setPaging] = useState<Paging>({ first: pageSize })
  const results = useOwnQuery<SurveyAnswersQuery>(
    query,
    { ...range, first: null, after: null, last: null, before: null, ...paging },
    'store-or-network',
  ).viewer.shop?.surveyResults
  const [download, busy] = useDownload<SurveyAnswersCsvQuery>(csvQuery, range, ({ viewer: { shop } }) =>
    shop
      ? { csv: shop.surveyResults.csv, name: `survey_${shop.surveyResults.from}_${shop.surveyResults.to}.csv` }
      : 'unexpected',
  )
  if (!results) return null
  const { pageInfo, edges } = results.list
  return (
    <BlockStack gap="500">
      <InlineStack align="space-between" blockAlign="center">
        <Text as="h2" variant="headingMd">{t`Answers`}</Text>
        <Button icon={ExportIcon} loading={busy} onClick={download}>{t`Export answers`}</Button>
      </InlineStack>
      {results.questions.map((question) => (
        <QuestionBars key={question.question} question={question} />
      ))}
      <BlockStack gap="300">
        <Text as="h3" variant="headingSm">{t`What customers write`}</Text>
        {edges.length === 0 ? (
          <Text as="p" tone="subdued">{t`Comments of your customers are listed here.`}</Text>
        ) : (
          <ul className="c-survey-comments">
            {edges.map(({ node }) => (
              <Comment key={node.id} answer={node} />
            ))}
          </ul>
        )}
        {(pageInfo.hasNextPage || pageInfo.hasPreviousPage) && (
          <InlineStack align="center">
            <Pagination
              hasPrevious={pageInfo.hasPreviousPage}
              hasNext={pageInfo.hasNextPage}
              onPrevious={() => setPaging({ last: pageSize, before: pageInfo.startCursor ?? null })}
              onNext={() => setPaging({ first: pageSize, after: pageInfo.endCursor ?? null })}
            />
          </InlineStack>
        )}
      </BlockStack>
    </BlockStack>
  )
}

type Answer = NonNullable<SurveyAnswersQuery$data['viewer']['shop']>['surveyResults']['list']['edges'][number]['node']

const tones = { promoter: 'success', passive: undefined, detractor: 'critical' } as const

function Comment({ answer: { score, comment, answeredAt, choice, channel, orderName } }: { answer: Answer }) {
  const format = useFormat()
  const channelName = useChannelNames()
  const tone = tones[groupOfScore(score ?? 0)]
  const about = [choice, answeredAt ? format.date(answeredAt) : '', orderName, channelName(channel)].filter(Boolean)
  return (
    <li>
      <Badge {...(tone && { tone })}>{String(score ?? '–')}</Badge>
      <div>
        <p data-user-content dir="auto">
          {comment}
        </p>
        <Text as="p" tone="subdued" variant="bodySm">
          <span data-user-content>{about.join(' · ')}</span>
        </Text>
      </div>
    </li>
  )
}
