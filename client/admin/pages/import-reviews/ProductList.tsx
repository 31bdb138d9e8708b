import { Plural, useLingui } from '@lingui/react/macro'
import { Button, Card, EmptySearchResult } from '@shopify/polaris'
import { useDeferredValue } from 'react'
import { graphql } from 'react-relay/hooks'
import type { ProductListQuery, ProductListQuery$data } from '../../../__generated__/ProductListQuery.graphql.ts'
import { useOwnQuery } from '../../shell/Part.tsx'
import { useFormat } from '../../shell/words/useFormat.ts'
import { useReadOnly } from '../../shell/frame/viewer.tsx'
import { ListFilters } from '../../ui/lists/ListFilters.tsx'
import { ListFooter } from '../../ui/lists/ListFooter.tsx'
import { ListTabs } from '../../ui/lists/ListTabs.tsx'
import { ProductThumbnail } from '../../ui/ProductThumbnail.tsx'
import { useListState } from '../../ui/lists/useListState.ts'
import type { ListSpec, ListState } from '../../ui/lists/listState.ts'
import { useImportPlace } from './useImportPlace.ts'

const query = graphql`
  query ProductListQuery($first: Int, $after: String, $before: String, $search: String, $sort: ManualImportSort, $hasReviews: Boolean) {
    viewer {
      shop {
        manualImport(first: $first, after: $after, before: $before, search: $search, sort: $sort, hasReviews: $hasReviews) {
          totalCount
          pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
          products { productId title image reviewCount lastImportedAt }
        }
      }
    }
  }
`

type Filter = 'hasReview'
const spec: ListSpec<Filter> = {
  sorts: ['lastImportedAt_desc', 'lastImportedAt_asc'],
  defaultSort: 'lastImportedAt_desc',
  filters: ['hasReview'],
}

function variablesOf({
  limit,
  cursor,
  searchText,
  sort,
  filters: {
    hasReview: [has],
  },
}: ListState<Filter>): ProductListQuery['variables'] {
  return {
    first: limit,
    after: cursor?.side === 'after' ? cursor.value : null,
    before: cursor?.side === 'before' ? cursor.value : null,
    search: searchText || null,
    sort: sort === 'lastImportedAt_asc' ? 'LAST_IMPORTED_ASC' : 'LAST_IMPORTED_DESC',
    hasReviews: has === 'true' ? true : has === 'false' ? false : null,
  }
}

/** Lists the shop's products, to pick one for a manual import (spec 2, 7). Suspends until the first are loaded. */
export function ProductList() {
  const { t } = useLingui()
  const list = useListState(spec)
  const wanted = JSON.stringify(variablesOf(list.state))
  // Keep the previous rows until the new ones are loaded.
  const asked = useDeferredValue(wanted)
  const {
    viewer: { shop },
  } = useOwnQuery<ProductListQuery>(query, JSON.parse(asked) as ProductListQuery['variables'], 'store-and-network')
  const loading = list.loading || asked !== wanted
  const tabs = [
    { value: '', label: t`All` },
    { value: 'true', label: t`With reviews` },
    { value: 'false', label: t`Without reviews` },
  ]
  const found = shop?.manualImport
  return (
    <Card padding="0">
      <section className="c-history" aria-labelledby="import-products" aria-busy={loading}>
        <h2 id="import-products">{t`For one product`}</h2>
        <ListTabs
          label={t`Products`}
          tabs={tabs}
          selected={Math.max(
            0,
            tabs.findIndex(({ value }) => value === (list.state.filters.hasReview[0] ?? '')),
          )}
          onSelect={(index) => list.filter('hasReview', [tabs[index]?.value ?? ''].filter(Boolean))}
        />
        <ListFilters
          list={{ ...list, loading }}
          tabFilter="hasReview"
          filters={[]}
          sorts={[
            { value: 'lastImportedAt_desc', label: t`Last import`, direction: t`Newest first` },
            { value: 'lastImportedAt_asc', label: t`Last import`, direction: t`Oldest first` },
          ]}
          searchPlaceholder={t`Search products`}
        />
        {found && found.products.length > 0 ? (
          <ul className="c-import-products">
            {found.products.map((product) => (
              <Row key={product.productId} product={product} />
            ))}
          </ul>
        ) : (
          <div className="c-import-wait">
            <EmptySearchResult title={t`No products found`} description={t`Try a different search or fewer filters.`} />
          </div>
        )}
        {found && (
          <ListFooter
            list={{ ...list, loading }}
            pageInfo={found.pageInfo}
            totalCount={found.totalCount}
            shown={found.products.length}
          />
        )}
      </section>
    </Card>
  )
}

type Product = NonNullable<ProductListQuery$data['viewer']['shop']>['manualImport']['products'][number]

function Row({ product: { productId, title, image, reviewCount, lastImportedAt } }: { product: Product }) {
  const { t } = useLingui()
  const format = useFormat()
  const readOnly = useReadOnly()
  const { importFor } = useImportPlace()
  return (
    <li>
      <ProductThumbnail image={image ?? null} size={40} />
      <strong data-user-content>{title}</strong>
      <span>
        <Plural value={reviewCount} one="# review" other="# reviews" />
      </span>
      <span className="c-quiet">
        {typeof lastImportedAt === 'string' ? format.date(lastImportedAt) : t`Never imported`}
      </span>
      {!readOnly && (
        <Button
          accessibilityLabel={t`Import for this product: ${title}`}
          onClick={() => importFor(productId)}
        >{t`Import for this product`}</Button>
      )}
    </li>
  )
}
