import { Logo } from './Logo.tsx'

/** Shown until the first page's code is loaded. Has no text, because the translations may not be loaded either. */
export function StartingPage() {
  return (
    <div className="c-splash" aria-busy="true">
      <Logo />
      <span className="c-splash-bar" aria-hidden="true" />
    </div>
  )
}
