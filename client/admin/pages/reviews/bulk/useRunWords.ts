import { useLingui } from '@lingui/react/macro'
import { useEffect, useRef } from 'react'
import { useRevalidator } from 'react-router'
import { formatRefusal } from '../../../shell/words/sentences.ts'
import { useFormat } from '../../../shell/words/useFormat.ts'
import { useActionResultWords, useUndoWords } from './actionResultWords.ts'
import { fromWireAct } from './listActs.ts'

interface Run {
  act: string
  status: string
  changed: number
  skipped: number
  restored: number
  kept: number
  undoFailed: boolean
  undoUntil?: string | null | undefined
  error?: string | null | undefined
}

/** Describes a bulk action: its result or its undo, why it stopped, and until when it can be undone. */
export function useRunWords({ act, status, changed, skipped, restored, kept, undoFailed, undoUntil, error }: Run) {
  const { t, i18n } = useLingui()
  const format = useFormat()
  const say = useActionResultWords()
  const sayUndone = useUndoWords()
  return {
    done: status === 'UNDONE' || undoFailed ? sayUndone(restored, kept) : say(fromWireAct(act), changed, skipped),
    failed:
      status !== 'FAILED'
        ? null
        : error
          ? formatRefusal(i18n, { code: error })
          : t`The bulk action stopped partway. Completed changes are kept.`,
    until: undoUntil ? format.date(undoUntil, { weekday: 'long', hour: 'numeric', minute: 'numeric' }) : null,
  }
}

export const isAtWork = (status: string): boolean => status === 'RUNNING' || status === 'UNDOING'

/** Reloads the list once a bulk action that changed it has ended. */
export function useAskAtEnd(works: boolean): void {
  const { revalidate } = useRevalidator()
  const worked = useRef(works)
  useEffect(() => {
    if (worked.current && !works) void revalidate()
    worked.current = works
  }, [works, revalidate])
}
