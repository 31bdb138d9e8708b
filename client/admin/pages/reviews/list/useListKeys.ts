import { useEffect, useRef, useState } from 'react'

interface Keys {
  /** Ids of the rows in the order of the screen. */
  rows: readonly string[]
  /** What a key does to the row that the cursor is on. */
  onRow: Readonly<Record<string, (id: string) => void>>
  help: () => void
}

const storageKey = 'candor.listKeys'
/** Whether one-letter keys act in this browser. */
export const areKeysOn = (): boolean => localStorage.getItem(storageKey) !== 'off'

/** Of this tab: the row of the cursor when the list was left for another page. */
const leftAtKey = 'candor.listLeftAt'
/** Notes on which row the cursor is to be when the list is shown again. */
export const leaveListAt = (id: string): void => sessionStorage.setItem(leftAtKey, id)

/**
 * One-letter keys of a list: j and k move a cursor from row to row, which is the focus of the row's link, so that whoever does not
 * see it hears it; the others act on the row it is on. Not while something is being typed or chosen, and not at all once they are
 * switched off in this browser (WCAG 2.1.4). Back from a row's page, the cursor is on the row that led there.
 */
export function useListKeys(keys: Keys): { enabled: boolean; setEnabled: (enabled: boolean) => void } {
  const [enabled, setEnabled] = useState(areKeysOn)
  const latest = useRef(keys)
  const cursor = useRef<{ id: string; position: number; away: boolean } | null>(null)
  useEffect(() => {
    latest.current = keys
    const at = cursor.current
    if (!at || document.activeElement !== document.body) return
    // The row of the cursor is gone, and the focus with it: the one that took its place has it now.
    if (!document.getElementById(at.id)) focusRow(keys.rows[Math.min(at.position, keys.rows.length - 1)])
    // What was opened for the rows is closed, and the focus went with it.
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
    // Whoever comes back goes on where they were.
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

/** Where rows are acted on: their bar, menus and dialogs. */
const isOfTheRows = (element: Element | null): boolean =>
  element?.closest('.Polaris-IndexTable, .Polaris-PositionedOverlay, [role="dialog"]') != null

function focusRow(id: string | undefined): void {
  const row = id === undefined ? null : document.getElementById(id)
  row?.querySelector<HTMLElement>('[data-primary-link]')?.focus({ preventScroll: true })
  row?.scrollIntoView({ block: 'nearest' })
}

/** Where letters are text, or something open waits for an answer. */
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
