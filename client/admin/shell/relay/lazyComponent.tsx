import { createContext, lazy, use, type ComponentType } from 'react'
import { RequestFailed } from './request.ts'

/** With which a part asks for its code and data. Who failed is remembered by the key: one that is tried again, or opened again, has another. */
export const KeyContext = createContext(0)

let failures = 0
/** The key of a part that begins to load now. */
export const readPartKey = (): number => failures
/** Requests with an old key are not repeated automatically. */
export const noteFailure = (): void => {
  failures += 1
}

/** Code as it comes. @throws RequestFailed where it cannot be had: browsers have a TypeError for that, each with words of its own */
export const loadCode = <Code,>(code: Promise<Code>): Promise<Code> =>
  code.catch(() => {
    throw new RequestFailed('offline')
  })

interface LazyState<Props> {
  Component: ComponentType<Props>
  key: number
  failed: boolean
}

/**
 * A component whose code comes when it is first shown; suspends until then. React's own `lazy` keeps a failure for good; this one loads again
 * for a part with another key. Throws RequestFailed where the code cannot be had.
 */
export function lazyComponent<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  const begin = (key: number): LazyState<Props> => {
    const code = async () => {
      try {
        return { default: await loadCode(load()) }
      } catch (error) {
        begun.failed = true
        throw error
      }
    }
    const begun: LazyState<Props> = { key, failed: false, Component: lazy(code) }
    return begun
  }
  let coming: LazyState<Props> | undefined
  return function Later(props: Props) {
    const key = use(KeyContext)
    if (!coming || (coming.failed && coming.key !== key)) coming = begin(key)
    const { Component } = coming
    return <Component {...props} />
  }
}
