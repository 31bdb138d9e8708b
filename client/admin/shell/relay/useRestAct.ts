import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { useToast } from '../toasts.tsx'
import { failureSentence } from './useCommit.ts'
import { useRest, type RestOutcome } from './useRest.ts'

type Act = <Data>(method: 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown) => Promise<RestOutcome<Data>>

/** Returns a REST write that never rejects, and whether one runs. Shows a refusal without a field as a toast. */
export function useRestAct({ quiet = false } = {}): [Act, boolean] {
  const rest = useRest()
  const toast = useToast()
  const { i18n } = useLingui()
  const [busy, setBusy] = useState(false)
  const act: Act = async <Data>(...[method, path, body = {}]: Parameters<Act>) => {
    setBusy(true)
    const outcome = await rest.call<Data>(method, path, body).catch((error: unknown): RestOutcome<Data> => {
      return { ok: false, code: 'unexpected', message: failureSentence(i18n, error), field: null }
    })
    setBusy(false)
    if (!outcome.ok && outcome.field === null && !quiet) toast(outcome.message, { isError: true })
    return outcome
  }
  return [act, busy]
}
