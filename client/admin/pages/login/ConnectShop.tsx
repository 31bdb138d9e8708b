import { Trans, useLingui } from '@lingui/react/macro'
import { BlockStack, Button, TextField } from '@shopify/polaris'
import { useState } from 'react'

/** Signs in, or installs the app, with the shop's own admin instead of a password. */
export function ConnectShop() {
  const { t } = useLingui()
  const [shop, setShop] = useState('')
  const [open, setOpen] = useState(false)
  if (!open)
    return (
      <p>
        <Button variant="plain" onClick={() => setOpen(true)}>{t`Continue with Shopify`}</Button>
      </p>
    )
  return (
    <form action="/auth/shopify">
      <BlockStack gap="300">
        <TextField
          label={t`Your shop’s domain`}
          name="shop"
          autoComplete="off"
          placeholder="my-shop.myshopify.com"
          value={shop}
          onChange={setShop}
        />
        <Button submit disabled={shop.trim() === ''}>{t`Continue`}</Button>
        <p className="c-open-lead">
          <Trans>Shopify asks you to confirm, then brings you back.</Trans>
        </p>
      </BlockStack>
    </form>
  )
}
