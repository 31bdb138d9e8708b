import { createContext, use } from 'react'
import { useNavigate, type NavigateOptions } from 'react-router'
import { trimEndOf } from '../../../../rules/trim-end.ts'

/** Embedded in the platform's admin, or standalone with its own login. */
export type Mode = 'embedded' | 'standalone'

const embeddedPrefix = '/embed'

/** Returns the prefix of a mode's routes (spec 2). */
export const prefixOf = (mode: Mode): '' | '/embed' => (mode === 'embedded' ? embeddedPrefix : '')

export function modeOf(pathname: string): Mode {
  return pathname === embeddedPrefix || pathname.startsWith(`${embeddedPrefix}/`) ? 'embedded' : 'standalone'
}

export const ModeContext = createContext<Mode>('standalone')

export const useMode = (): Mode => use(ModeContext)

/** Returns a route's URL in the current mode. Pages write routes without a prefix, as in the specification. */
export function hrefIn(mode: Mode, path: string): string {
  return path === '/' ? prefixOf(mode) || '/' : `${prefixOf(mode)}${path}`
}

/** Returns the route of a URL: the reverse of {@link hrefIn}. */
export function pathIn(mode: Mode, pathname: string): string {
  const path = trimEndOf(pathname.slice(prefixOf(mode).length), '/')
  return path === '' ? '/' : path
}

/** Returns a function that opens a route of the specification, written without a prefix. */
export function useGo(): (path: string, options?: NavigateOptions) => void {
  const mode = useMode()
  const navigate = useNavigate()
  return (path, options) => void navigate(hrefIn(mode, path), options)
}
