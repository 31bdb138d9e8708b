import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { Banner, List } from '@shopify/polaris'
import { useState } from 'react'
import { graphql } from 'react-relay/hooks'
import { OPTIONAL_SCOPES, SCOPE_FEATURES, type ScopedFeature } from '../../../rules/scopes.ts'
import type { AccessBannerQuery } from '../../__generated__/AccessBannerQuery.graphql.ts'
import { useMode } from '../shell/frame/mode.tsx'
import { useReadOnly, useViewer } from '../shell/frame/viewer.tsx'
import { useOwnQuery } from '../shell/Part.tsx'
import { usePolling } from './usePolling.ts'

const query = graphql`query AccessBannerQuery { viewer { shop { id lockedFeatures missingScopes } } }`

/** What each feature does for the merchant, and why it needs access. */
const reasons: Readonly<Record<ScopedFeature, MessageDescriptor>> = {
  products: msg`Reviews of products need to read your products.`,
  ratings: msg`Star ratings in your theme and in search results need to write to your products.`,
  requests: msg`Review requests need to read your orders.`,
  delivery: msg`Requests after delivery need to read your fulfillments.`,
  customers: msg`Verified reviews need to read your customers.`,
  discounts: msg`Discounts for reviewers need to create discount codes.`,
  languages: msg`Reviews in your shop’s languages need to read your languages.`,
  themes: msg`Checking your theme needs to read your theme.`,
  storefront: msg`Forms in your store need an app proxy.`,
}

/** Features that a merchant may do without: only their own pages ask for access. */
const optional: readonly ScopedFeature[] = OPTIONAL_SCOPES.flatMap((scope) => SCOPE_FEATURES[scope])

/** Says which features lack access, and asks for it. Hidden otherwise. Render it below a Part. */
export function AccessBanner({ features }: { features?: readonly ScopedFeature[] }) {
  const { t, i18n } = useLingui()
  const readOnly = useReadOnly()
  const shop = useOwnQuery<AccessBannerQuery>(query, {}, 'store-and-network').viewer.shop
  const locked = (shop?.lockedFeatures ?? []).filter(
    (one): one is ScopedFeature =>
      one in reasons && (features ? features.includes(one as ScopedFeature) : !optional.includes(one as ScopedFeature)),
  )
  const { ask, isAsked } = useAccessRequest(shop?.missingScopes ?? [], locked[0])
  // The platform tells the server, which then reads what was granted.
  usePolling<AccessBannerQuery>(query, isAsked && locked.length > 0)
  if (locked.length === 0) return null
  const action = readOnly ? {} : { action: { content: t`Give access`, onAction: ask } }
  return (
    <Banner
      tone={locked.every((one) => optional.includes(one)) ? 'info' : 'warning'}
      title={t`Candor needs more access to your shop`}
      {...action}
    >
      <List>
        {locked.map((one) => (
          <List.Item key={one}>{i18n._(reasons[one])}</List.Item>
        ))}
      </List>
    </Banner>
  )
}

/** Asks in the platform's dialog inside its admin, and on the platform's page otherwise. */
function useAccessRequest(missing: readonly string[], feature: ScopedFeature | undefined) {
  const { shop } = useViewer()
  const mode = useMode()
  const [isAsked, setAsked] = useState(false)
  const ask = () => {
    if (mode === 'embedded') {
      void window.shopify.scopes.request([...missing]).then(({ result }) => setAsked(result === 'granted-all'))
      return
    }
    const query = new URLSearchParams({ shop: shop.shopifyDomain, ...(feature && { feature }) })
    location.assign(`/auth/shopify?${query.toString()}`)
  }
  return { ask, isAsked }
}
