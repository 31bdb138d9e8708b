import { Logo } from './Logo.tsx'

/** Stands until the first page's code is there; the words may not be there yet, so it has none. */
export function StartingPage() {
  return (
    <div className="c-splash" aria-busy="true">
      <Logo />
      <span className="c-splash-bar" aria-hidden="true" />
    </div>
  )
}
