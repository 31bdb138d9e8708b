/** Shows the next review after each one, and closes the popup for the rest of the visit. CSS animates and delays. */
import { each } from './each.ts'

const closed = 'candor-popup-closed'

function isClosed(): boolean {
  try {
    return closed in sessionStorage
  } catch {
    return false
  }
}

function show(popup: HTMLElement): void {
  const items = [...popup.querySelectorAll('li')]
  const button = popup.querySelector('button')
  if (isClosed() || !button) {
    popup.remove()
    return
  }
  button.hidden = false
  button.onclick = () => {
    popup.remove()
    try {
      sessionStorage[closed] = 1
    } catch {
      /* Blocked storage: the popup comes back on the next page. */
    }
  }
  popup.onanimationend = () => {
    const next = (items.findIndex((item) => !item.hidden) + 1) % items.length
    items.forEach((item, index) => {
      item.hidden = index !== next
    })
    popup.style.setProperty('--candor-delay', `${popup.dataset['candorHide']}ms`)
    // The animation restarts only after a layout without it.
    popup.style.setProperty('animation-name', 'none', 'important')
    void popup.offsetWidth
    popup.style.removeProperty('animation-name')
  }
}

export const showPopups = (): void => each('.candor-popup', show)
