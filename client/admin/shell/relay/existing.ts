import { createContext, use } from 'react'

/** The routes that exist, so that nothing leads to a page that is not built. */
export const RoutesContext = createContext<ReadonlySet<string>>(new Set())

/** Whether a route of the specification, written without a prefix, has its page. Parameters after `?` do not matter. */
export function useRouteExists(path: string): boolean {
  return use(RoutesContext).has(path.split('?')[0] ?? path)
}
