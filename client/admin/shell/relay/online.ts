import { useSyncExternalStore } from 'react'

const listeners = new Set<() => void>()
let unreachable = false

function setUnreachable(isUnreachable: boolean): void {
  if (unreachable === isUnreachable) return
  unreachable = isUnreachable
  for (const listener of listeners) listener()
}

/** Tracks whether the server is reachable, by the browser's network state and the last request. */
export const reach = {
  lost: (): void => setUnreachable(true),
  found: (): void => setUnreachable(false),
}

window.addEventListener('offline', reach.lost)
window.addEventListener('online', reach.found)

function listen(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Returns whether the server is unreachable. */
export const useOffline = (): boolean => useSyncExternalStore(listen, () => unreachable)
