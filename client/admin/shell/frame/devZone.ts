import type { Viewer } from './viewer.tsx'

const openedKey = 'candor.devZone'

/**
 * Returns whether the menu leads to the dev zone (spec 2.9). The operator must allow it, and the shop's flag or the query
 * parameter `dev_zone` opens it. The parameter counts until the tab is closed.
 */
export function showsDevZone({ devZone, devZoneOpen }: Pick<Viewer, 'devZone' | 'devZoneOpen'>): boolean {
  if (!devZone || devZoneOpen) return devZone
  try {
    const asked = new URLSearchParams(location.search).get('dev_zone')
    if (asked !== null) sessionStorage.setItem(openedKey, asked === 'false' ? '' : '1')
    return sessionStorage.getItem(openedKey) === '1'
  } catch {
    // Blocked storage.
    return false
  }
}
