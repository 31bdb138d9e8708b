/** Shows the next review after each one, and closes the popup for the rest of the visit. CSS animates and delays. */
const closed = 'candor-popup-closed'

function isClosed(): boolean {
  try {
    return closed in sessionStorage
  } catch {
    return false
  }
}

for (const popup of document.querySelectorAll<HTMLElement>('.candor-popup')) {
  const items = [...popup.querySelectorAll('li')]
  const button = popup.querySelector('button')
  if (isClosed()) popup.remove()
  if (button) button.hidden = false
  button?.addEventListener('click', () => {
    popup.remove()
    try {
      sessionStorage[closed] = 1
    } catch {
      /* Blocked storage: the popup comes back on the next page. */
    }
  })
  let shown = 0
  popup.addEventListener('animationend', () => {
    shown = (shown + 1) % items.length
    items.forEach((item, index) => {
      item.hidden = index !== shown
    })
    popup.style.setProperty('--candor-delay', `${popup.dataset['candorHide']}ms`)
    // The animation restarts only after a layout without it.
    popup.style.setProperty('animation-name', 'none', 'important')
    void popup.offsetWidth
    popup.style.removeProperty('animation-name')
  })
}
