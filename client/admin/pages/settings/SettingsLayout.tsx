import './settings-page.css'
import { useLingui } from '@lingui/react/macro'
import { useLayoutEffect, useRef } from 'react'
import { Link, Outlet, useLocation } from 'react-router'
import { hrefIn, useMode } from '../../shell/frame/mode.tsx'
import { useViewer } from '../../shell/frame/viewer.tsx'

/** The settings: a row of tabs, each a page, above the open one. */
export function Component() {
  const { t } = useLingui()
  const mode = useMode()
  const { pathname } = useLocation()
  const { shop } = useViewer()
  const strip = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const open = strip.current?.querySelector<HTMLElement>('[aria-current]')
    if (strip.current && open)
      strip.current.scrollLeft = open.offsetLeft - (strip.current.clientWidth - open.offsetWidth) / 2
  }, [pathname])
  const tabs = [
    { path: '/settings', label: t`General` },
    { path: '/settings/moderation', label: t`Moderation` },
    { path: '/settings/notifications', label: t`Notifications` },
    { path: '/settings/sender', label: t`Sender` },
    { path: '/settings/subscription', label: t`Subscription` },
    { path: '/settings/integration', label: t`Integrations` },
    { path: '/settings/managingKey', label: t`Keys` },
    { path: '/settings/languages', label: t`Languages` },
    { path: '/settings/history', label: t`History` },
  ].filter(({ path }) => path !== '/settings/subscription' || !shop.hiddenPages.includes('/subscription'))
  return (
    <>
      <nav className="c-settings-tabs" aria-label={t`Settings`}>
        <div ref={strip}>
          {tabs.map(({ path, label }) => {
            const href = hrefIn(mode, path)
            return (
              <Link key={path} to={href} className="c-tab" aria-current={pathname === href ? 'page' : undefined}>
                {label}
              </Link>
            )
          })}
        </div>
      </nav>
      <Outlet />
    </>
  )
}
