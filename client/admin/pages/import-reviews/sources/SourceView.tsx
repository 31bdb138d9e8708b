import { useState } from 'react'
import { graphql } from 'react-relay/hooks'
import type { SourceViewQuery } from '../../../../__generated__/SourceViewQuery.graphql.ts'
import type { useRunOptions_settings$key } from '../../../../__generated__/useRunOptions_settings.graphql.ts'
import { useOwnQuery } from '../../../shell/Part.tsx'
import { BringCard } from './BringCard.tsx'
import { FetchCard } from './FetchCard.tsx'
import { JudgemeCard } from './JudgemeCard.tsx'
import { sites, type Site, type SourceId } from './sites.ts'
import { UploadCard } from '../upload/UploadCard.tsx'
import { useFieldErrors } from './useFieldErrors.ts'
import { useRunOptions } from './useRunOptions.ts'

const query = graphql`
  query SourceViewQuery {
    viewer {
      shop {
        general { ...useRunOptions_settings }
        marketplaceAccess { cjTokenKept judgemeTokenKept }
      }
    }
  }
`

/** View of a source with its ways to import. Suspends until its defaults are loaded. */
export function SourceView({ source }: { source: SourceId }) {
  const {
    viewer: { shop },
  } = useOwnQuery<SourceViewQuery>(query, {}, 'store-and-network')
  if (!shop) return null
  if (source === 'judgeme')
    return (
      <>
        <JudgemeCard tokenKept={shop.marketplaceAccess.judgemeTokenKept} />
        <UploadCard />
      </>
    )
  return <Marketplace site={sites[source]} settings={shop.general} tokenKept={shop.marketplaceAccess.cjTokenKept} />
}

interface MarketplaceProps {
  site: Site
  settings: useRunOptions_settings$key
  tokenKept: boolean
}

function Marketplace({ site, settings, tokenKept }: MarketplaceProps) {
  const form = useFieldErrors()
  const options = useRunOptions(settings, site, form)
  const [address, setAddress] = useState('')
  const shared = { site, form, options, address }
  return (
    <>
      <FetchCard {...shared} tokenKept={tokenKept} setAddress={setAddress} />
      <BringCard {...shared} />
    </>
  )
}
