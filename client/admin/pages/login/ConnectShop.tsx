import { useLingui } from '@lingui/react/macro'
import { BlockStack, Box, Button, TextField } from '@shopify/polaris'
import { useState } from 'react'
import { useSearchParams } from 'react-router'

/** Signs in, or installs the app, with the shop's own admin instead of a password. */
export function ConnectShop() {
  const { t } = useLingui()
  const [shop, setShop] = useState('')
  const [open, setOpen] = useState(false)
  const next = useSearchParams()[0].get('next')
  return (
    <Box paddingBlock="500">
      {open ? (
        <form action="/auth/shopify">
          {next && <input type="hidden" name="next" value={next} />}
          <BlockStack gap="300">
            <TextField
              label={t`Your shop’s domain`}
              name="shop"
              autoComplete="off"
              autoFocus
              placeholder="my-shop.myshopify.com"
              helpText={t`Shopify asks you to confirm, then brings you back.`}
              value={shop}
              onChange={setShop}
            />
            <Button submit size="large" disabled={shop.trim() === ''}>{t`Continue`}</Button>
          </BlockStack>
        </form>
      ) : (
        <Button size="large" fullWidth onClick={() => setOpen(true)}>{t`Continue with Shopify`}</Button>
      )}
    </Box>
  )
}
