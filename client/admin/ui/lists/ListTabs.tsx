import { useLingui } from '@lingui/react/macro'
import { ActionList, Button, Popover } from '@shopify/polaris'
import { ChevronDownIcon } from '@shopify/polaris-icons'
import { useEffect, useLayoutEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { useFormat } from '../../shell/words/useFormat.ts'

export interface ListTab {
  /** The filter's value; '' is no filter. */
  value: string
  label: string
  /** Undefined for saved views. */
  count?: number
  /** A saved view, named by the merchant. */
  own?: boolean
}

interface Props {
  label: string
  tabs: readonly ListTab[]
  selected: number
  onSelect: (index: number) => void
  /** Actions for the selected tab. */
  children?: ReactNode
}

/**
 * Tabs of a list. Tabs that don't fit scroll, and a menu next to them lists all. Polaris' own strip would put that
 * menu's button among the tabs, where assistive technology expects tabs only.
 */
export function ListTabs({ label, tabs, selected, onSelect, children }: Props) {
  const { t } = useLingui()
  const format = useFormat()
  const strip = useRef<HTMLDivElement>(null)
  const overflows = useOverflow(strip, tabs)
  const [open, setOpen] = useState(false)
  useLayoutEffect(() => reveal(strip.current, selected), [selected, overflows, tabs.length])
  return (
    <div className="c-tabs">
      <div
        ref={strip}
        role="tablist"
        aria-label={label}
        className="c-tabs-strip"
        data-overflows={overflows ? '' : undefined}
        onKeyDown={moveFocus}
      >
        {tabs.map(({ value, label: name, count, own = false }, index) => (
          <button
            key={value}
            type="button"
            role="tab"
            className="c-tab"
            aria-selected={index === selected}
            tabIndex={index === selected ? 0 : -1}
            data-user-content={own ? '' : undefined}
            onClick={() => onSelect(index)}
          >
            {name}
            {count !== undefined && (
              <>
                {' '}
                <span>{format.number(count)}</span>
              </>
            )}
          </button>
        ))}
      </div>
      {overflows && (
        <Popover
          active={open}
          onClose={() => setOpen(false)}
          preferredAlignment="right"
          activator={
            <Button
              variant="tertiary"
              icon={ChevronDownIcon}
              accessibilityLabel={t`All views`}
              onClick={() => setOpen(!open)}
            />
          }
        >
          <ActionList
            items={tabs.map(({ value, label: name, count }, index) => ({
              id: value,
              content: name,
              active: index === selected,
              onAction: () => onSelect(index),
              ...(count === undefined ? {} : { suffix: format.number(count) }),
            }))}
            onActionAnyItem={() => setOpen(false)}
          />
        </Popover>
      )}
      {children}
    </div>
  )
}

/** Returns whether the tabs overflow the strip, also after changes of its width. */
function useOverflow(strip: React.RefObject<HTMLDivElement | null>, tabs: readonly ListTab[]): boolean {
  const [overflows, setOverflows] = useState(false)
  const names = tabs.map(({ label, count }) => `${label} ${String(count)}`).join()
  useEffect(() => {
    const element = strip.current
    if (!element) return
    const look = () => setOverflows(element.scrollWidth > element.clientWidth + 1)
    const observer = new ResizeObserver(look)
    observer.observe(element)
    look()
    return () => observer.disconnect()
  }, [strip, names])
  return overflows
}

const margin = 40

/** Scrolls a tab into view within the strip, without scrolling the page. */
function reveal(strip: HTMLDivElement | null, index: number): void {
  const tab = strip?.children[index]
  if (!strip || !tab) return
  const [inner, outer] = [tab.getBoundingClientRect(), strip.getBoundingClientRect()]
  if (inner.left < outer.left) strip.scrollLeft -= outer.left - inner.left + margin
  else if (inner.right > outer.right) strip.scrollLeft += inner.right - outer.right + margin
}

/** Moves the focus by arrow keys, Home and End; Enter and Space select. */
function moveFocus(event: KeyboardEvent<HTMLDivElement>): void {
  const tabs = [...event.currentTarget.querySelectorAll<HTMLElement>('[role="tab"]')]
  const at = tabs.indexOf(event.target as HTMLElement)
  const rightward = getComputedStyle(event.currentTarget).direction === 'rtl' ? -1 : 1
  const to = targetOf(event.key, { at, rightward, last: tabs.length - 1 })
  if (to === null || at < 0) return
  event.preventDefault()
  const index = (to + tabs.length) % tabs.length
  tabs[index]?.focus()
  reveal(event.currentTarget, index)
}

function targetOf(
  key: string,
  { at, rightward, last }: { at: number; rightward: 1 | -1; last: number },
): number | null {
  switch (key) {
    case 'ArrowRight':
      return at + rightward
    case 'ArrowLeft':
      return at - rightward
    case 'Home':
      return 0
    case 'End':
      return last
    default:
      return null
  }
}
