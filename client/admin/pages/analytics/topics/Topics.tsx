import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { BlockStack, Button, Card, InlineStack, Popover, SkeletonBodyText, Spinner, Text } from '@shopify/polaris'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { graphql } from 'react-relay/hooks'
import type { TopicsQuery, TopicsQuery$data } from '../../../../__generated__/TopicsQuery.graphql.ts'
import type { TopicsRefreshMutation } from '../../../../__generated__/TopicsRefreshMutation.graphql.ts'
import { hrefIn, useMode } from '../../../shell/frame/mode.tsx'
import { useReadOnly } from '../../../shell/frame/viewer.tsx'
import { Part, useOwnQuery } from '../../../shell/Part.tsx'
import { useCommit } from '../../../shell/relay/useCommit.ts'
import { useFormat } from '../../../shell/words/useFormat.ts'
import { ProductFilter } from '../../../ui/lists/ProductFilter.tsx'
import { Stars } from '../../../ui/Stars.tsx'
import './topics.css'

const query = graphql`
  query TopicsQuery($productId: ID) {
    viewer { shop { topics(productId: $productId) { id isStale countedAt reviews topics { word search mentions good bad quotes { reviewId rate text } } } } }
  }
`
const mutation = graphql`
  mutation TopicsRefreshMutation($input: RefreshTopicsInput!) {
    refreshTopics(input: $input) {
      __typename
      ... on RefreshTopicsSuccess { data { id isStale countedAt reviews topics { word search mentions good bad quotes { reviewId rate text } } } }
      ... on Refusal { code message params }
    }
  }
`

type Report = NonNullable<TopicsQuery$data['viewer']['shop']>['topics']
type Topic = Report['topics'][number]

/** What reviews mention most, of the whole shop or one product, with the share of good and bad reviews. */
export function Topics() {
  const { t } = useLingui()
  const [productId, setProductId] = useState<string | null>(null)
  return (
    <Card>
      <BlockStack gap="400">
        <InlineStack align="space-between" blockAlign="start" gap="200">
          <BlockStack gap="050">
            <Text as="h2" variant="headingMd">{t`Mentioned most`}</Text>
            <Text as="p" tone="subdued">
              <Trans>What your reviews talk about, and how happy those customers were.</Trans>
            </Text>
          </BlockStack>
          <ProductChoice productId={productId} onChange={setProductId} />
        </InlineStack>
        <Part waits={<SkeletonBodyText lines={8} />}>
          <TopicList key={productId} productId={productId} />
        </Part>
      </BlockStack>
    </Card>
  )
}

function ProductChoice({ productId, onChange }: { productId: string | null; onChange: (id: string | null) => void }) {
  const { t } = useLingui()
  const [open, setOpen] = useState(false)
  return (
    <InlineStack gap="200">
      {productId && <Button variant="tertiary" onClick={() => onChange(null)}>{t`All products`}</Button>}
      <Popover
        active={open}
        onClose={() => setOpen(false)}
        activator={
          <Button disclosure onClick={() => setOpen(!open)}>
            {productId ? t`Another product` : t`All products`}
          </Button>
        }
      >
        <Popover.Pane>
          <div className="c-topics-picker">
            <ProductFilter
              selected={productId ? [productId] : []}
              onChange={(ids) => {
                onChange(ids.at(-1) ?? null)
                setOpen(false)
              }}
            />
          </div>
        </Popover.Pane>
      </Popover>
    </InlineStack>
  )
}

function TopicList({ productId }: { productId: string | null }) {
  const { t } = useLingui()
  const report = useOwnQuery<TopicsQuery>(query, { productId }, 'store-and-network').viewer.shop?.topics
  const readOnly = useReadOnly()
  const [refresh, counting] = useCommit<TopicsRefreshMutation>(mutation)
  const asked = useRef(false)
  const isStale = report?.isStale && !readOnly
  useEffect(() => {
    if (!isStale || asked.current) return
    asked.current = true
    void refresh({ input: { productId } })
  }, [isStale, productId, refresh])
  if (!report) return null
  if (report.topics.length > 0)
    return (
      <BlockStack gap="300">
        <ul className="c-topics">
          {report.topics.map((topic) => (
            <TopicRow key={topic.word} topic={topic} productId={productId} />
          ))}
        </ul>
        <Text as="p" tone="subdued" variant="bodySm">
          <Plural value={report.reviews} one="From the newest # review." other="From the newest # reviews." />
        </Text>
      </BlockStack>
    )
  if (!report.countedAt && counting)
    return (
      <InlineStack gap="200" blockAlign="center">
        <Spinner size="small" accessibilityLabel={t`Reading reviews`} />
        <Text as="p" tone="subdued">
          <Trans>Reading your reviews…</Trans>
        </Text>
      </InlineStack>
    )
  return (
    <Text as="p" tone="subdued">
      <Trans>
        Once three reviews mention the same thing, such as a size or the delivery, you see it here with what happy and
        unhappy customers say about it.
      </Trans>
    </Text>
  )
}

function TopicRow({ topic, productId }: { topic: Topic; productId: string | null }) {
  const { t } = useLingui()
  const format = useFormat()
  const mode = useMode()
  const { word, search, mentions, good, bad, quotes } = topic
  const query = new URLSearchParams({
    searchText: search,
    statusFilter: 'published',
    ...(productId && { productIdsFilter: productId }),
  })
  const share = (part: number) => format.number(part / mentions, { style: 'percent' })
  const [goodShare, badShare] = [share(good), share(bad)]
  return (
    <li className="c-topic">
      <div className="c-topic-head">
        <Link to={hrefIn(mode, `/reviews/list?${query}`)} data-user-content>
          {word}
        </Link>
        <span>
          <Plural value={mentions} one="# review" other="# reviews" />
        </span>
      </div>
      <div className="c-topic-bar" role="img" aria-label={t`${goodShare} good, ${badShare} bad`}>
        <span style={{ flexGrow: good }} data-part="good" />
        <span style={{ flexGrow: mentions - good - bad }} data-part="between" />
        <span style={{ flexGrow: bad }} data-part="bad" />
      </div>
      <div className="c-topic-shares" aria-hidden>
        <span data-part="good">
          <Trans>{goodShare} good</Trans>
        </span>
        <span data-part="bad">
          <Trans>{badShare} bad</Trans>
        </span>
      </div>
      {quotes.map(({ reviewId, rate, text }) => (
        <blockquote key={reviewId} data-user-content>
          <Stars rate={rate} size={12} /> {text}
        </blockquote>
      ))}
    </li>
  )
}
