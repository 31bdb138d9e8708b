import './shops.css'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { use, useState } from 'react'
import { Banner } from '@shopify/polaris'
import { OpenPage } from '../../shell/frame/OpenPage.tsx'
import { failureSentence } from '../../shell/relay/useCommit.ts'
import { useRest } from '../../shell/relay/useRest.ts'
import { ViewerContext } from '../../shell/frame/viewer.tsx'

/** Chooses one of the account's shops (spec 2). */
export function Component() {
  const { t, i18n } = useLingui()
  const viewer = use(ViewerContext)
  const rest = useRest()
  const [entering, setEntering] = useState<string | null>(null)
  const [refusal, setRefusal] = useState<string | null>(null)
  const shops = viewer?.account?.shops ?? []
  const enter = async (shopId: string) => {
    setEntering(shopId)
    setRefusal(null)
    const outcome = await rest
      .call('POST', '/auth/shop', { shopId })
      .catch((error: unknown) => ({ ok: false as const, message: failureSentence(i18n, error) }))
    // Screen and store hold the previous shop's data, so reload everything.
    if (outcome.ok) location.assign('/')
    else {
      setRefusal(outcome.message)
      setEntering(null)
    }
  }
  return (
    <OpenPage title={t`Choose a shop`}>
      <h1>
        <Trans>Choose a shop</Trans>
      </h1>
      {shops.length > 0 && (
        <p className="c-open-lead">
          <Plural
            value={shops.length}
            one="You manage one shop."
            other="You manage # shops. You can switch at any time."
          />
        </p>
      )}
      {refusal && <Banner tone="critical">{refusal}</Banner>}
      {shops.length === 0 && (
        <p>
          <Trans>This login has no shops yet. Ask your Candor administrator to add one.</Trans>
        </p>
      )}
      <ul className="c-shops">
        {shops.map((shop) => (
          <li key={shop.id}>
            <button
              type="button"
              onClick={() => void enter(shop.id)}
              disabled={entering !== null}
              aria-busy={entering === shop.id}
            >
              <span className="c-account-mark" aria-hidden="true">
                {[...shop.name][0]?.toUpperCase()}
              </span>
              <span data-user-content>
                <strong>{shop.name}</strong>
                <small>{shop.shopifyDomain}</small>
              </span>
              <svg viewBox="0 0 20 20" aria-hidden="true">
                <path d="M8 5l5 5-5 5" />
              </svg>
            </button>
          </li>
        ))}
      </ul>
    </OpenPage>
  )
}
