import { hrefIn, useMode } from '../../shell/frame/mode.tsx'
import type { Page } from './figures.ts'

/** Returns a function that makes the link to the reviews of the page's days that shoppers wrote. */
export function useReviewsLink(page: Page): (filter: Readonly<Record<string, string>>) => string {
  const mode = useMode()
  const counted = { sourceFilter: 'customer,guest', createdDate: `${page.from},${page.to}` }
  return (filter) => hrefIn(mode, `/reviews/list?${new URLSearchParams({ ...filter, ...counted })}`)
}
