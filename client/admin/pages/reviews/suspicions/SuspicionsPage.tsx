import './suspicions.css'
import { Trans, useLingui } from '@lingui/react/macro'
import { BlockStack, Button, InlineStack } from '@shopify/polaris'
import { Suspense, useState } from 'react'
import { graphql, usePaginationFragment, usePreloadedQuery, type PreloadedQuery } from 'react-relay/hooks'
import type { SuspicionsPage_shop$key } from '../../../../__generated__/SuspicionsPage_shop.graphql.ts'
import type { SuspicionsPageQuery } from '../../../../__generated__/SuspicionsPageQuery.graphql.ts'
import type { SuspiciousReview_suspicion$key } from '../../../../__generated__/SuspiciousReview_suspicion.graphql.ts'
import type { suspicionsLoaderQuery } from '../../../../__generated__/suspicionsLoaderQuery.graphql.ts'
import { hrefIn, useMode } from '../../../shell/frame/mode.tsx'
import { PageSkeleton } from '../../../shell/frame/PageSkeleton.tsx'
import { useReadOnly } from '../../../shell/frame/viewer.tsx'
import { useRouteQuery } from '../../../shell/relay/routeQuery.ts'
import { AdminPage } from '../../../ui/AdminPage.tsx'
import { EmptyPlace } from '../../../ui/EmptyPlace.tsx'
import { RefusalDialog } from '../review/RefusalDialog.tsx'
import { useListKeys } from '../list/useListKeys.ts'
import { SuspiciousReview } from './SuspiciousReview.tsx'
import { suspicionsQuery } from './suspicionsLoader.ts'
import { useCompareOlder, useDecide, type Decision, type Suspicious } from './useDecide.ts'

const pageSize = 20

/** Lists the reviews that the merchant should look at first, with what speaks against each. */
export function Component() {
  const query = useRouteQuery<suspicionsLoaderQuery>()
  return (
    <Suspense fallback={<PageSkeleton />}>
      <Loaded query={query} />
    </Suspense>
  )
}

function Loaded({ query }: { query: PreloadedQuery<suspicionsLoaderQuery> }) {
  const {
    viewer: { shop },
  } = usePreloadedQuery<suspicionsLoaderQuery>(suspicionsQuery, query)
  return shop && <Suspicions shop={shop} />
}

function Suspicions({ shop }: { shop: SuspicionsPage_shop$key }) {
  const { t } = useLingui()
  const mode = useMode()
  const readOnly = useReadOnly()
  const { data, loadNext, hasNext, isLoadingNext } = usePaginationFragment<
    SuspicionsPageQuery,
    SuspicionsPage_shop$key
  >(
    graphql`
      fragment SuspicionsPage_shop on Shop @refetchable(queryName: "SuspicionsPageQuery") @argumentDefinitions(count: { type: "Int", defaultValue: 20 }, cursor: { type: "String" }) {
        suspicions(first: $count, after: $cursor) @connection(key: "SuspicionsPage_suspicions") {
          edges { node { id review { id status needsReason } ...SuspiciousReview_suspicion @alias(as: "shown") } }
        }
      }
    `,
    shop,
  )
  const [decided, setDecided] = useState<readonly string[]>([])
  const { decide, busy } = useDecide((id) => setDecided((before) => [...before, id]))
  const [compareOlder, comparing] = useCompareOlder()
  const rows = data.suspicions.edges.flatMap(({ node: { review, shown } }) =>
    review && !decided.includes(review.id) ? [{ review, shown }] : [],
  )
  const choice = useChoice(decide)
  const choose = readOnly ? null : choice.choose
  useDecisionKeys(rows, busy, choose)
  return (
    <AdminPage
      title={t`Look at these first`}
      subtitle={t`New reviews with a reason to check them. Ratings are never a reason.`}
      backAction={{ content: t`Manage reviews`, url: hrefIn(mode, '/reviews/list') }}
      secondaryActions={[
        { content: t`Rules`, url: hrefIn(mode, '/settings/moderation') },
        ...(readOnly
          ? []
          : [{ content: t`Check older reviews`, loading: comparing, onAction: () => void compareOlder() }]),
      ]}
    >
      {rows.length === 0 && !hasNext ? (
        <NothingToLookAt />
      ) : (
        <BlockStack gap="400">
          <Rows rows={rows} busy={busy} choose={choose} />
          {hasNext && (
            <InlineStack align="center">
              <Button loading={isLoadingNext} onClick={() => void loadNext(pageSize)}>{t`Show more`}</Button>
            </InlineStack>
          )}
        </BlockStack>
      )}
      {choice.dialog}
    </AdminPage>
  )
}

interface Row {
  review: Suspicious
  shown: SuspiciousReview_suspicion$key
}

type Choose = (review: Suspicious, decision: Decision) => void

/** Asks for the reason before a refusing decision. */
function useChoice(decide: ReturnType<typeof useDecide>['decide']) {
  const [refusing, setRefusing] = useState<{ review: Suspicious; act: 'unpublish' | 'trash' } | null>(null)
  const choose: Choose = (review, decision) => {
    const refused = decision === 'HIDE' ? 'unpublish' : decision === 'TRASH' ? 'trash' : null
    if (refused && review.needsReason) setRefusing({ review, act: refused })
    else void decide(review.id, decision)
  }
  return {
    choose,
    dialog: refusing && (
      <RefusalDialog
        act={refusing.act}
        count={1}
        onClose={() => setRefusing(null)}
        run={(refusal) => decide(refusing.review.id, refusing.act === 'trash' ? 'TRASH' : 'HIDE', refusal)}
      />
    ),
  }
}

function useDecisionKeys(rows: readonly Row[], busy: boolean, choose: Choose | null) {
  const onKey = (decision: Decision) => (id: string) => {
    const row = rows.find(({ review }) => review.id === id)
    if (row && !busy) choose?.(row.review, decision)
  }
  useListKeys({
    rows: rows.map(({ review }) => review.id),
    help: () => undefined,
    onRow: choose ? { p: onKey('PUBLISH'), h: onKey('HIDE'), '#': onKey('TRASH'), f: onKey('FINE') } : {},
  })
}

function NothingToLookAt() {
  const { t } = useLingui()
  return (
    <EmptyPlace title={t`Nothing to look at`}>
      <Trans>
        We compare each new review with your others: the same text or photo, links, and many reviews from one address.
        What stands out will show up here.
      </Trans>
    </EmptyPlace>
  )
}

interface RowsProps {
  rows: readonly Row[]
  busy: boolean
  /** Null for people who may not change reviews. */
  choose: Choose | null
}

function Rows({ rows, busy, choose }: RowsProps) {
  return (
    <>
      <ul className="c-suspicions">
        {rows.map(({ review, shown }) => (
          <li key={review.id} id={review.id}>
            <SuspiciousReview
              suspicion={shown}
              busy={busy}
              choose={choose && ((decision) => choose(review, decision))}
            />
          </li>
        ))}
      </ul>
      <p className="c-quiet c-suspicion-keys">
        <Trans>Keys: j and k move, p publishes, h hides, # moves to the trash, f means fine.</Trans>
      </p>
    </>
  )
}
