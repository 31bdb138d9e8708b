import { useEffect, useRef, type RefObject } from 'react'

/**
 * Focuses a heading whose content replaced the pressed button, for keyboard and screen reader users. Leaves the focus
 * if it is on another element.
 * @param contentKey changes with the content below the heading
 */
export function useHeadingFocus(contentKey: string, wanted = true): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (wanted && document.activeElement === document.body) heading.current?.focus()
  }, [contentKey, wanted])
  return heading
}
