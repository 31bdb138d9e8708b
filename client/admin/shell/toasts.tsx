import { useLingui } from '@lingui/react/macro'
import { createContext, use, useCallback, useEffect, useRef, useState, type ReactNode } from 'react'
import { useMode } from './frame/mode.tsx'

interface ToastOptions {
  isError?: boolean
  /** A button, such as Undo. */
  action?: { label: string; run: () => void }
}

/** Shows a toast. Only for results that the page can't show in place. */
type ShowToast = (message: string, options?: ToastOptions) => void

const ToastContext = createContext<ShowToast>(() => {})

export const useToast = (): ShowToast => use(ToastContext)

export function Toasts({ children }: { children: ReactNode }) {
  return useMode() === 'embedded' ? (
    <ToastContext value={showInPlatform}>{children}</ToastContext>
  ) : (
    <OwnToasts>{children}</OwnToasts>
  )
}

const showInPlatform: ShowToast = (message, { isError = false, action } = {}) => {
  window.shopify.toast.show(message, {
    isError,
    duration: durationOf(action),
    ...(action ? { action: action.label, onAction: action.run } : {}),
  })
}

const plainMilliseconds = 5_000
const actionMilliseconds = 10_000
const durationOf = (action: ToastOptions['action']) => (action ? actionMilliseconds : plainMilliseconds)
const shownAtOnce = 3

interface Shown extends ToastOptions {
  key: number
  message: string
}

function OwnToasts({ children }: { children: ReactNode }) {
  const { t } = useLingui()
  const [shown, setShown] = useState<Shown[]>([])
  const nextKey = useRef(0)
  const show = useCallback<ShowToast>((message, options = {}) => {
    const key = nextKey.current++
    setShown((present) => [...present.slice(1 - shownAtOnce), { key, message, ...options }])
  }, [])
  const drop = useCallback((key: number) => setShown((present) => present.filter((toast) => toast.key !== key)), [])
  return (
    <ToastContext value={show}>
      {children}
      <section className="c-toasts" aria-label={t`Notifications`} aria-live="polite">
        {shown.map((toast) => (
          <OwnToast key={toast.key} toast={toast} drop={drop} />
        ))}
      </section>
    </ToastContext>
  )
}

function OwnToast({ toast, drop }: { toast: Shown; drop: (key: number) => void }) {
  const { t } = useLingui()
  const [held, setHeld] = useState(false)
  const { key, action } = toast
  useEffect(() => {
    if (held) return
    const timer = setTimeout(() => drop(key), durationOf(action))
    return () => clearTimeout(timer)
  }, [held, key, action, drop])
  const hold = {
    onPointerEnter: () => setHeld(true),
    onPointerLeave: () => setHeld(false),
    onFocus: () => setHeld(true),
    onBlur: () => setHeld(false),
  }
  return (
    <div className="c-toast" data-error={toast.isError ? '' : undefined} {...hold}>
      <p>{toast.message}</p>
      {action && (
        <button
          type="button"
          className="c-toast-action"
          onClick={() => {
            drop(key)
            action.run()
          }}
        >
          {action.label}
        </button>
      )}
      <button type="button" className="c-toast-close" aria-label={t`Dismiss`} onClick={() => drop(key)}>
        <svg viewBox="0 0 16 16" aria-hidden="true">
          <path d="M4 4l8 8M12 4l-8 8" />
        </svg>
      </button>
    </div>
  )
}
