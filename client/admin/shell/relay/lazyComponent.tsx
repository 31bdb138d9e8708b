import { createContext, lazy, use, type ComponentType } from 'react'
import { RequestFailed } from './request.ts'

/** Cache key for a part's code and data. Failures are cached by key, so a retry or a reopened part gets a new key. */
export const KeyContext = createContext(0)

let failures = 0
/** Returns the key for a part that starts loading. */
export const readPartKey = (): number => failures
/** Changes the key. Failed requests with an old key are not repeated automatically. */
export const noteFailure = (): void => {
  failures += 1
}

/** Awaits code. @throws RequestFailed if it can't be loaded, instead of the browser's own TypeError */
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
 * Returns a component whose code is loaded when first rendered. Suspends until then, and throws RequestFailed if
 * loading fails. React's own `lazy` caches a failure forever; this one loads again under another key.
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
