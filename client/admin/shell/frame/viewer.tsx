import { createContext, use } from 'react'
import type { gateLoaderQuery$data } from '../../../__generated__/gateLoaderQuery.graphql.ts'

export type Viewer = gateLoaderQuery$data['viewer']
export type ViewerShop = NonNullable<Viewer['shop']>

/** Who is signed in and for which shop; there below the guards, so pages never ask whether there is one. */
export const ViewerContext = createContext<Viewer | null>(null)

/** @throws outside the guards */
export function useViewer(): Viewer & { shop: ViewerShop } {
  const viewer = use(ViewerContext)
  if (!viewer?.shop) throw new Error('no viewer above')
  return { ...viewer, shop: viewer.shop }
}

/** True in a session that may only look: Save is hidden and the server refuses writes (spec 6). */
export const useReadOnly = (): boolean => use(ViewerContext)?.readOnly ?? false
