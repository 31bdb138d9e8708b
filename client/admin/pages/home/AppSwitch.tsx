import { Trans, useLingui } from '@lingui/react/macro'
import { Badge, BlockStack, Button, Card, InlineStack, Text } from '@shopify/polaris'
import { graphql, useFragment } from 'react-relay/hooks'
import type { AppSwitch_shop$key } from '../../../__generated__/AppSwitch_shop.graphql.ts'
import { sentenceIn } from '../../shell/sentences.ts'
import { useReadOnly } from '../../shell/viewer.tsx'
import { useUpdateShop } from './useUpdateShop.ts'

/** Turns the app on and off for the storefront: widgets and requests. */
export function AppSwitch({ shop: key }: { shop: AppSwitch_shop$key }) {
  const { t, i18n } = useLingui()
  const { appStatus } = useFragment(graphql`fragment AppSwitch_shop on Shop { appStatus }`, key)
  const [updateShop, busy] = useUpdateShop()
  const readOnly = useReadOnly()
  const turn = (on: boolean) => void updateShop({ input: { appStatus: on } }, { success: sentenceIn(i18n, on ? 'enabled' : 'disabled') })
  return (
    <Card>
      <BlockStack gap="300">
        <InlineStack align="space-between" blockAlign="center" gap="200">
          <Text as="h2" variant="headingSm"><Trans>App on your store</Trans></Text>
          {appStatus ? <Badge tone="success">{t`On`}</Badge> : <Badge tone="attention">{t`Off`}</Badge>}
        </InlineStack>
        <Text as="p" tone="subdued">
          {appStatus
            ? <Trans>Shoppers see your reviews, and requests go out.</Trans>
            : <Trans>Shoppers see no reviews and no request goes out. Everything is kept.</Trans>}
        </Text>
        {!readOnly && (
          <InlineStack>
            {appStatus
              ? <Button loading={busy} onClick={() => turn(false)}>{t`Turn off`}</Button>
              : <Button variant="primary" loading={busy} onClick={() => turn(true)}>{t`Turn on`}</Button>}
          </InlineStack>
        )}
      </BlockStack>
    </Card>
  )
}
