import { Trans, useLingui } from '@lingui/react/macro'
import { Button, InlineStack } from '@shopify/polaris'
import { createContext, Suspense, use, useEffect, useId, useMemo, useRef, useState, type ReactNode } from 'react'
import { useBlocker } from 'react-router'
import { Dialog } from './Dialog.tsx'
import { lazyComponent } from './relay/lazyComponent.tsx'
import { useMode } from './frame/mode.tsx'
import { useReadOnly } from './frame/viewer.tsx'

interface UnsavedForm {
  dirty: boolean
  saving?: boolean
  save: () => void
  discard: () => void
}

export interface BarProps {
  saving: boolean
  /** Undefined in a read-only session: the bar then only discards (spec 6). */
  save: (() => void) | undefined
  discard: () => void
}

interface Host {
  show(id: string, form: { save: () => void; discard: () => void }): void
  hide(id: string): void
  saving(busy: boolean): void
  guard(id: string, unsaved: boolean): void
}

const SaveBarContext = createContext<Host>({ show() {}, hide() {}, saving() {}, guard() {} })

/** Shows the save bar while a form has unsaved changes, and asks before leaving (spec 2). */
export function useSaveBar({ dirty, saving = false, save, discard }: UnsavedForm): void {
  const host = use(SaveBarContext)
  const id = useId()
  const latest = useRef({ save, discard })
  useEffect(() => {
    latest.current = { save, discard }
  })
  useEffect(() => {
    if (!dirty) return
    host.show(id, { save: () => latest.current.save(), discard: () => latest.current.discard() })
    return () => host.hide(id)
  }, [host, id, dirty])
  useEffect(() => host.saving(saving), [host, saving])
}

/** Asks before leaving typed text in a form with its own button instead of the save bar. */
export function useLeaveGuard(dirty: boolean): void {
  const host = use(SaveBarContext)
  const id = useId()
  useEffect(() => {
    if (!dirty) return
    host.guard(id, true)
    return () => host.guard(id, false)
  }, [host, id, dirty])
}

const EmbeddedSaveBar = lazyComponent(() =>
  import('./embedded/EmbeddedSaveBar.tsx').then((module) => module.EmbeddedSaveBar),
)

/** Shows the bar of the form with unsaved changes. Mounted once in each frame. */
export function SaveBarHost({ children }: { children: ReactNode }) {
  const mode = useMode()
  const readOnly = useReadOnly()
  const [form, setForm] = useState<{ id: string; save: () => void; discard: () => void } | null>(null)
  const [saving, setSaving] = useState(false)
  const [guarded, setGuarded] = useState(false)
  // Read on leaving: a form that was just saved has not rendered again yet.
  const unsaved = useRef(new Set<string>())
  const host = useMemo<Host>(
    () => ({
      show(id, handlers) {
        unsaved.current.add(id)
        setForm({ id, ...handlers })
      },
      hide(id) {
        unsaved.current.delete(id)
        setForm((present) => (present?.id === id ? null : present))
      },
      saving: setSaving,
      guard(id, on) {
        if (on) unsaved.current.add(id)
        else unsaved.current.delete(id)
        setGuarded(unsaved.current.size > 0)
      },
    }),
    [],
  )
  const leave = { dirty: form !== null || guarded, isUnsaved: () => unsaved.current.size > 0 }
  const bar = form && { saving, save: readOnly ? undefined : form.save, discard: form.discard }
  return (
    <SaveBarContext value={host}>
      {mode === 'standalone' && bar && <OwnSaveBar {...bar} />}
      {mode === 'embedded' && bar && (
        <Suspense>
          <EmbeddedSaveBar {...bar} />
        </Suspense>
      )}
      {mode === 'embedded' && form ? <PlatformLeavePrompt {...leave} /> : <OwnLeavePrompt {...leave} />}
      {children}
    </SaveBarContext>
  )
}

function OwnSaveBar({ saving, save, discard }: BarProps) {
  const { t } = useLingui()
  return (
    <div className="c-savebar" role="region" aria-label={t`Unsaved changes`}>
      <p>
        <Trans>Unsaved changes</Trans>
      </p>
      <InlineStack gap="200">
        <Button onClick={discard} disabled={saving}>{t`Discard`}</Button>
        {save && <Button variant="primary" onClick={save} loading={saving}>{t`Save`}</Button>}
      </InlineStack>
    </div>
  )
}

interface LeaveProps {
  dirty: boolean
  isUnsaved: () => boolean
}

/**
 * Blocks navigation while there are unsaved changes. A router allows one blocker, so each frame mounts one leave
 * prompt.
 */
function useUnsavedBlocker({ dirty, isUnsaved }: LeaveProps) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => isUnsaved() && currentLocation.pathname !== nextLocation.pathname,
  )
  useEffect(() => {
    if (!dirty) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [dirty])
  return blocker
}

/**
 * Lets the platform ask before leaving a form with a save bar. The platform doesn't report that the merchant stays.
 * Navigation therefore stays blocked until the form is saved or discarded; unmounting this prompt then drops it.
 */
function PlatformLeavePrompt(props: LeaveProps) {
  const blocker = useUnsavedBlocker(props)
  useEffect(() => {
    if (blocker.state !== 'blocked') return
    let current = true
    void window.shopify.saveBar.leaveConfirmation().then(() => {
      // Ignore an answer that is about an earlier navigation or comes after a save.
      if (current) blocker.proceed()
    })
    return () => {
      current = false
    }
  }, [blocker])
  return null
}

/** Asks in our own dialog before leaving with unsaved changes. */
function OwnLeavePrompt(props: LeaveProps) {
  const { t } = useLingui()
  const blocker = useUnsavedBlocker(props)
  return (
    <Dialog
      open={blocker.state === 'blocked'}
      title={t`Leave page with unsaved changes?`}
      primary={{ label: t`Leave page`, destructive: true, run: () => blocker.proceed?.() }}
      cancelLabel={t`Stay`}
      onClose={() => blocker.reset?.()}
    >
      <Trans>Leaving this page will delete all unsaved changes.</Trans>
    </Dialog>
  )
}
