import { useSyncExternalStore } from 'react'

/** Short interruptions, such as a restart of the server, are not shown. */
const patienceMs = 2_000

const listeners = new Set<() => void>()
let lost = false
let doubt: ReturnType<typeof setTimeout> | undefined

function setLost(isLost: boolean): void {
  clearTimeout(doubt)
  doubt = undefined
  if (lost === isLost) return
  lost = isLost
  for (const listener of listeners) listener()
}

/** Whether what this tab shows live is live. */
export const connection = {
  isBack: (): void => setLost(false),
  /** Said by every try that fails. */
  isGone(): void {
    if (!lost) doubt ??= setTimeout(() => setLost(true), patienceMs)
  },
}

function listen(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Whether news have not come for some seconds, as the websocket is away. */
export const useConnectionLost = (): boolean => useSyncExternalStore(listen, () => lost)
