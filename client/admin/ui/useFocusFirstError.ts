import { useEffect, useState } from 'react'
import { unfold } from './settings/SettingsFold.tsx'

/**
 * Returns a function for rejected saves. It unfolds the sections of all fields with an error. Then it scrolls to the
 * first such field and focuses it. Without one, it uses the element with the reason (`data-refused`).
 */
export function useFocusFirstError(): () => void {
  const [refusals, setRefusals] = useState(0)
  useEffect(() => {
    if (refusals === 0) return
    const wrong = document.querySelectorAll<HTMLElement>('[aria-invalid="true"]')
    wrong.forEach(unfold)
    const field = wrong[0] ?? document.querySelector<HTMLElement>('[data-refused]')
    field?.scrollIntoView({ block: 'center' })
    field?.focus({ preventScroll: true })
  }, [refusals])
  return () => setRefusals((count) => count + 1)
}
