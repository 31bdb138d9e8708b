import { Trans, useLingui } from '@lingui/react/macro'
import { Badge, BlockStack, Button, Card, InlineStack, List, Text } from '@shopify/polaris'
import { useState } from 'react'
import { graphql, useFragment } from 'react-relay/hooks'
import type { AppSwitch_shop$key } from '../../../../__generated__/AppSwitch_shop.graphql.ts'
import { Dialog } from '../../../shell/Dialog.tsx'
import { formatSentence } from '../../../shell/words/sentences.ts'
import { useReadOnly } from '../../../shell/frame/viewer.tsx'
import { useUpdateShop } from '../useUpdateShop.ts'

/** Turns the shop's widgets and requests on and off. Turning off asks first, because shoppers notice at once. */
export function AppSwitch({ shop: key }: { shop: AppSwitch_shop$key }) {
  const { t, i18n } = useLingui()
  const { appStatus } = useFragment(graphql`fragment AppSwitch_shop on Shop { appStatus }`, key)
  const [updateShop, busy] = useUpdateShop()
  const readOnly = useReadOnly()
  const [asking, setAsking] = useState(false)
  const switchApp = async (on: boolean) => {
    await updateShop({ input: { appStatus: on } }, { success: formatSentence(i18n, on ? 'enabled' : 'disabled') })
    setAsking(false)
  }
  return (
    <Card>
      <BlockStack gap="300">
        <InlineStack align="space-between" blockAlign="center" gap="200">
          <Text as="h2" variant="headingSm">
            <Trans>App on your store</Trans>
          </Text>
          {appStatus ? <Badge tone="success">{t`On`}</Badge> : <Badge tone="attention">{t`Off`}</Badge>}
        </InlineStack>
        <Text as="p" tone="subdued">
          {appStatus ? (
            <Trans>Reviews show on your store, and review requests are sent.</Trans>
          ) : (
            <Trans>Reviews are hidden on your store, and no review requests are sent. Your data is kept.</Trans>
          )}
        </Text>
        {!readOnly && (
          <InlineStack>
            {appStatus ? (
              <Button onClick={() => setAsking(true)}>{t`Turn off`}</Button>
            ) : (
              <Button variant="primary" loading={busy} onClick={() => void switchApp(true)}>{t`Turn on`}</Button>
            )}
          </InlineStack>
        )}
      </BlockStack>
      <Dialog
        open={asking}
        title={t`Turn off Candor?`}
        primary={{ label: t`Turn off`, run: () => void switchApp(false), destructive: true, busy }}
        onClose={() => setAsking(false)}
      >
        <Consequences />
      </Dialog>
    </Card>
  )
}

/** What shoppers notice while the app is off. */
function Consequences() {
  return (
    <BlockStack gap="200">
      <Text as="p">
        <Trans>Until you turn it back on:</Trans>
      </Text>
      <List>
        <List.Item>
          <Trans>Your store shows no reviews, stars, or review form.</Trans>
        </List.Item>
        <List.Item>
          <Trans>Review requests that come due are skipped. They aren’t sent later.</Trans>
        </List.Item>
      </List>
      <Text as="p">
        <Trans>Your reviews and settings are kept.</Trans>
      </Text>
    </BlockStack>
  )
}
