import './qr-code.css'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import {
  Banner,
  BlockStack,
  Box,
  Button,
  IndexTable,
  InlineStack,
  Text,
  useBreakpoints,
  useIndexResourceState,
} from '@shopify/polaris'
import { Suspense, useState } from 'react'
import { usePreloadedQuery, type PreloadedQuery } from 'react-relay/hooks'
import type { qrListLoaderQuery, qrListLoaderQuery$data } from '../../../../__generated__/qrListLoaderQuery.graphql.ts'
import { hrefIn, useGo, useMode } from '../../../shell/frame/mode.tsx'
import { PageSkeleton } from '../../../shell/frame/PageSkeleton.tsx'
import { Opening } from '../../../shell/Part.tsx'
import { lazyComponent } from '../../../shell/relay/lazyComponent.tsx'
import { useRouteQuery } from '../../../shell/relay/routeQuery.ts'
import { useFormat } from '../../../shell/words/useFormat.ts'
import { EmptyPlace } from '../../../ui/EmptyPlace.tsx'
import { ListPage } from '../../../ui/lists/ListPage.tsx'
import { useListState } from '../../../ui/lists/useListState.ts'
import { PlanBadge, useFeature } from '../../../ui/PlanGate.tsx'
import { ProductThumbnail } from '../../../ui/ProductThumbnail.tsx'
import { qrListQuery, qrListSpec } from './qrListLoader.ts'
import { useGenerate } from './useGenerate.ts'

const SheetDialog = lazyComponent(async () => (await import('./SheetDialog.tsx')).SheetDialog)

/** Lists the products and makes their QR codes (spec 2). */
export function Component() {
  const query = useRouteQuery<qrListLoaderQuery>()
  return (
    <Suspense fallback={<PageSkeleton kind="list" />}>
      <Loaded query={query} />
    </Suspense>
  )
}

type Shop = NonNullable<qrListLoaderQuery$data['viewer']['shop']>

function Loaded({ query }: { query: PreloadedQuery<qrListLoaderQuery> }) {
  const {
    viewer: { shop },
  } = usePreloadedQuery<qrListLoaderQuery>(qrListQuery, query)
  return shop && <QrList list={shop.qrProducts} />
}

function QrList({ list: { edges, pageInfo, totalCount } }: { list: Shop['qrProducts'] }) {
  const { t } = useLingui()
  const mode = useMode()
  const controls = useListState(qrListSpec)
  const { allowed } = useFeature('qrCode')
  const [isSheetOpen, setSheetOpen] = useState(false)
  const rows = edges.map(({ node }) => node)
  const { selectedResources, allResourcesSelected, handleSelectionChange } = useIndexResourceState(
    rows.map(({ id }) => ({ id })),
  )
  const selected = rows.filter(({ id }) => selectedResources.includes(id))
  const isEmpty = totalCount === 0 && controls.state.searchText === ''
  return (
    <>
      <ListPage
        title={t`QR codes`}
        list={controls}
        tabs={[]}
        tabFilter="tab"
        filters={[]}
        sorts={[
          { value: 'lastImportedAt_desc', label: t`Last import`, direction: t`Newest first` },
          { value: 'lastImportedAt_asc', label: t`Last import`, direction: t`Oldest first` },
          { value: 'title_asc', label: t`Product`, direction: t`A–Z` },
          { value: 'title_desc', label: t`Product`, direction: t`Z–A` },
        ]}
        searchPlaceholder={t`Search products`}
        headings={[
          { title: t`Product` },
          { title: t`Reviews`, alignment: 'end' },
          { title: t`Scans`, alignment: 'end' },
          { title: t`Last import` },
          { title: t`Actions`, hidden: true },
        ]}
        resourceName={{ singular: t`product`, plural: t`products` }}
        itemCount={rows.length}
        {...(allowed
          ? {
              selection: {
                selectedItemsCount:
                  allResourcesSelected && selected.length === rows.length ? ('All' as const) : selected.length,
                onSelectionChange: handleSelectionChange,
                promotedBulkActions: [{ content: t`Print labels`, onAction: () => setSheetOpen(true) }],
              },
            }
          : {})}
        pageInfo={pageInfo}
        totalCount={totalCount ?? null}
        banner={
          allowed ? null : (
            <Banner tone="info" title={t`Collect reviews with QR codes`}>
              <BlockStack gap="200">
                <Trans>Customers scan a code on the package and write a review.</Trans>
                <PlanBadge feature="qrCode" />
              </BlockStack>
            </Banner>
          )
        }
        empty={
          isEmpty ? (
            <EmptyPlace
              title={t`No products yet`}
            >{t`Add products to your store. Each of them gets a QR code that opens its review form.`}</EmptyPlace>
          ) : null
        }
        page={{
          subtitle: t`Customers scan a product’s code to review it.`,
          backAction: { content: t`Collect reviews`, url: hrefIn(mode, '/collect-reviews') },
        }}
      >
        {rows.map((row, position) => (
          <Row key={row.id} row={row} position={position} selected={selectedResources.includes(row.id)} />
        ))}
      </ListPage>
      {isSheetOpen && (
        <Opening onClose={() => setSheetOpen(false)}>
          <SheetDialog productIds={selected.map(({ id }) => id)} onClose={() => setSheetOpen(false)} />
        </Opening>
      )}
    </>
  )
}

