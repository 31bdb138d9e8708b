import { useCallback, useEffect, useEffectEvent, useState } from 'react'
import { useLingui } from '@lingui/react/macro'
import { failureSentence } from './useCommit.ts'
import { useRest } from './useRest.ts'

interface RestData<Data> {
  /** Null until the first answer. */
  data: Data | null
  failure: string | null
  reload(): Promise<void>
}

/** Reads a REST path when the page opens, and again on `reload`. */
export function useRestData<Data>(path: string): RestData<Data> {
  const rest = useRest()
  const { i18n } = useLingui()
  const [data, setData] = useState<Data | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const read = useEffectEvent(() => rest.call<Data>('GET', path))
  const describe = useEffectEvent((error: unknown) => failureSentence(i18n, error))
  const [times, setTimes] = useState(0)
  useEffect(() => {
    read().then(
      (outcome) => {
        if (outcome.ok) setData(outcome.data)
        setFailure(outcome.ok ? null : outcome.message)
      },
      (error: unknown) => setFailure(describe(error)),
    )
  }, [path, times])
  const reload = useCallback(async () => setTimes((before) => before + 1), [])
  return { data, failure, reload }
}
