import { useLingui } from '@lingui/react/macro'
import { Card, SkeletonBodyText, SkeletonDisplayText, BlockStack, InlineGrid, Box } from '@shopify/polaris'

type SkeletonKind = 'page' | 'list' | 'form' | 'dashboard'

/** Placeholder of a page while its data loads, to keep the layout stable. */
export function PageSkeleton({ kind = 'page' }: { kind?: SkeletonKind }) {
  const { t } = useLingui()
  return (
    <div className="c-page-skeleton" data-kind={kind} role="status" aria-label={t`Loading`} aria-busy="true">
      <div className="c-page-skeleton-title">
        <SkeletonDisplayText size="medium" />
      </div>
      {kind === 'list' && <ListSkeleton />}
      {kind === 'form' && <FormSkeleton />}
      {kind === 'dashboard' && <DashboardSkeleton />}
      {kind === 'page' && (
        <Card>
          <SkeletonBodyText lines={6} />
        </Card>
      )}
    </div>
  )
}

const rows = Array.from({ length: 8 }, (_, row) => row)

function ListSkeleton() {
  return (
    <Card padding="0">
      <Box padding="300">
        <SkeletonDisplayText size="small" maxWidth="40%" />
      </Box>
      {rows.map((row) => (
        <div key={row} className="c-row-skeleton">
          <SkeletonBodyText lines={3} />
        </div>
      ))}
    </Card>
  )
}

function FormSkeleton() {
  return (
    <BlockStack gap="400">
      {[3, 5].map((lines) => (
        <InlineGrid key={lines} columns={{ xs: 1, md: ['oneThird', 'twoThirds'] }} gap="400">
          <SkeletonBodyText lines={2} />
          <Card>
            <SkeletonBodyText lines={lines} />
          </Card>
        </InlineGrid>
      ))}
    </BlockStack>
  )
}

function DashboardSkeleton() {
  return (
    <BlockStack gap="400">
      <Card>
        <SkeletonBodyText lines={5} />
      </Card>
      <InlineGrid columns={{ xs: 1, md: 2 }} gap="400">
        <Card>
          <SkeletonBodyText lines={7} />
        </Card>
        <Card>
          <SkeletonBodyText lines={7} />
        </Card>
      </InlineGrid>
    </BlockStack>
  )
}
