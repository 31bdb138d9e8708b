import { useEffect } from 'react'
import { useActOnReviews } from './useActOnReviews.ts'
import { useBulk } from './useBulk.ts'

export interface Runner {
  some: ReturnType<typeof useActOnReviews>
  all: ReturnType<typeof useBulk>['all']
}

/** Loads the code of actions after the list, so that the list is readable first. Renders nothing. */
export function ActionRunner({ onReady }: { onReady: (runner: Runner) => void }) {
  const some = useActOnReviews()
  const { all } = useBulk()
  useEffect(() => onReady({ some, all }))
  return null
}
