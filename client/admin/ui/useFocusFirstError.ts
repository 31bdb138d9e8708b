import { useEffect, useState } from 'react'

/** Returns a function to call when a save was refused: it scrolls to the first field with an error, or else to what says why (`data-refused`), once it is drawn, and focuses it. */
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
