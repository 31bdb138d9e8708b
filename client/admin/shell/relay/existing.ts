import { createContext, use } from 'react'

/** Existing routes, so that nothing links to a missing page. */
export const RoutesContext = createContext<ReadonlySet<string>>(new Set())

/** Returns whether a route of the specification, written without a prefix, has a page. Ignores parameters after `?`. */
export function useRouteExists(path: string): boolean {
  return use(RoutesContext).has(path.split('?')[0] ?? path)
}
