import { useSyncExternalStore } from 'react'
import { useMode } from '../../../shell/frame/mode.tsx'

/** Window widths in pixels that fit a product column. The standalone admin needs room for its menu. */
const widths = { standalone: 1_240, embedded: 980 } as const

/** Returns whether all columns fit. */
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
