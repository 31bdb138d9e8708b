import { useEffect } from 'react'
import { useActOnReviews } from './useActOnReviews.ts'
import { useBulk } from './useBulk.ts'

/** What does the acts. */
export interface Runner {
  some: ReturnType<typeof useActOnReviews>
  all: ReturnType<typeof useBulk>['all']
}

/** Brings the code of the acts after the list, which is there to be read first; shows nothing. */
export function ActionRunner({ onReady }: { onReady: (runner: Runner) => void }) {
  const some = useActOnReviews()
  const { all } = useBulk()
  useEffect(() => onReady({ some, all }))
  return null
}
