import { useEffect, useState } from 'react'

/** Counts how often the merchant came back to this tab, for example from the theme editor. */
export function useReturns(): number {
  const [returns, setReturns] = useState(0)
  useEffect(() => {
    const count = () => setReturns((before) => before + 1)
    window.addEventListener('focus', count)
    return () => window.removeEventListener('focus', count)
  }, [])
  return returns
}
