import { createContext, use } from 'react'
import type { gateLoaderQuery$data } from '../../../__generated__/gateLoaderQuery.graphql.ts'

export type Viewer = gateLoaderQuery$data['viewer']
type ViewerShop = NonNullable<Viewer['shop']>

/** The merchant and shop of the session. Always set below the guards. */
export const ViewerContext = createContext<Viewer | null>(null)

/** Returns the viewer. @throws Error outside the guards */
export function useViewer(): Viewer & { shop: ViewerShop } {
  const viewer = use(ViewerContext)
  if (!viewer?.shop) throw new Error('no viewer above')
  return { ...viewer, shop: viewer.shop }
}

/** Returns whether the session is read-only: Save is hidden and the server rejects writes (spec 6). */
export const useReadOnly = (): boolean => use(ViewerContext)?.readOnly ?? false
