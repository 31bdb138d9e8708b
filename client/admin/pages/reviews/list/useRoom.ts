import { useSyncExternalStore } from 'react'
import { useMode } from '../../../shell/frame/mode.tsx'

/** From so many pixels on the product has a column of its own; our own frame takes room for its menu. */
const widths = { standalone: 1_240, embedded: 980 } as const

/** Whether there is room for all columns. */
export function useRoom(): boolean {
  const query = matchMedia(`(min-width: ${String(widths[useMode()])}px)`)
  return useSyncExternalStore(
    (changed) => {
      query.addEventListener('change', changed)
      return () => query.removeEventListener('change', changed)
    },
    () => query.matches,
  )
}