type Product = Shop['qrProducts']['edges'][number]['node']

function Row({
  row: { id, title, image, allStarCount, scanCount, lastImportedAt },
  position,
  selected,
}: {
  row: Product
  position: number
  selected: boolean
}) {
  const { t } = useLingui()
  const format = useFormat()
  const go = useGo()
  const { smDown } = useBreakpoints()
  const { generate, generating } = useGenerate()
  const open = async () => {
    if (await generate([id])) go(`/collect-reviews/qr-code/${id}`)
  }
  const name = (
    <InlineStack gap="300" blockAlign="center" wrap={false}>
      <ProductThumbnail image={image ?? null} size={40} />
      <span className="c-qr-name" data-user-content>
        {title}
      </span>
    </InlineStack>
  )
  const button = (
    <span className="c-qr-generate">
      <Button
        loading={generating}
        accessibilityLabel={t`Generate QR: ${title}`}
        onClick={() => void open()}
      >{t`Generate QR`}</Button>
    </span>
  )
  const imported =
    typeof lastImportedAt === 'string' ? (
      <time dateTime={lastImportedAt}>{format.date(lastImportedAt)}</time>
    ) : (
      <span className="c-quiet">–</span>
    )
  if (smDown) {
    return (
      <IndexTable.Row id={id} position={position} selected={selected}>
        <IndexTable.Cell className="c-narrow-cell">
          <Box padding="300">
            <BlockStack gap="200">
              {name}
              <InlineStack gap="200" align="space-between" blockAlign="center">
                <Text as="span" tone="subdued">
                  <Plural value={allStarCount} one="# review" other="# reviews" /> ·{' '}
                  <Plural value={scanCount} one="# scan" other="# scans" />
                </Text>
                {button}
              </InlineStack>
            </BlockStack>
          </Box>
        </IndexTable.Cell>
      </IndexTable.Row>
    )
  }
  return (
    <IndexTable.Row id={id} position={position} selected={selected}>
      <IndexTable.Cell>{name}</IndexTable.Cell>
      <IndexTable.Cell>
        <Text as="span" alignment="end" numeric>
          {format.number(allStarCount)}
        </Text>
      </IndexTable.Cell>
      <IndexTable.Cell>
        <Text as="span" alignment="end" numeric>
          {format.number(scanCount)}
        </Text>
      </IndexTable.Cell>
      <IndexTable.Cell>{imported}</IndexTable.Cell>
      <IndexTable.Cell>
        <InlineStack align="end">{button}</InlineStack>
      </IndexTable.Cell>
    </IndexTable.Row>
  )
}
