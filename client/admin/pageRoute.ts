import type { ComponentType } from 'react'
import type { LoaderFunction, RouteObject } from 'react-router'
import { loadCode } from './shell/relay/lazyComponent.tsx'
import { laterWordsArrive } from './shell/words/laterWords.ts'

/** Makes a route that loads code and data in parallel, only when it is opened. */
export function page(
  path: string,
  code: () => Promise<{ Component: ComponentType }>,
  loader?: () => Promise<LoaderFunction>,
): RouteObject {
  return {
    path,
    lazy: {
      Component: async () => (await loadCode(code())).Component,
      ...(loader ? { loader: () => loadCode(loader()) } : {}),
    },
  }
}

/** Makes a route that is rarely opened first. Its texts are in the catalog's second part, loaded with its code. */
export function furtherPage(...[path, code, loader]: Parameters<typeof page>): RouteObject {
  return page(path, async () => (await Promise.all([code(), laterWordsArrive()]))[0], loader)
}
