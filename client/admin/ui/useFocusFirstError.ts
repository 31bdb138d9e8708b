import { useEffect, useState } from 'react'

/**
 * Returns a function for rejected saves. It scrolls to the first field with an error and focuses it once it is
 * rendered. Without such a field, it uses the element with the reason (`data-refused`).
 */
export function useFocusFirstError(): () => void {
  const [refusals, setRefusals] = useState(0)
  useEffect(() => {
    if (refusals === 0) return
    const field =
      document.querySelector<HTMLElement>('[aria-invalid="true"]') ??
      document.querySelector<HTMLElement>('[data-refused]')
    field?.scrollIntoView({ block: 'center' })
    field?.focus({ preventScroll: true })
  }, [refusals])
  return () => setRefusals((count) => count + 1)
}
