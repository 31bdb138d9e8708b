import { useSyncExternalStore } from 'react'

/** Shorter interruptions, such as a restart of the server, are not shown. */
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

/** State of this tab's connection for subscriptions. */
export const connection = {
  isBack: (): void => setLost(false),
  /** Called by each failed attempt. */
  isGone(): void {
    if (!lost) doubt ??= setTimeout(() => setLost(true), patienceMs)
  },
}

function listen(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Returns whether the websocket has been lost for some seconds. */
export const useConnectionLost = (): boolean => useSyncExternalStore(listen, () => lost)
