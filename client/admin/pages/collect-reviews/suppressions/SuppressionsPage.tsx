import { useLingui } from '@lingui/react/macro'
import {
  Badge,
  BlockStack,
  Box,
  IndexTable,
  InlineStack,
  useBreakpoints,
  useIndexResourceState,
} from '@shopify/polaris'
import { Suspense, useState } from 'react'
import { usePreloadedQuery, type PreloadedQuery } from 'react-relay/hooks'
import { toEnumName } from '../../../../../rules/enum-name.ts'
import { SUPPRESSION_REASONS } from '../../../../../rules/suppressions.ts'
import type {
  suppressionsLoaderQuery,
  suppressionsLoaderQuery$data,
} from '../../../../__generated__/suppressionsLoaderQuery.graphql.ts'
import { hrefIn, useMode } from '../../../shell/frame/mode.tsx'
import { PageSkeleton } from '../../../shell/frame/PageSkeleton.tsx'
import { useReadOnly } from '../../../shell/frame/viewer.tsx'
import { useRouteQuery } from '../../../shell/relay/routeQuery.ts'
import { useFormat } from '../../../shell/words/useFormat.ts'
import { EmptyPlace } from '../../../ui/EmptyPlace.tsx'
import { ListPage } from '../../../ui/lists/ListPage.tsx'
import { useListState } from '../../../ui/lists/useListState.ts'
import { suppressionWords } from '../../../ui/suppressionWords.ts'
import { AddDialog } from './AddDialog.tsx'
import { ImportDialog } from './ImportDialog.tsx'
import { RemoveDialog } from './RemoveDialog.tsx'
import { suppressionsQuery, suppressionsSpec } from './suppressionsLoader.ts'
import { useExport } from './useExport.ts'

/** Lists addresses that get no review requests, with the reason. */
export function Component() {
  const query = useRouteQuery<suppressionsLoaderQuery>()
  return (
    <Suspense fallback={<PageSkeleton kind="list" />}>
      <Suppressions query={query} />
    </Suspense>
  )
}

type Shop = NonNullable<suppressionsLoaderQuery$data['viewer']['shop']>

function Suppressions({ query }: { query: PreloadedQuery<suppressionsLoaderQuery> }) {
  const {
    viewer: { shop },
  } = usePreloadedQuery<suppressionsLoaderQuery>(suppressionsQuery, query)
  return shop && <SuppressionList list={shop.suppressions} />
}

function SuppressionList({ list: { edges, pageInfo, totalCount } }: { list: Shop['suppressions'] }) {
  const { t, i18n } = useLingui()
  const controls = useListState(suppressionsSpec)
  const readOnly = useReadOnly()
  const [open, setOpen] = useState<'add' | 'import' | 'remove' | null>(null)
  const rows = edges.map(({ node }) => node)
  const { selectedResources, allResourcesSelected, handleSelectionChange, clearSelection } = useIndexResourceState(
    rows.map(({ id }) => ({ id })),
  )
  const selected = rows.filter(({ id }) => selectedResources.includes(id))
  const page = usePageActions(setOpen)
  const isEmpty = totalCount === 0 && controls.state.searchText === '' && controls.state.filters.reason.length === 0
  const close = () => setOpen(null)
  return (
    <>
      <ListPage
        title={t`Suppression list`}
        list={controls}
        tabs={[
          { value: '', label: t`All` },
          ...SUPPRESSION_REASONS.map((reason) => ({ value: reason, label: i18n._(suppressionWords[reason]) })),
        ]}
        tabFilter="reason"
        filters={[]}
        sorts={[]}
        searchPlaceholder={t`Search email addresses`}
        headings={[{ title: t`Email` }, { title: t`Reason` }, { title: t`Date` }]}
        resourceName={{ singular: t`address`, plural: t`addresses` }}
        itemCount={rows.length}
        {...(readOnly
          ? {}
          : {
              selection: {
                selectedItemsCount:
                  allResourcesSelected && selected.length === rows.length ? ('All' as const) : selected.length,
                onSelectionChange: handleSelectionChange,
                promotedBulkActions: [{ content: t`Remove from list`, onAction: () => setOpen('remove') }],
              },
            })}
        pageInfo={pageInfo}
        totalCount={totalCount ?? null}
        empty={isEmpty ? <NoSuppressions add={readOnly ? null : () => setOpen('add')} /> : null}
        page={page}
      >
        {rows.map((row, position) => (
          <Row key={row.id} row={row} position={position} selected={selectedResources.includes(row.id)} />
        ))}
      </ListPage>
      {open === 'add' && <AddDialog onClose={close} />}
      {open === 'import' && <ImportDialog onClose={close} />}
      {open === 'remove' && (
        <RemoveDialog
          entries={selected.map(({ email, reason }) => ({ email, reason }))}
          onClose={close}
          onDone={clearSelection}
        />
      )}
    </>
  )
}

type Entry = Shop['suppressions']['edges'][number]['node']

function Row({
  row: { id, email, reason: wire, createdAt },
  position,
  selected,
}: {
  row: Entry
  position: number
  selected: boolean
}) {
  const { i18n } = useLingui()
  const format = useFormat()
  const { smDown } = useBreakpoints()
  const reason = SUPPRESSION_REASONS.find((each) => toEnumName(each) === wire)
  const address = (
    <span data-user-content style={{ overflowWrap: 'anywhere' }}>
      {email}
    </span>
  )
  const badge = reason && <Badge>{i18n._(suppressionWords[reason])}</Badge>
  const day = <time dateTime={createdAt}>{format.date(createdAt)}</time>
  if (smDown) {
    return (
      <IndexTable.Row id={id} position={position} selected={selected}>
        <IndexTable.Cell className="c-narrow-cell">
          <Box paddingBlock="200" paddingInlineEnd="300">
            <BlockStack gap="100">
              {address}
              <InlineStack gap="200" blockAlign="center">
                {badge}
                {day}
              </InlineStack>
            </BlockStack>
          </Box>
        </IndexTable.Cell>
      </IndexTable.Row>
    )
  }
  return (
    <IndexTable.Row id={id} position={position} selected={selected}>
      <IndexTable.Cell>{address}</IndexTable.Cell>
      <IndexTable.Cell>{badge}</IndexTable.Cell>
      <IndexTable.Cell>{day}</IndexTable.Cell>
    </IndexTable.Row>
  )
}

function NoSuppressions({ add }: { add: (() => void) | null }) {
  const { t } = useLingui()
  return (
    <EmptyPlace
      title={t`Everyone can get requests`}
      {...(add ? { primary: { content: t`Add addresses`, onAction: add } } : {})}
    >
      {t`Customers who unsubscribe, addresses that don’t exist, and customers you block appear here. They don’t get review requests.`}
    </EmptyPlace>
  )
}

function usePageActions(open: (dialog: 'add' | 'import') => void) {
  const { t } = useLingui()
  const mode = useMode()
  const readOnly = useReadOnly()
  const [exportList, exporting] = useExport()
  return {
    backAction: { content: t`Request settings`, url: hrefIn(mode, '/collect-reviews/setting-request') },
    ...(readOnly ? {} : { primaryAction: { content: t`Add addresses`, onAction: () => open('add') } }),
    secondaryActions: [
      ...(readOnly ? [] : [{ content: t`Import`, onAction: () => open('import') }]),
      { content: t`Export`, onAction: exportList, loading: exporting },
    ],
  }
}
