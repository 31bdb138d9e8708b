import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useRef, useState } from 'react'
import { Link, useLocation } from 'react-router'
import type { FrameProps } from '../frame/Frame.tsx'
import { Logo } from '../frame/Logo.tsx'
import { currentEntry, type MenuEntry } from '../frame/menu.tsx'
import { pathIn } from '../frame/mode.tsx'
import { AccountMenu } from './AccountMenu.tsx'

/** Our own frame: the menu next to the page, behind a button on narrow screens. */
export function StandaloneFrame({ menu, children }: FrameProps) {
  const { t } = useLingui()
  const { pathname } = useLocation()
  const [open, setOpen] = useState(false)
  const [openedAt, setOpenedAt] = useState(pathname)
  if (open && openedAt !== pathname) setOpen(false)
  const openMenu = () => {
    setOpenedAt(pathname)
    setOpen(true)
  }
  return (
    <div className="c-frame">
      <a className="c-skip" href="#main">
        <Trans>Skip to content</Trans>
      </a>
      <header className="c-topbar">
        <button
          type="button"
          className="c-iconbutton"
          aria-label={t`Open menu`}
          aria-expanded={open}
          onClick={openMenu}
        >
          <svg viewBox="0 0 20 20" aria-hidden="true">
            <path d="M3 6h14M3 10h14M3 14h14" />
          </svg>
        </button>
        <Link to="/dashboard" className="c-home" aria-label={t`Candor, dashboard`}>
          <Logo />
        </Link>
      </header>
      <aside className="c-side">
        <Side menu={menu} at={pathIn('standalone', pathname)} />
      </aside>
      {open && (
        <Drawer close={() => setOpen(false)}>
          <Side menu={menu} at={pathIn('standalone', pathname)} />
        </Drawer>
      )}
      <main id="main" className="c-main" tabIndex={-1}>
        {children}
      </main>
    </div>
  )
}

function Side({ menu, at }: { menu: readonly MenuEntry[]; at: string }) {
  const { i18n, t } = useLingui()
  const current = currentEntry(menu, at)
  return (
    <>
      <Link to="/dashboard" className="c-home" aria-label={t`Candor, dashboard`}>
        <Logo />
      </Link>
      <nav aria-label={t`Main`}>
        <ul className="c-menu">
          {menu.map((entry) => (
            <li key={entry.path}>
              <Link to={entry.path} aria-current={entry === current ? 'page' : undefined}>
                <svg viewBox="0 0 20 20" aria-hidden="true">
                  <path d={entry.icon} />
                </svg>
                {i18n._(entry.label)}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <AccountMenu />
    </>
  )
}

/** The browser's own dialog: it traps the focus and closes on Escape. */
function Drawer({ close, children }: { close: () => void; children: React.ReactNode }) {
  const { t } = useLingui()
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const element = dialog.current
    element?.showModal()
    return () => element?.close()
  }, [])
  const closeOnBackdrop = (event: React.MouseEvent) => {
    if (event.target === dialog.current) close()
  }
  return (
    // Keyboard users close it by Escape or the button; the backdrop is for pointers.
    <dialog ref={dialog} className="c-drawer" aria-label={t`Menu`} onClose={close} onClick={closeOnBackdrop}>
      <div className="c-drawer-inside">
        <button type="button" className="c-iconbutton c-drawer-close" aria-label={t`Close menu`} onClick={close}>
          <svg viewBox="0 0 20 20" aria-hidden="true">
            <path d="M5 5l10 10M15 5 5 15" />
          </svg>
        </button>
        {children}
      </div>
    </dialog>
  )
}
