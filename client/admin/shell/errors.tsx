import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useState, type ReactNode } from 'react'
import { isRouteErrorResponse, useLocation, useRouteError } from 'react-router'
import { Button } from '@shopify/polaris'
import { Logo } from './frame/Logo.tsx'
import { useGo } from './frame/mode.tsx'
import { RequestFailed } from './relay/request.ts'
import { useToast } from './toasts.tsx'
import { failureSentence } from './relay/useCommit.ts'

/** Replaces a failed page (spec 8). The frame stays, so the menu works, and any navigation resets it. */
export function PageError() {
  const error = useRouteError()
  const { t, i18n } = useLingui()
  const [reload, asking] = useReload()
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFound />
  // The session layer is already opening the login.
  if (error instanceof RequestFailed && error.kind === 'session') return null
  const noAnswer = error instanceof RequestFailed
  return (
    <Notice
      title={t`The page you're looking for couldn't be found`}
      action={<Button variant="primary" loading={asking} onClick={() => void reload()}>{t`Try again`}</Button>}
    >
      {noAnswer ? (
        <p>{failureSentence(i18n, error)}</p>
      ) : (
        <p>
          <Trans>
            A technical problem on our side keeps this page from loading. Nothing was lost. Try again, or open another
            page.
          </Trans>
        </p>
      )}
    </Notice>
  )
}

/** Reloads the page once the server responds: an earlier reload would show the browser's own error page. */
function useReload(): [() => Promise<void>, boolean] {
  const { i18n } = useLingui()
  const toast = useToast()
  const [asking, setAsking] = useState(false)
  const reload = async () => {
    setAsking(true)
    try {
      await fetch(location.href, { method: 'HEAD', cache: 'no-store' })
      location.reload()
    } catch {
      setAsking(false)
      toast(failureSentence(i18n, new RequestFailed('offline')), { isError: true })
    }
  }
  return [reload, asking]
}

/** Shown without a frame if the shell itself failed. */
export function ShellError() {
  return (
    <div className="c-outer-error">
      <Logo />
      <PageError />
    </div>
  )
}

/** Shown at an address without a page (spec 2). */
export function NotFound() {
  const { t } = useLingui()
  const go = useGo()
  const { pathname } = useLocation()
  return (
    <Notice
      title={t`Page not found`}
      action={<Button variant="primary" onClick={() => go('/')}>{t`Back to Home`}</Button>}
    >
      <p>
        <Trans>
          There’s no page at <code data-user-content>{pathname}</code>. It may have moved, or the URL may be mistyped.
        </Trans>
      </p>
    </Notice>
  )
}

function Notice({ title, action, children }: { title: string; action: ReactNode; children: ReactNode }) {
  useEffect(() => {
    document.title = `${title} · Candor`
  }, [title])
  return (
    <section className="c-notice" role="alert">
      <svg viewBox="0 0 120 88" aria-hidden="true">
        <path className="c-notice-paper" d="M22 14h60l16 16v44a4 4 0 0 1-4 4H22a4 4 0 0 1-4-4V18a4 4 0 0 1 4-4z" />
        <path className="c-notice-lines" d="M82 14v16h16M32 42h40M32 54h28" />
        <path className="c-notice-star" d="M84 52l3.4 7.3 8 1-5.9 5.5 1.5 7.9-7-3.9-7 3.9 1.5-7.9-5.9-5.5 8-1z" />
      </svg>
      <h1>{title}</h1>
      {children}
      {action}
    </section>
  )
}
