import { createContext, use } from 'react'
import { useNavigate, type NavigateOptions } from 'react-router'

/** Where the admin runs: a guest in the platform's admin, or at its own address with its own login. */
export type Mode = 'embedded' | 'standalone'

const embeddedPrefix = '/embed'

/** What stands in front of every route of a mode (spec 2). */
export const prefixOf = (mode: Mode): '' | '/embed' => (mode === 'embedded' ? embeddedPrefix : '')

export function modeOf(pathname: string): Mode {
  return pathname === embeddedPrefix || pathname.startsWith(`${embeddedPrefix}/`) ? 'embedded' : 'standalone'
}

export const ModeContext = createContext<Mode>('standalone')

export const useMode = (): Mode => use(ModeContext)

/** The address of a route in the present mode; pages write routes as the specification does, without a prefix. */
export function hrefIn(mode: Mode, path: string): string {
  return path === '/' ? prefixOf(mode) || '/' : `${prefixOf(mode)}${path}`
}

/** The route of an address: the reverse of {@link hrefIn}. */
export function pathIn(mode: Mode, pathname: string): string {
  const path = pathname.slice(prefixOf(mode).length).replace(/\/+$/, '')
  return path === '' ? '/' : path
}

/** Goes to a route of the specification, written without a prefix. */
export function useGo(): (path: string, options?: NavigateOptions) => void {
  const mode = useMode()
  const navigate = useNavigate()
  return (path, options) => void navigate(hrefIn(mode, path), options)
}
