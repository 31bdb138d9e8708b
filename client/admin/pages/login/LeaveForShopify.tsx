import { useEffect } from 'react'
import { useSearchParams } from 'react-router'
import { useMode } from '../../shell/frame/mode.tsx'
import { StartingPage } from '../../shell/frame/StartingPage.tsx'

/**
 * Route /auth/shopify of the admin (spec 2): the whole window opens the server's page of that address. Inside a frame,
 * the platform's page and our cookie don't work.
 */
export function Component() {
  const [params] = useSearchParams()
  const mode = useMode()
  const embeddedShop = mode === 'embedded' && 'shopify' in window ? window.shopify.config.shop : undefined
  const asked = new URLSearchParams(params)
  if (!asked.get('shop') && embeddedShop) asked.set('shop', embeddedShop)
  const query = new URLSearchParams(
    ['shop', 'feature', 'next'].flatMap((name) => (asked.get(name) ? [[name, asked.get(name) ?? '']] : [])),
  ).toString()
  useEffect(() => {
    window.open(query ? `/auth/shopify?${query}` : '/auth/shopify', '_top')
  }, [query])
  return <StartingPage />
}
