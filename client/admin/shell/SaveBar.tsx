import { Trans, useLingui } from '@lingui/react/macro'
import { Button, InlineStack } from '@shopify/polaris'
import { createContext, Suspense, use, useEffect, useId, useMemo, useRef, useState, type ReactNode } from 'react'
import { useBlocker } from 'react-router'
import { Dialog } from './Dialog.tsx'
import { lazyComponent } from './relay/lazyComponent.tsx'
import { useMode } from './frame/mode.tsx'
import { useReadOnly } from './frame/viewer.tsx'

export interface UnsavedForm {
  dirty: boolean
  saving?: boolean
  save: () => void
  discard: () => void
}

export interface BarProps {
  saving: boolean
  /** Absent in a read-only session: there the bar only discards (spec 6). */
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

/** Shows the save bar while a form has unsaved changes, and asks before the merchant leaves with them (spec 2). */
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

/** Asks before the merchant leaves what is typed in a form that has a button of its own instead of the save bar. */
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

/** Stands once in each frame and shows the bar of whichever form below is dirty. */
export function SaveBarHost({ children }: { children: ReactNode }) {
  const mode = useMode()
  const readOnly = useReadOnly()
  const [form, setForm] = useState<{ id: string; save: () => void; discard: () => void } | null>(null)
  const [saving, setSaving] = useState(false)
  const [guarded, setGuarded] = useState(false)
  // Asked when the merchant leaves: a form that was just saved has not rendered again by then.
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

/** Blocks navigation while something is unsaved. A router takes one blocker, so each frame mounts one leave prompt. */
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
 * Lets the platform ask before the merchant leaves a form with a save bar. The platform does not report that the merchant stays, so
 * the navigation remains blocked until the form is saved or discarded; unmounting this prompt then drops it.
 */
function PlatformLeavePrompt(props: LeaveProps) {
  const blocker = useUnsavedBlocker(props)
  useEffect(() => {
    if (blocker.state !== 'blocked') return
    let current = true
    void window.shopify.saveBar.leaveConfirmation().then(() => {
      // An answer that comes after the form was saved, or about an earlier navigation, must not move the merchant.
      if (current) blocker.proceed()
    })
    return () => {
      current = false
    }
  }, [blocker])
  return null
}

/** Asks in a dialog of ours before the merchant leaves with unsaved changes. */
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
