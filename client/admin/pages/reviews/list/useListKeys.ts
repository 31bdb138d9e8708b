import { useEffect, useRef, useState } from 'react'

interface Keys {
  /** Row ids in display order. */
  rows: readonly string[]
  /** Actions by key, for the focused row. */
  onRow: Readonly<Record<string, (id: string) => void>>
  help: () => void
}

const storageKey = 'candor.listKeys'
/** Returns whether the shortcuts are on in this browser. */
export const areKeysOn = (): boolean => localStorage.getItem(storageKey) !== 'off'

/** Session storage key: the focused row when the merchant left the list. */
const leftAtKey = 'candor.listLeftAt'
/** Stores the row to focus when the list is shown again. */
export const leaveListAt = (id: string): void => sessionStorage.setItem(leftAtKey, id)

/**
 * Adds one-letter shortcuts to a list. j and k focus the link of the next or previous row, so screen readers announce
 * it. The other keys act on that row. Shortcuts are off during typing or choosing, or if turned off in this browser
 * (WCAG 2.1.4). After Back from a row's page, the focus is on that row.
 */
export function useListKeys(keys: Keys): { enabled: boolean; setEnabled: (enabled: boolean) => void } {
  const [enabled, setEnabled] = useState(areKeysOn)
  const latest = useRef(keys)
  const cursor = useRef<{ id: string; position: number; away: boolean } | null>(null)
  useEffect(() => {
    latest.current = keys
    const at = cursor.current
    if (!at || document.activeElement !== document.body) return
    // The focused row is gone, so focus the one in its place.
    if (!document.getElementById(at.id)) focusRow(keys.rows[Math.min(at.position, keys.rows.length - 1)])
    // A dialog or menu of the row closed and lost the focus.
    else if (at.away) focusRow(at.id)
  })
  useEffect(() => {
    const noteCursor = () => {
      const id = focusedRow(latest.current.rows)
      if (id) cursor.current = { id, position: latest.current.rows.indexOf(id), away: false }
      else if (cursor.current && isOfTheRows(document.activeElement)) cursor.current.away = true
      else if (document.activeElement !== document.body) cursor.current = null
    }
    document.addEventListener('focusin', noteCursor)
    return () => document.removeEventListener('focusin', noteCursor)
  }, [])
  useEffect(() => {
    // Restore the focus after coming back.
    const leftAt = sessionStorage.getItem(leftAtKey) ?? undefined
    sessionStorage.removeItem(leftAtKey)
    if (leftAt && latest.current.rows.includes(leftAt) && document.activeElement === document.body) focusRow(leftAt)
    return () => {
      if (cursor.current) leaveListAt(cursor.current.id)
    }
  }, [])
  useEffect(() => {
    if (!enabled) return
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isBusy(event.target)) return
      const { rows, onRow, help } = latest.current
      const id = focusedRow(rows) ?? (cursor.current && rows.includes(cursor.current.id) ? cursor.current.id : null)
      const act = onRow[event.key]
      if (event.key === '?') help()
      else if (event.key === '/') document.querySelector<HTMLInputElement>('.c-list-filters input')?.focus()
      else if (event.key === 'j' || event.key === 'k') focusRow(rows[next(rows, id, event.key === 'j' ? 1 : -1)])
      else if (act && id) act(id)
      else return
      event.preventDefault()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [enabled])
  return {
    enabled,
    setEnabled(on) {
      if (on) localStorage.removeItem(storageKey)
      else localStorage.setItem(storageKey, 'off')
      setEnabled(on)
    },
  }
}

function next(rows: readonly string[], id: string | null, by: 1 | -1): number {
  return id === null ? 0 : Math.min(rows.length - 1, Math.max(0, rows.indexOf(id) + by))
}

const focusedRow = (rows: readonly string[]): string | null => {
  const id = document.activeElement?.closest('tr, li')?.id ?? ''
  return rows.includes(id) ? id : null
}

/** Returns whether the element belongs to the rows' bar, menus or dialogs. */
const isOfTheRows = (element: Element | null): boolean =>
  element?.closest('.Polaris-IndexTable, .Polaris-PositionedOverlay, [role="dialog"]') != null

function focusRow(id: string | undefined): void {
  const row = id === undefined ? null : document.getElementById(id)
  row?.querySelector<HTMLElement>('[data-primary-link]')?.focus({ preventScroll: true })
  row?.scrollIntoView({ block: 'nearest' })
}

/** Returns whether a text field has the focus or a dialog is open. */
export function isBusy(target: EventTarget | null): boolean {
  if (
    target instanceof Element &&
    target.closest('input:not([type="checkbox"]), textarea, select, [contenteditable="true"]')
  )
    return true
  return (
    document.querySelector('[role="dialog"], [role="alertdialog"], .Polaris-PositionedOverlay .Polaris-Popover') !==
    null
  )
}
