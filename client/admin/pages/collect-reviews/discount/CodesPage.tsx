import { useLingui } from '@lingui/react/macro'
import { Badge, BlockStack, Box, IndexTable, InlineStack, Text, useBreakpoints } from '@shopify/polaris'
import { Suspense } from 'react'
import { usePreloadedQuery, type PreloadedQuery } from 'react-relay/hooks'
import { toEnumName } from '../../../../../rules/enum-name.ts'
import { DISCOUNT_STATES } from '../../../../../rules/settings/discount.ts'
import type { codesLoaderQuery, codesLoaderQuery$data } from '../../../../__generated__/codesLoaderQuery.graphql.ts'
import { hrefIn, useMode } from '../../../shell/frame/mode.tsx'
import { PageSkeleton } from '../../../shell/frame/PageSkeleton.tsx'
import { useRouteQuery } from '../../../shell/relay/routeQuery.ts'
import { useFormat } from '../../../shell/words/useFormat.ts'
import { discountStateWords, useMoney, useWorth } from '../../../ui/discountWords.ts'
import { EmptyPlace } from '../../../ui/EmptyPlace.tsx'
import { ListPage } from '../../../ui/lists/ListPage.tsx'
import { useListState } from '../../../ui/lists/useListState.ts'
import { codesQuery, codesSpec } from './codesLoader.ts'

/** Discount codes that reviews earned, with their use. */
export function Component() {
  const query = useRouteQuery<codesLoaderQuery>()
  return (
    <Suspense fallback={<PageSkeleton kind="list" />}>
      <Codes query={query} />
    </Suspense>
  )
}

type Shop = NonNullable<codesLoaderQuery$data['viewer']['shop']>

function Codes({ query }: { query: PreloadedQuery<codesLoaderQuery> }) {
  const {
    viewer: { shop },
  } = usePreloadedQuery<codesLoaderQuery>(codesQuery, query)
  return shop && <CodeList list={shop.discounts} />
}

function CodeList({ list: { edges, pageInfo, totalCount } }: { list: Shop['discounts'] }) {
  const { t, i18n } = useLingui()
  const mode = useMode()
  const controls = useListState(codesSpec)
  const rows = edges.map(({ node }) => node)
  const isEmpty = totalCount === 0 && controls.state.searchText === '' && controls.state.filters.state.length === 0
  return (
    <ListPage
      title={t`Discount codes`}
      list={controls}
      tabs={[
        { value: '', label: t`All` },
        ...DISCOUNT_STATES.map((state) => ({ value: state, label: i18n._(discountStateWords[state]) })),
      ]}
      tabFilter="state"
      filters={[]}
      sorts={[]}
      searchPlaceholder={t`Search codes and email addresses`}
      headings={[
        { title: t`Code` },
        { title: t`Customer` },
        { title: t`Status` },
        { title: t`Expires` },
        { title: t`Used` },
        { title: t`Revenue`, alignment: 'end' },
      ]}
      resourceName={{ singular: t`code`, plural: t`codes` }}
      itemCount={rows.length}
      pageInfo={pageInfo}
      totalCount={totalCount ?? null}
      empty={
        isEmpty ? (
          <EmptyPlace
            title={t`No codes yet`}
          >{t`When a review earns a discount, its code appears here, with the order that used it.`}</EmptyPlace>
        ) : null
      }
      page={{ backAction: { content: t`Reviewer discount`, url: hrefIn(mode, '/collect-reviews/discount') } }}
    >
      {rows.map((row, position) => (
        <Row key={row.id} row={row} position={position} />
      ))}
    </ListPage>
  )
}

type Code = Shop['discounts']['edges'][number]['node']

function Row({ row, position }: { row: Code; position: number }) {
  const { i18n } = useLingui()
  const format = useFormat()
  const { smDown } = useBreakpoints()
  const state = DISCOUNT_STATES.find((each) => toEnumName(each) === row.state)
  const worth = useWorth()(row)
  const money = useMoney()
  const code = (
    <BlockStack>
      <span data-user-content dir="ltr">
        {row.code}
      </span>
      <Text as="span" tone="subdued">
        {worth}
      </Text>
    </BlockStack>
  )
  const badge = state && (
    <Badge {...(state === 'redeemed' ? { tone: 'success' as const } : {})}>{i18n._(discountStateWords[state])}</Badge>
  )
  const email = (
    <span data-user-content style={{ overflowWrap: 'anywhere' }}>
      {row.email}
    </span>
  )
  const status = (
    <BlockStack gap="100">
      <span>{badge}</span>
      {row.error && (
        <Text as="span" tone="critical">
          {row.error}
        </Text>
      )}
    </BlockStack>
  )
  const revenue = row.usedAt ? money(row.revenueCents / 100, row.currency) : ''
  if (smDown) {
    return (
      <IndexTable.Row id={row.id} position={position}>
        <IndexTable.Cell className="c-narrow-cell">
          <Box padding="300">
            <BlockStack gap="100">
              {code}
              {email}
              <InlineStack gap="200">
                {status}
                {revenue}
              </InlineStack>
            </BlockStack>
          </Box>
        </IndexTable.Cell>
      </IndexTable.Row>
    )
  }
  return (
    <IndexTable.Row id={row.id} position={position}>
      <IndexTable.Cell>{code}</IndexTable.Cell>
      <IndexTable.Cell>{email}</IndexTable.Cell>
      <IndexTable.Cell>{status}</IndexTable.Cell>
      <IndexTable.Cell>{row.endsAt && <time dateTime={row.endsAt}>{format.date(row.endsAt)}</time>}</IndexTable.Cell>
      <IndexTable.Cell>
        {row.usedAt && (
          <>
            {row.usedOrderName} · <time dateTime={row.usedAt}>{format.date(row.usedAt)}</time>
          </>
        )}
      </IndexTable.Cell>
      <IndexTable.Cell>
        <Text as="span" alignment="end" numeric>
          {revenue}
        </Text>
      </IndexTable.Cell>
    </IndexTable.Row>
  )
}
