import { useLingui } from '@lingui/react/macro'
import type { I18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Banner, BlockStack, Box, Button, TextField } from '@shopify/polaris'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import type { LoginProvider } from '../../shell/session/login.ts'

/** Why the server stopped a sign-in through the provider. */
const problems = {
  cancelled: msg`You canceled the sign-in. Try again, or sign in with your password.`,
  invalid: msg`The sign-in took too long or was already used. Start again.`,
  away: msg`The sign-in service doesn’t respond. Try again in a minute, or sign in with your password.`,
  unverified: msg`The sign-in service hasn’t confirmed your email address. Confirm it there, then try again.`,
  domain: msg`Addresses of this domain can’t sign in here. Use your work address.`,
  unknown: msg`You don’t have an account yet. Ask someone who manages the shop to invite you.`,
  shop: msg`We couldn’t open this shop. Check its domain, and that it uses the app.`,
  limit: msg`Too many attempts. Try again later.`,
} as const

function explain(i18n: I18n, problem: string | null): string | null {
  if (problem === null || !Object.hasOwn(problems, problem)) return null
  return i18n._(problems[problem as keyof typeof problems])
}

/** Signs in with the operator's OpenID Connect provider; support also names the shop to enter. */
export function ProviderSignIn({ provider: { label, isSupport } }: { provider: LoginProvider }) {
  const { t, i18n } = useLingui()
  const [params] = useSearchParams()
  const [asksShop, setAsksShop] = useState(params.get('problem') === 'shop' && isSupport)
  const [shop, setShop] = useState('')
  const problem = explain(i18n, params.get('problem'))
  const open = () => {
    const next = params.get('next')
    const query = new URLSearchParams({ ...(next && { next }), ...(shop.trim() && { shop: shop.trim() }) }).toString()
    location.assign(query ? `/auth/oidc?${query}` : '/auth/oidc')
  }
  return (
    <Box paddingBlockEnd="500">
      <BlockStack gap="300">
        {problem && <Banner tone="critical">{problem}</Banner>}
        {asksShop && (
          <TextField
            label={t`Domain of the shop to help`}
            name="supportShop"
            autoComplete="off"
            autoFocus
            placeholder="my-shop.myshopify.com"
            helpText={t`The shop’s history shows that you signed in as support.`}
            value={shop}
            onChange={setShop}
          />
        )}
        <Button size="large" fullWidth onClick={open}>
          {label ? t`Continue with ${label}` : t`Continue with single sign-on`}
        </Button>
        {isSupport && !asksShop && (
          <Button variant="plain" onClick={() => setAsksShop(true)}>{t`Help a shop as support`}</Button>
        )}
      </BlockStack>
    </Box>
  )
}
