import { useSyncExternalStore } from 'react'

const listeners = new Set<() => void>()
let unreachable = false

function setUnreachable(isUnreachable: boolean): void {
  if (unreachable === isUnreachable) return
  unreachable = isUnreachable
  for (const listener of listeners) listener()
}

/** Whether calls reach the server: what the browser says of its network, and what the last call found. */
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

/** Whether the server cannot be reached now. */
export const useOffline = (): boolean => useSyncExternalStore(listen, () => unreachable)
