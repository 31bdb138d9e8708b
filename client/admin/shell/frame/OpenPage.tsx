import { useEffect, type ReactNode } from 'react'
import { Logo } from './Logo.tsx'

interface Props {
  title: string
  /** Shown next to the text on wide screens. */
  aside?: ReactNode
  children: ReactNode
}

/** A page without the frame: login, choice of shop, first steps. */
export function OpenPage({ title, aside, children }: Props) {
  useEffect(() => {
    document.title = `${title} · Candor`
  }, [title])
  return (
    <div className="c-open" data-wide={aside ? undefined : ''}>
      <main className="c-open-main">
        <Logo />
        <div className="c-open-body">{children}</div>
      </main>
      {aside && <aside className="c-open-aside">{aside}</aside>}
    </div>
  )
}
