import { useEffect, useRef, type RefObject } from 'react'

/**
 * For the heading of what has come in place of what was pressed: who works by keyboard or listens goes on there. Whoever is elsewhere stays.
 * @param news changes with what stands below the heading
 */
export function useHeadingFocus(news: string, wanted = true): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (wanted && document.activeElement === document.body) heading.current?.focus()
  }, [news, wanted])
  return heading
}
