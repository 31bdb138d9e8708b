import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Banner, BlockStack, Card, ProgressBar, Text } from '@shopify/polaris'
import { graphql } from 'react-relay/hooks'
import type { FirstImportCardMutation } from '../../../../__generated__/FirstImportCardMutation.graphql.ts'
import type { FirstImportCardQuery } from '../../../../__generated__/FirstImportCardQuery.graphql.ts'
import { useReadOnly } from '../../../shell/frame/viewer.tsx'
import { useOwnQuery } from '../../../shell/Part.tsx'
import { useCommit } from '../../../shell/relay/useCommit.ts'
import { usePolling } from '../../../ui/usePolling.ts'

const query = graphql`
  query FirstImportCardQuery {
    viewer { shop { id firstImport { status step total products orders isReturn error } } }
  }
`
const mutation = graphql`
  mutation FirstImportCardMutation {
    restartFirstImport {
      __typename
      ... on RestartFirstImportSuccess { data { id firstImport { status step total products orders isReturn error } } }
      ... on Refusal { code message params }
    }
  }
`

/** Shows how far the first read of the catalog is. Hidden once it is done. Render it below a Part. */
export function FirstImportCard() {
  const { t } = useLingui()
  const state = useOwnQuery<FirstImportCardQuery>(query, {}, 'store-and-network').viewer.shop?.firstImport
  const readOnly = useReadOnly()
  const [restart, restarting] = useCommit<FirstImportCardMutation>(mutation)
  usePolling<FirstImportCardQuery>(query, state?.status === 'running')
  if (!state || state.status === 'done') return null
  const { products, orders, isReturn, error } = state
  if (state.status === 'failed') {
    if (error === 'uninstalled') return null
    const action = readOnly
      ? {}
      : { action: { content: t`Try again`, loading: restarting, onAction: () => void restart({}) } }
    return (
      <Banner tone="warning" title={t`We couldn’t read all your products and orders`} {...action}>
        {error === 'accessRefused' ? (
          <Trans>Shopify refused access. Give it again in the banner above or reinstall the app, then try again.</Trans>
        ) : (
          <Trans>Shopify stopped answering. What we read so far is kept.</Trans>
        )}
      </Banner>
    )
  }
  return (
    <Card>
      <BlockStack gap="200">
        <Text as="h2" variant="headingSm">
          {isReturn ? (
            <Trans>Reading what changed while you were away</Trans>
          ) : (
            <Trans>Reading your products and the orders of the last 60 days</Trans>
          )}
        </Text>
        <ProgressBar size="small" tone="success" progress={progressOf(state)} ariaLabelledBy="first-import-progress" />
        <Text as="p" tone="subdued" id="first-import-progress">
          <Plural value={products} one="# product" other="# products" />
          {' · '}
          <Plural value={orders} one="# order" other="# orders" />
        </Text>
        <Text as="p" tone="subdued">
          <Trans>You can keep working. We’ll go on in the background.</Trans>
        </Text>
      </BlockStack>
    </Card>
  )
}

/** Returns percent: products are the first half. */
function progressOf({
  step,
  total,
  products,
  orders,
}: {
  step: string
  total: number
  products: number
  orders: number
}) {
  const [before, read] = step === 'products' ? [0, products] : [50, orders]
  return total > 0 ? Math.min(100, Math.round(before + (read / total) * 50)) : before
}
