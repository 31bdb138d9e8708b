import { useLingui } from '@lingui/react/macro'
import { NavMenu } from '@shopify/app-bridge-react'
import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import type { FrameProps } from '../frame/Frame.tsx'
import { hrefIn } from '../frame/mode.tsx'

/** Frame inside the platform's admin. The platform shows our menu entries and sends clicks as `shopify:navigate`. */
export function EmbeddedFrame({ menu, children }: FrameProps) {
  const { i18n, t } = useLingui()
  const navigate = useNavigate()
  useEffect(() => {
    const follow = (event: Event) => {
      const href = event.target instanceof Element ? event.target.getAttribute('href') : null
      if (href) void navigate(href)
    }
    document.addEventListener('shopify:navigate', follow)
    return () => document.removeEventListener('shopify:navigate', follow)
  }, [navigate])
  return (
    <>
      <NavMenu>
        <a href={hrefIn('embedded', '/')} rel="home">{t`Home`}</a>
        {menu.map(({ path, label }) => (
          <a key={path} href={hrefIn('embedded', path)}>
            {i18n._(label)}
          </a>
        ))}
      </NavMenu>
      <main>{children}</main>
    </>
  )
}
