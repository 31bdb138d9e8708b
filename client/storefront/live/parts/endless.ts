/** Loads more reviews when the reader reaches the end of a list. Without it, a button loads them. */
import { each } from './each.ts'

export function moveOn(): void {
  const seen = new IntersectionObserver(
    (entries) => entries.forEach(({ isIntersecting, target }) => isIntersecting && (target as HTMLElement).click()),
    { rootMargin: '300px' },
  )
  each('[data-candor-endless] [data-candor-more]', (link) => seen.observe(link))
}
